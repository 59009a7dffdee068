import { AsyncLocalStorage } from 'node:async_hooks';
import { DefaultObservation, type Observation } from './Observation.js';
import type { ObservationContext } from './ObservationContext.js';
import type { ObservationConvention } from './ObservationConvention.js';
import { type ObservationFilter, ObservationHandler } from './ObservationHandler.js';

/**
 * Knows who wants to be told about operations. Without a handler that is not idle an operation is run as it is: no context is made, no
 * attribute computed. The parent of an observation is the one that is running in the same asynchronous flow.
 */
export class ObservationRegistry {
  /** The registry that observes nothing. */
  static readonly NOOP = new ObservationRegistry();

  readonly #handlers: ObservationHandler[] = [];
  readonly #filters: ObservationFilter[] = [];
  readonly #current = new AsyncLocalStorage<ObservationContext>();
  readonly #scoped: ObservationHandler[] = [];
  readonly #observers = {
    handlers: this.#handlers,
    filters: this.#filters,
    scoped: this.#scoped,
    current: this.#current,
  };

  /** Whether nobody is told anything now: there is no handler, or all of them are idle. */
  get isNoop(): boolean {
    // Asked several times in each round of each turn; most registries have no handler at all.
    return this.#handlers.length === 0 || this.#handlers.every(({ isIdle }) => isIdle);
  }

  /** The observation that is running in this asynchronous flow. */
  get current(): ObservationContext | null {
    return this.#current.getStore() ?? null;
  }

  /**
   * Adds a handler; handlers are told in the order in which they were added, each once however often it was added.
   *
   * @throws {TypeError} on {@link NOOP}
   */
  addHandler(handler: ObservationHandler): this {
    if (this === ObservationRegistry.NOOP)
      throw new TypeError('ObservationRegistry.NOOP takes no handlers; create one.');
    if (this.#handlers.includes(handler)) return this;
    this.#handlers.push(handler);
    if (handler.scope !== ObservationHandler.prototype.scope) this.#scoped.push(handler);
    return this;
  }

  /**
   * Adds a filter; filters run when an observation ends, in the order in which they were added, each once.
   *
   * @throws {TypeError} on {@link NOOP}
   */
  addFilter(filter: ObservationFilter): this {
    if (this === ObservationRegistry.NOOP)
      throw new TypeError('ObservationRegistry.NOOP takes no filters; create one.');
    if (!this.#filters.includes(filter)) this.#filters.push(filter);
    return this;
  }

  /** Starts an observation; use {@link observe} or {@link observeStream} where one of them fits. */
  start<C extends ObservationContext>(context: C, convention: ObservationConvention<C>): Observation {
    return new DefaultObservation(context, convention, this.#observers);
  }

  /**
   * Runs `operation` as one observation.
   *
   * @param createContext called only if somebody is told
   * @returns what the operation returns; what it throws is recorded and passed on
   */
  observe<C extends ObservationContext, T>(
    createContext: () => C,
    convention: ObservationConvention<C>,
    operation: (context: C | null) => Promise<T>,
  ): Promise<T> {
    if (this.isNoop) return operation(null);
    return this.#observed(createContext(), convention, operation);
  }

  async #observed<C extends ObservationContext, T>(
    context: C,
    convention: ObservationConvention<C>,
    operation: (context: C) => Promise<T>,
  ): Promise<T> {
    const observation = this.start(context, convention);
    try {
      return await observation.run(() => operation(context));
    } catch (error) {
      observation.error(error);
      throw error;
    } finally {
      observation.stop();
    }
  }

  /**
   * Iterates what `operation` returns as one observation, from the first pull to the end, the failure or the moment when
   * the consumer stops early. Every pull runs inside the observation, whatever the consumer does between two of them.
   *
   * @param createContext called at the first pull, and only if somebody is told
   */
  async *observeStream<C extends ObservationContext, T>(
    createContext: () => C,
    convention: ObservationConvention<C>,
    operation: (context: C | null) => AsyncIterable<T>,
  ): AsyncGenerator<T, void, void> {
    if (this.isNoop) {
      yield* operation(null);
      return;
    }
    const context = createContext();
    const observation = this.start(context, convention);
    // Set only while the consumer has the word: what has ended or failed by itself must not be closed again.
    let abandoned: AsyncIterator<T> | undefined;
    try {
      const iterator = observation.run(() => operation(context)[Symbol.asyncIterator]());
      for (;;) {
        const step = await observation.run(() => iterator.next());
        if (step.done) return;
        abandoned = iterator;
        yield step.value;
        abandoned = undefined;
      }
    } catch (error) {
      observation.error(error);
      throw error;
    } finally {
      try {
        await observation.run(() => abandoned?.return?.());
      } catch (error) {
        observation.error(error);
        throw error;
      } finally {
        observation.stop();
      }
    }
  }
}
