import { AsyncLocalStorage } from 'node:async_hooks';
import { LoggerFactory } from '../logging/LoggerFactory.js';
import type { ObservationContext } from './ObservationContext.js';
import type { ObservationConvention } from './ObservationConvention.js';
import type { ObservationFilter, ObservationHandler } from './ObservationHandler.js';

const logger = LoggerFactory.getLogger('toolwright.core.observation');

/** One running observation. */
export interface Observation {
  /** Runs `operation` with this observation as the parent of those that start inside it. */
  run<T>(operation: () => T): T;
  /** Records a failure; the observation still has to be stopped. */
  error(error: unknown): void;
  /** Ends the observation; a second call does nothing. */
  stop(): void;
}

/**
 * Knows who wants to be told about operations. Without a handler an operation is run as it is: no context is made, no
 * attribute computed. The parent of an observation is the one that is running in the same asynchronous flow.
 */
export class ObservationRegistry {
  /** The registry that observes nothing. */
  static readonly NOOP = new ObservationRegistry();

  readonly #handlers: ObservationHandler[] = [];
  readonly #filters: ObservationFilter[] = [];
  readonly #current = new AsyncLocalStorage<ObservationContext>();

  /** Whether nobody is told anything. */
  get isNoop(): boolean {
    return this.#handlers.length === 0;
  }

  /** The observation that is running in this asynchronous flow. */
  get current(): ObservationContext | null {
    return this.#current.getStore() ?? null;
  }

  /** Adds a handler; handlers are told in the order in which they were added. */
  addHandler(handler: ObservationHandler): this {
    if (this === ObservationRegistry.NOOP)
      throw new TypeError('ObservationRegistry.NOOP takes no handlers; create one.');
    this.#handlers.push(handler);
    return this;
  }

  /** Adds a filter; filters run when an observation ends, in the order in which they were added. */
  addFilter(filter: ObservationFilter): this {
    this.#filters.push(filter);
    return this;
  }

  /** Starts an observation; use {@link observe} unless the operation is a stream. */
  start<C extends ObservationContext>(context: C, convention: ObservationConvention<C>): Observation {
    context.parent = this.current;
    context.name = convention.name;
    context.contextualName = convention.contextualName(context);
    context.addLowCardinalityKeyValues(convention.lowCardinalityKeyValues(context));
    context.addHighCardinalityKeyValues(convention.highCardinalityKeyValues(context));
    this.#tell(context, (handler) => handler.onStart(context));
    let stopped = false;
    return {
      run: (operation) => this.#current.run(context, operation),
      error: (error) => {
        context.error = error;
        this.#tell(context, (handler) => handler.onError(context));
      },
      stop: () => {
        if (stopped) return;
        stopped = true;
        context.addLowCardinalityKeyValues(convention.lowCardinalityKeyValues(context));
        context.addHighCardinalityKeyValues(convention.highCardinalityKeyValues(context));
        const completed = this.#filters.reduce<ObservationContext>((mapped, filter) => filter.map(mapped), context);
        this.#tell(completed, (handler) => handler.onStop(completed));
      },
    };
  }

  /**
   * Runs `operation` as one observation.
   *
   * @param createContext called only if somebody is told
   * @returns what the operation returns; what it throws is recorded and passed on
   */
  async observe<C extends ObservationContext, T>(
    createContext: () => C,
    convention: ObservationConvention<C>,
    operation: (context: C | null) => Promise<T>,
  ): Promise<T> {
    if (this.isNoop) return operation(null);
    const context = createContext();
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

  #tell(context: ObservationContext, notify: (handler: ObservationHandler) => void): void {
    for (const handler of this.#handlers) {
      if (!handler.supportsContext(context)) continue;
      try {
        notify(handler);
      } catch (error) {
        logger.warn(`Observation handler ${handler.constructor.name} failed`, { err: error });
      }
    }
  }
}
