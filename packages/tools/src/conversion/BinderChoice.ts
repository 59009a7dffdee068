import type { ToolContext } from '../context/ToolContext.js';
import type { UnknownArguments } from './UnknownArguments.js';

/** The binders of one tool: that of its own treatment of unknown keys, or of the one that the manager asks for. */
export class BinderChoice<B> {
  readonly #create: (unknownArguments: UnknownArguments) => B;
  readonly #own: UnknownArguments | undefined;
  readonly #usual: B;
  #other: B | undefined;

  /** @param own what the tool says itself; undefined leaves it to the manager, and without one keys are dropped */
  constructor(create: (unknownArguments: UnknownArguments) => B, own: UnknownArguments | undefined) {
    this.#create = create;
    this.#own = own;
    this.#usual = create(own ?? 'ignore');
  }

  /** The binder for a call with this context. */
  for(toolContext: ToolContext | undefined): B {
    if (this.#own !== undefined || toolContext?.defaults?.unknownArguments !== 'reject') return this.#usual;
    this.#other ??= this.#create('reject');
    return this.#other;
  }
}
