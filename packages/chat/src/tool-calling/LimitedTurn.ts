import type { ChatResponse, Message } from '@toolwright/model';
import {
  type JoinedSignal,
  joinedSignal,
  type ToolExecutionOptions,
  type TurnBudget,
  ToolExecutionResult,
  TurnLimitExceededException,
} from '@toolwright/tools';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';

/** How long a model that was told to stop is waited for, in milliseconds; what looks at its signal ends at once. */
const GRACE = 50;

/** One turn of the loop under a budget: its requests end with its time, and what they use is counted. */
export class LimitedTurn {
  readonly budget: TurnBudget;
  /** How the tools of the turn are run. */
  readonly execution: ToolExecutionOptions;
  readonly #caller: AbortSignal | undefined;
  readonly #joined: JoinedSignal | null;
  readonly #expiry: Expiry | null;
  #breach: TurnLimitExceededException | null = null;

  /** @param incoming the request as it came to the loop */
  constructor(budget: TurnBudget, incoming: ChatClientRequest) {
    this.budget = budget;
    this.execution = { budget };
    this.#caller = incoming.abortable ? incoming.signal : undefined;
    const deadline = budget.signal;
    this.#joined = deadline && joinedSignal(deadline, ...(this.#caller ? [this.#caller] : []));
    this.#expiry = deadline && expiryOf(deadline);
  }

  /** The request with a signal that also fires when the time is over. */
  limit(request: ChatClientRequest): ChatClientRequest {
    return this.#joined ? request.withSignal(this.#joined.signal) : request;
  }

  /** The request with the signal of the caller alone. */
  release(request: ChatClientRequest): ChatClientRequest {
    return this.#joined ? request.withSignal(this.#caller) : request;
  }

  /**
   * Makes sure that there is room for a model request.
   *
   * @param history the turn so far, every call answered
   * @throws {TurnLimitExceededException} if something is used up
   * @throws {IllegalStateException} if the cost is limited and the model has no price
   */
  requireRoom(request: ChatClientRequest, history: readonly Message[]): void {
    const breach = this.budget.breach;
    if (breach) throw (this.#breach = new TurnLimitExceededException(breach, resultOf(history)));
    this.budget.requirePrice(request.prompt.options?.model ?? null);
  }

  /** The outcome of a model request, or an error soon after the time is over: a model need not look at its signal. */
  within<T>(work: Promise<T>): Promise<T> {
    return this.#expiry ? Promise.race([work, this.#expiry.promise]) : work;
  }

  /** The chunks as they come, with the same bound on the wait for each. */
  async *chunksOf<T>(chunks: AsyncIterable<T>): AsyncGenerator<T, void, void> {
    const iterator = chunks[Symbol.asyncIterator]();
    let pending: Promise<IteratorResult<T>> | null = null;
    let ended = false;
    try {
      for (;;) {
        pending = iterator.next();
        const step = await this.within(pending);
        pending = null;
        if (step.done) {
          ended = true;
          return;
        }
        yield step.value;
      }
    } finally {
      if (pending) {
        // The pull has failed, or nobody knows when it will end.
        pending.then(undefined, () => undefined);
        iterator.return?.().then(undefined, () => undefined);
      } else if (!ended) await iterator.return?.();
    }
  }

  /** What the answer to a request has used. */
  addUsage(request: ChatClientRequest, response: ChatResponse | null): void {
    if (!response) return;
    const { usage, model } = response.metadata;
    this.budget.addUsage(usage, model, request.prompt.options?.model ?? null);
  }

  /** The breach that a failure before or during a model request is; null if it is another one. */
  breachOf(error: unknown, history: readonly Message[]): TurnLimitExceededException | null {
    // A breach of another turn, of an advisor's own loop for example, is a failure like any other.
    if (this.#breach && error === this.#breach) return this.#breach;
    if (this.#caller?.aborted || !this.budget.signal?.aborted) return null;
    const breach = this.budget.breach;
    return breach && new TurnLimitExceededException(breach, resultOf(history));
  }

  /** Ends the turn: its clock stops, and it listens to nobody any more. */
  stop(): void {
    this.budget.stop();
    this.#joined?.release();
    this.#expiry?.release();
  }
}

/** The end of a turn's time. */
interface Expiry {
  /** Rejects soon after it. */
  readonly promise: Promise<never>;
  /** Stops listening: the signal may be that of a turn around this one, which lives longer. */
  readonly release: () => void;
}

function resultOf(history: readonly Message[]): ToolExecutionResult {
  return ToolExecutionResult.builder().conversationHistory(history).build();
}

function expiryOf(deadline: AbortSignal): Expiry {
  let expire = (): void => {};
  const promise = new Promise<never>((_resolve, reject) => {
    expire = () => {
      setTimeout(() => {
        reject(deadline.reason as Error);
      }, GRACE);
    };
    if (deadline.aborted) expire();
    else deadline.addEventListener('abort', expire, { once: true });
  });
  promise.catch(() => undefined);
  return {
    promise,
    release: () => {
      deadline.removeEventListener('abort', expire);
    },
  };
}
