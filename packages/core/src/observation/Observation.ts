import type { AsyncLocalStorage } from 'node:async_hooks';
import { LoggerFactory } from '../logging/LoggerFactory.js';
import { errorTypeOf } from './errorTypeOf.js';
import type { ObservationContext } from './ObservationContext.js';
import type { ObservationConvention } from './ObservationConvention.js';
import type { ObservationFilter, ObservationHandler } from './ObservationHandler.js';

const logger = LoggerFactory.getLogger('toolwright.core.observation');

/** One running observation. */
export interface Observation {
  /** Runs `operation` with this observation as the parent of those that start inside it. */
  run<T>(operation: () => T): T;
  /**
   * Records a failure; the observation still has to be stopped. Only the first failure of an observation that is still
   * running counts.
   *
   * @param type value of the attribute `error.type`; default the name of the error's class
   */
  error(error: unknown, type?: string): void;
  /** Ends the observation; a second call does nothing. */
  stop(): void;
}

/** Who is told about observations, shared by all observations of a registry. */
export interface Observers {
  readonly handlers: readonly ObservationHandler[];
  readonly filters: readonly ObservationFilter[];
  /** The handlers with a scope of their own. */
  readonly scoped: readonly ObservationHandler[];
  readonly current: AsyncLocalStorage<ObservationContext>;
}

/** Tells the handlers about one operation. Nothing that a convention, filter or handler throws gets out of it. */
export class DefaultObservation<C extends ObservationContext> implements Observation {
  readonly #context: C;
  readonly #convention: ObservationConvention<C>;
  readonly #observers: Observers;
  #failed = false;
  #stopped = false;

  /** Starts the observation. */
  constructor(context: C, convention: ObservationConvention<C>, observers: Observers) {
    this.#context = context;
    this.#convention = convention;
    this.#observers = observers;
    context.parent = observers.current.getStore() ?? null;
    guarded('convention', convention, () => {
      context.name = convention.name;
      context.contextualName = convention.contextualName(context);
    });
    this.#addAttributes();
    this.#tell(context, (handler) => handler.onStart(context));
  }

  run<T>(operation: () => T): T {
    const { current, scoped } = this.#observers;
    if (scoped.length === 0) return current.run(this.#context, operation);
    let scopedOperation = operation;
    for (const handler of scoped) {
      if (!handler.supportsContext(this.#context)) continue;
      const inner = scopedOperation;
      scopedOperation = () => handler.scope(this.#context, inner);
    }
    return current.run(this.#context, scopedOperation);
  }

  error(error: unknown, type?: string): void {
    if (this.#failed || this.#stopped) return;
    this.#failed = true;
    this.#context.error = error;
    this.#context.addLowCardinalityKeyValues({ 'error.type': type ?? errorTypeOf(error) });
    this.#tell(this.#context, (handler) => handler.onError(this.#context));
  }

  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#addAttributes();
    const context = this.#context;
    let completed: ObservationContext = context;
    for (const filter of this.#observers.filters) {
      guarded('filter', filter, () => {
        const mapped = filter.map(completed);
        if (mapped !== completed) mapped.takePlaceOf(completed);
        completed = mapped;
      });
    }
    // Whoever was told of the start is told of the end, also where a filter made something else of the context.
    const replaced = completed !== context;
    this.#tell(context, (handler) => {
      handler.onStop(replaced && !handler.supportsContext(completed) ? context : completed);
    });
  }

  #addAttributes(): void {
    const context = this.#context;
    guarded('convention', this.#convention, () => {
      context.addLowCardinalityKeyValues(this.#convention.lowCardinalityKeyValues(context));
      context.addHighCardinalityKeyValues(this.#convention.highCardinalityKeyValues(context));
    });
  }

  #tell(context: ObservationContext, notify: (handler: ObservationHandler) => void): void {
    for (const handler of this.#observers.handlers) {
      guarded('handler', handler, () => {
        if (handler.supportsContext(context)) notify(handler);
      });
    }
  }
}

function guarded(role: string, observer: object, action: () => void): void {
  try {
    action();
  } catch (error) {
    logger.warn(`Observation ${role} ${observer.constructor.name} failed`, { err: error });
  }
}
