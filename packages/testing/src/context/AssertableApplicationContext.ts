import type { ApplicationContext, ConditionEvaluationReport, Environment, ObjectProvider } from '@toolwright/boot';
import { type AbstractClassType, IllegalStateException } from '@toolwright/core';

/**
 * The outcome of a start in a test: a context, or the failure. Everything but {@link startupFailure} and {@link output}
 * throws if the start failed, with the failure as its cause.
 */
export class AssertableApplicationContext {
  readonly #context: ApplicationContext | undefined;
  readonly #failure: unknown;
  readonly #output: () => string;
  #failureSeen = false;

  private constructor(context: ApplicationContext | undefined, failure: unknown, output: () => string) {
    this.#context = context;
    this.#failure = failure;
    this.#output = output;
  }

  /** @internal */
  static started(context: ApplicationContext, output: () => string): AssertableApplicationContext {
    return new AssertableApplicationContext(context, undefined, output);
  }

  /** @internal */
  static failed(failure: unknown, output: string): AssertableApplicationContext {
    return new AssertableApplicationContext(undefined, failure, () => output);
  }

  /** What the start failed with; undefined if it succeeded. */
  get startupFailure(): Error | undefined {
    this.#failureSeen = true;
    return this.#failure as Error | undefined;
  }

  /** Whether {@link startupFailure} was asked for. @internal */
  get failureSeen(): boolean {
    return this.#failureSeen;
  }

  /** What would have been printed to standard error: the failure analysis, and the condition report with `--debug`. */
  get output(): string {
    return this.#output();
  }

  /** The context itself. */
  get context(): ApplicationContext {
    if (this.#context) return this.#context;
    const reason = this.#failure instanceof Error ? this.#failure.message : String(this.#failure);
    throw new IllegalStateException(`The context did not start: ${reason}`, { cause: this.#failure });
  }

  get environment(): Environment {
    return this.context.environment;
  }

  /** Names of all beans, in the order of registration. */
  get beanNames(): readonly string[] {
    return this.context.beanNames;
  }

  /** See `ApplicationContext.get`. */
  get<T>(type: AbstractClassType<T>, qualifier?: string): T {
    return this.context.get(type, qualifier);
  }

  /** See `ApplicationContext.getAsync`. */
  async getAsync<T>(type: AbstractClassType<T>, qualifier?: string): Promise<T> {
    return await this.context.getAsync(type, qualifier);
  }

  /** See `ApplicationContext.getAll`. */
  getAll<T>(type: AbstractClassType<T>): readonly T[] {
    return this.context.getAll(type);
  }

  /** See `ApplicationContext.getProvider`. */
  getProvider<T>(type: AbstractClassType<T>): ObjectProvider<T> {
    return this.context.getProvider(type);
  }

  /** See `ApplicationContext.containsBean`. */
  containsBean(what: AbstractClassType | string): boolean {
    return this.context.containsBean(what);
  }

  /** See `ApplicationContext.conditions`. */
  conditions(): ConditionEvaluationReport {
    return this.context.conditions();
  }
}
