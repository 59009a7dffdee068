import {
  Condition,
  Conditional,
  type ConditionContext,
  type ConditionOutcome,
  match,
  OnPropertyCondition,
} from '@toolwright/boot';

/** The property that chooses where conversations are kept. */
const TYPE = 'chat.memory.repository.type';

/** Matches if the property names this store, or, where it is not set, if the application depends on its package (BX-23). */
class OnMemoryStoreCondition extends Condition {
  readonly #packageName: string;
  readonly #property: OnPropertyCondition;

  constructor(type: string, packageName: string) {
    super();
    this.#packageName = packageName;
    this.#property = new OnPropertyCondition({ name: TYPE, havingValue: type });
  }

  override get propertyKeys(): readonly string[] {
    return this.#property.propertyKeys;
  }

  override get singleValueKeys(): readonly string[] {
    return this.#property.singleValueKeys;
  }

  override matches(context: ConditionContext): ConditionOutcome {
    if (context.environment.getProperty(TYPE) === undefined && context.packages.isDependency(this.#packageName)) {
      return match(`${TYPE} is not set and the application depends on ${this.#packageName}`);
    }
    return this.#property.matches(context);
  }
}

/**
 * Registers a store of conversations only if it is chosen.
 *
 * @param type the value of `chat.memory.repository.type`
 * @param packageName the package of the store
 */
export function ConditionalOnMemoryStore(type: string, packageName: string): MethodDecorator {
  return Conditional(new OnMemoryStoreCondition(type, packageName));
}
