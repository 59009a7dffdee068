import type { AbstractClassType } from '@toolwright/core';
import type { BeanDefinitionRegistry } from '../bean/BeanDefinitionRegistry.js';
import type { Environment } from '../env/Environment.js';
import type { Condition } from './Condition.js';
import { CONDITIONS } from './Conditional.js';
import { ConditionEvaluationException } from './ConditionEvaluationException.js';
import type { ConditionEvaluationReport, ConditionResult } from './ConditionEvaluationReport.js';
import type { ConditionOutcome, ConditionProperty } from './ConditionOutcome.js';
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

/** The condition that kept a class or method out. @internal */
export interface FailedCondition extends ConditionResult {
  /** The types of beans that it did not find; not in the report, which is plain data. */
  readonly missingBeanTypes: readonly AbstractClassType[];
}

/** Asks conditions and records the answers. @internal */
export class ConditionEvaluator {
  readonly #environment: Environment;
  readonly #registry: BeanDefinitionRegistry;
  readonly #packages: PackageLookup;
  readonly #report: ConditionEvaluationReport;
  readonly #propertyKeys = new Set<string>();
  /** Where each key that must have a single value is asked for. */
  readonly #singleValueKeys = new Map<string, string>();

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

  /** The keys that conditions expect one value under, each with the class or method that carries the condition. */
  get singleValueKeys(): ReadonlyMap<string, string> {
    return this.#singleValueKeys;
  }

  hasConditions({ target, method }: ConditionTarget): boolean {
    return CONDITIONS.own(target, method) !== undefined;
  }

  /**
   * Asks the conditions of one class or method.
   *
   * @returns the outcome of the one that does not match; undefined if all match
   * @throws {ConditionEvaluationException} if a condition throws
   */
  evaluate(on: ConditionTarget): FailedCondition | undefined {
    const conditions = this.#conditionsOf(on);
    if (conditions.length === 0) return undefined;
    const results: ConditionResult[] = [];
    let failed: FailedCondition | undefined;
    for (const condition of conditions) {
      const outcome = this.#ask(condition, on);
      const { matched, message, properties = [], missingPackages = [], missingBeanTypes = [] } = outcome;
      const result = { condition: condition.name, matched, message, properties, missingPackages };
      results.push(result);
      if (matched) continue;
      failed = { ...result, missingBeanTypes };
      break;
    }
    this.#report.recordEvaluation(on.className, on.method, results);
    return failed;
  }

  /** Asks again, recording nothing, with other definitions than those registered. */
  wouldMatch(on: ConditionTarget, registry: BeanDefinitionRegistry = this.#registry): boolean {
    return this.#conditionsOf(on).every((condition) => this.#ask(condition, on, registry).matched);
  }

  /** Whether a class or method has conditions that depend on what is registered. */
  dependsOnBeans(on: ConditionTarget): boolean {
    return this.#conditionsOf(on).some(({ phase }) => phase === 'bean');
  }

  /**
   * The properties by which the configuration asks for a class or method: those that its conditions look at and that are
   * set as these want it. Empty if a condition on properties does not match.
   */
  requestingProperties(on: ConditionTarget): readonly ConditionProperty[] {
    const outcomes = this.#conditionsOf(on)
      .filter(({ phase, propertyKeys }) => phase === 'configuration' && propertyKeys.length > 0)
      .map((condition) => this.#ask(condition, on));
    if (!outcomes.every(({ matched }) => matched)) return [];
    return outcomes
      .flatMap(({ properties = [] }) => properties)
      .filter(({ value, matched }) => matched && value !== null);
  }

  /** Notes the keys of conditions that are not asked, because what carries them is ruled out already. */
  noteUnasked(on: ConditionTarget): void {
    this.#conditionsOf(on);
  }

  #conditionsOf(on: ConditionTarget): readonly Condition[] {
    const conditions = (CONDITIONS.own(on.target, on.method) ?? []).map((make) => guarded(on, make));
    for (const condition of conditions) {
      for (const key of condition.propertyKeys) this.#propertyKeys.add(key);
      for (const key of condition.singleValueKeys) this.#singleValueKeys.set(key, sourceOf(on));
    }
    return [
      ...conditions.filter(({ phase }) => phase === 'configuration'),
      ...conditions.filter(({ phase }) => phase === 'bean'),
    ];
  }

  #ask(condition: Condition, on: ConditionTarget, registry = this.#registry): ConditionOutcome {
    return guarded(on, () =>
      condition.matches({
        environment: this.#environment,
        registry,
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
