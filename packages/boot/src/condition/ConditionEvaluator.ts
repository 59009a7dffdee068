import type { AbstractClassType } from '@toolwright/core';
import type { BeanDefinitionRegistry } from '../bean/BeanDefinitionRegistry.js';
import type { Environment } from '../env/Environment.js';
import type { Condition } from './Condition.js';
import { CONDITIONS } from './Conditional.js';
import { ConditionEvaluationException } from './ConditionEvaluationException.js';
import type { ConditionEvaluationReport, ConditionResult } from './ConditionEvaluationReport.js';
import type { ConditionOutcome } from './ConditionOutcome.js';
import type { PackageLookup } from './PackageLookup.js';

/** The class or method whose conditions are asked. @internal */
export interface ConditionTarget {
  /** The class, or the prototype (or class) that has the method. */
  readonly target: object;
  readonly method?: string;
  readonly className: string;
  /** The type of the bean that it declares. */
  readonly beanType: AbstractClassType | undefined;
}

/** Asks conditions and records the answers. @internal */
export class ConditionEvaluator {
  readonly #environment: Environment;
  readonly #registry: BeanDefinitionRegistry;
  readonly #packages: PackageLookup;
  readonly #report: ConditionEvaluationReport;
  readonly #propertyKeys = new Set<string>();

  constructor(
    environment: Environment,
    registry: BeanDefinitionRegistry,
    packages: PackageLookup,
    report: ConditionEvaluationReport,
  ) {
    this.#environment = environment;
    this.#registry = registry;
    this.#packages = packages;
    this.#report = report;
  }

  /** The configuration keys that conditions read, asked or not. */
  get propertyKeys(): readonly string[] {
    return [...this.#propertyKeys];
  }

  hasConditions({ target, method }: ConditionTarget): boolean {
    return CONDITIONS.own(target, method) !== undefined;
  }

  /**
   * Asks the conditions of one class or method.
   *
   * @returns the message of the one that does not match; undefined if all match
   * @throws {ConditionEvaluationException} if a condition throws
   */
  evaluate(on: ConditionTarget): string | undefined {
    const conditions = this.#conditionsOf(on);
    if (conditions.length === 0) return undefined;
    const results: ConditionResult[] = [];
    for (const condition of conditions) {
      const { matched, message } = this.#ask(condition, on);
      results.push({ condition: condition.name, matched, message });
      if (!matched) break;
    }
    this.#report.recordEvaluation(on.className, on.method, results);
    return results.find(({ matched }) => !matched)?.message;
  }

  /** Asks again, recording nothing. */
  wouldMatch(on: ConditionTarget): boolean {
    return this.#conditionsOf(on).every((condition) => this.#ask(condition, on).matched);
  }

  /** Notes the keys of conditions that are not asked, because what carries them is ruled out already. */
  noteUnasked(on: ConditionTarget): void {
    this.#conditionsOf(on);
  }

  #conditionsOf(on: ConditionTarget): readonly Condition[] {
    const conditions = (CONDITIONS.own(on.target, on.method) ?? []).map((make) => guarded(on, make));
    for (const condition of conditions) for (const key of condition.propertyKeys) this.#propertyKeys.add(key);
    return [
      ...conditions.filter(({ phase }) => phase === 'configuration'),
      ...conditions.filter(({ phase }) => phase === 'bean'),
    ];
  }

  #ask(condition: Condition, on: ConditionTarget): ConditionOutcome {
    return guarded(on, () =>
      condition.matches({
        environment: this.#environment,
        registry: this.#registry,
        packages: this.#packages,
        beanType: on.beanType,
        source: sourceOf(on),
      }),
    );
  }
}

function sourceOf({ className, method }: ConditionTarget): string {
  return method === undefined ? className : `${className}.${method}`;
}

function guarded<T>(on: ConditionTarget, action: () => T): T {
  try {
    return action();
  } catch (cause) {
    throw new ConditionEvaluationException(sourceOf(on), cause);
  }
}
