import type { ConditionProperty, MissingPackage } from './ConditionOutcome.js';

/** The outcome of one condition of a class or method. */
export interface ConditionResult {
  /** The name of the condition: `OnPropertyCondition`. */
  readonly condition: string;
  readonly matched: boolean;
  readonly message: string;
  /** The properties that it looked at, with present value and origin. */
  readonly properties: readonly ConditionProperty[];
  /** The packages that it did not find. */
  readonly missingPackages: readonly MissingPackage[];
}

/** The outcome of all conditions that were asked for one class or method. */
export interface ConditionEvaluation {
  /** `ToolsAutoConfiguration`, or `ToolsAutoConfiguration#toolIndex`. */
  readonly source: string;
  readonly className: string;
  /** Undefined for the class itself. */
  readonly method: string | undefined;
  readonly matched: boolean;
  /** In the order they were asked; a condition after the first that did not match is not asked. */
  readonly results: readonly ConditionResult[];
}

/** A {@link ConditionEvaluationReport} as plain data. */
export interface ConditionReportData {
  readonly evaluations: readonly ConditionEvaluation[];
  readonly exclusions: readonly string[];
  readonly unconditionalClasses: readonly string[];
  readonly warnings: readonly string[];
}

/** What conditions and exclusions decided while the beans of one context were registered. */
export class ConditionEvaluationReport {
  readonly #evaluations: ConditionEvaluation[] = [];
  readonly #exclusions: string[] = [];
  readonly #unconditional: string[] = [];
  readonly #warnings: string[] = [];

  /** All outcomes, in the order they were decided. */
  get evaluations(): readonly ConditionEvaluation[] {
    return this.#evaluations;
  }

  get positiveMatches(): readonly ConditionEvaluation[] {
    return this.#evaluations.filter(({ matched }) => matched);
  }

  get negativeMatches(): readonly ConditionEvaluation[] {
    return this.#evaluations.filter(({ matched }) => !matched);
  }

  /** Names of the auto-configurations that were excluded. */
  get exclusions(): readonly string[] {
    return this.#exclusions;
  }

  /** Names of the auto-configurations without conditions of their own. */
  get unconditionalClasses(): readonly string[] {
    return this.#unconditional;
  }

  /** Decisions that probably were not meant (BH-12). */
  get warnings(): readonly string[] {
    return this.#warnings;
  }

  /** The outcome for a class, or for one of its methods; undefined if it has no conditions. */
  find(className: string, method?: string): ConditionEvaluation | undefined {
    return this.#evaluations.find((evaluation) => evaluation.className === className && evaluation.method === method);
  }

  /** The report as plain data: `JSON.stringify` of the report gives this. */
  toJSON(): ConditionReportData {
    return {
      evaluations: this.#evaluations,
      exclusions: this.#exclusions,
      unconditionalClasses: this.#unconditional,
      warnings: this.#warnings,
    };
  }

  /** @internal */
  recordEvaluation(className: string, method: string | undefined, results: readonly ConditionResult[]): void {
    const source = method === undefined ? className : `${className}#${method}`;
    const matched = results.every((result) => result.matched);
    this.#evaluations.push(Object.freeze({ source, className, method, matched, results: Object.freeze([...results]) }));
  }

  /** @internal */
  recordExclusion(name: string): void {
    this.#exclusions.push(name);
  }

  /** @internal */
  recordUnconditional(name: string): void {
    this.#unconditional.push(name);
  }

  /** @internal */
  recordWarning(text: string): void {
    this.#warnings.push(text);
  }
}
