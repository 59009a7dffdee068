import { requireNonNull } from '@toolwright/core';
import type { Prompt } from '@toolwright/model';
import type { TurnApprovals } from '../approval/TurnApprovals.js';
import type { TurnEvents } from '../events/TurnEvents.js';
import { type Context, type ContextInput, EMPTY_CONTEXT, extendContext } from './Context.js';

const NEVER_ABORTED = new AbortController().signal;

/**
 * What belongs to one turn: the state that its tools share, made on first use out of what advisors outside the loop have
 * put there, and who is told of its events.
 */
class TurnState {
  private own: Map<string, unknown> | undefined = undefined;

  constructor(
    readonly events: TurnEvents | undefined,
    readonly approvals: TurnApprovals | undefined,
    private readonly outer?: TurnState,
  ) {}

  get values(): Map<string, unknown> {
    this.own ??= new Map(this.outer?.any);
    return this.own;
  }

  /** The values if there are any. */
  private get any(): Map<string, unknown> | undefined {
    return this.own ?? this.outer?.any;
  }
}

/**
 * What travels down the advisor chain: the prompt for the model, and values for advisors that the model never sees.
 * Immutable; advisors pass on a changed copy.
 */
export class ChatClientRequest {
  /** What the model will receive, as far as the advisors passed so far are concerned. */
  readonly prompt: Prompt;
  /** Values for advisors; advisor parameters are the first entries. Frozen. */
  readonly context: Context;
  /** Number of this model request within its turn, from 0 (CX-126). */
  readonly round: number;
  readonly #signal: AbortSignal | undefined;
  readonly #turn: TurnState;

  private constructor(
    prompt: Prompt,
    context: Context,
    signal: AbortSignal | undefined,
    round: number,
    turn: TurnState,
  ) {
    this.prompt = prompt;
    this.context = context;
    this.round = round;
    this.#signal = signal;
    this.#turn = turn;
  }

  static builder(): ChatClientRequest.Builder {
    return new ChatClientRequest.Builder(ChatClientRequest.#build);
  }

  /**
   * A request without any check and without a copy of its parts.
   *
   * @internal
   * @param context must be frozen
   */
  static of(
    prompt: Prompt,
    context: Context,
    signal?: AbortSignal,
    events?: TurnEvents,
    approvals?: TurnApprovals,
  ): ChatClientRequest {
    return new ChatClientRequest(prompt, context, signal, 0, new TurnState(events, approvals));
  }

  /** Fires when the caller gives up; never, if the caller gave no signal. */
  get signal(): AbortSignal {
    return this.#signal ?? NEVER_ABORTED;
  }

  /** Whether the caller can give up at all. */
  get abortable(): boolean {
    return this.#signal !== undefined;
  }

  /** State shared by all tools and rounds of this turn, never sent to the model, dropped at the turn's end. */
  get turn(): Map<string, unknown> {
    return this.#turn.values;
  }

  /**
   * Who is told of the turn's events, if anybody is.
   *
   * @internal
   */
  get events(): TurnEvents | undefined {
    return this.#turn.events;
  }

  /**
   * How the turn gets approvals, if it can.
   *
   * @internal
   */
  get approvals(): TurnApprovals | undefined {
    return this.#turn.approvals;
  }

  /** This request with another prompt. */
  withPrompt(prompt: Prompt): ChatClientRequest {
    return new ChatClientRequest(prompt, this.context, this.#signal, this.round, this.#turn);
  }

  /** This request with another signal, undefined for none; it stays in its turn. */
  withSignal(signal: AbortSignal | undefined): ChatClientRequest {
    return new ChatClientRequest(this.prompt, this.context, signal, this.round, this.#turn);
  }

  /**
   * This request as the first one of a turn of its own, which begins with the state that advisors outside have set.
   *
   * @internal
   */
  startTurn(): ChatClientRequest {
    return new ChatClientRequest(
      this.prompt,
      this.context,
      this.#signal,
      0,
      new TurnState(this.#turn.events, this.#turn.approvals, this.#turn),
    );
  }

  /**
   * This request as the given round of the turn that it belongs to.
   *
   * @internal
   * @param context must be frozen
   */
  forRound(round: number, prompt: Prompt, context: Context): ChatClientRequest {
    return new ChatClientRequest(prompt, context, this.#signal, round, this.#turn);
  }

  /** An equal request. */
  copy(): ChatClientRequest {
    return new ChatClientRequest(this.prompt, this.context, this.#signal, this.round, this.#turn);
  }

  /** A builder filled with this request; the request itself never changes. */
  mutate(): ChatClientRequest.Builder {
    return new ChatClientRequest.Builder(ChatClientRequest.#build, this, this.#signal, this.#turn);
  }

  static readonly #build: BuildRequest = (prompt, context, signal, round, turn) =>
    new ChatClientRequest(prompt, context, signal, round, turn ?? new TurnState(undefined, undefined));
}

type BuildRequest = (
  prompt: Prompt,
  context: Context,
  signal: AbortSignal | undefined,
  round: number,
  turn: TurnState | undefined,
) => ChatClientRequest;

export namespace ChatClientRequest {
  /** Builds a {@link ChatClientRequest}. */
  export class Builder {
    readonly #build: BuildRequest;
    readonly #turn: TurnState | undefined;
    readonly #round: number;
    #signal: AbortSignal | undefined;
    #prompt: Prompt | undefined;
    #context: Context;

    /** @internal */
    constructor(build: BuildRequest, origin?: ChatClientRequest, signal?: AbortSignal, turn?: TurnState) {
      this.#build = build;
      this.#prompt = origin?.prompt;
      this.#context = origin?.context ?? EMPTY_CONTEXT;
      this.#round = origin?.round ?? 0;
      this.#signal = signal;
      this.#turn = turn;
    }

    /** @throws {IllegalArgumentException} `prompt cannot be null` */
    prompt(prompt: Prompt): this {
      this.#prompt = requireNonNull(prompt, 'prompt cannot be null');
      return this;
    }

    /**
     * Adds one entry or several; others are kept, equal keys are replaced (AD-18).
     *
     * @throws {IllegalArgumentException} `context cannot be null`, `context keys cannot be null`
     */
    context(context: ContextInput): this;
    context(key: string, value: unknown): this;
    context(contextOrKey: ContextInput | string, ...value: readonly [unknown?]): this {
      this.#context = extendContext(this.#context, contextOrKey, value);
      return this;
    }

    signal(signal: AbortSignal): this {
      this.#signal = signal;
      return this;
    }

    /** @throws {IllegalArgumentException} `prompt cannot be null` */
    build(): ChatClientRequest {
      const prompt = requireNonNull(this.#prompt, 'prompt cannot be null');
      return this.#build(prompt, this.#context, this.#signal, this.#round, this.#turn);
    }
  }
}
