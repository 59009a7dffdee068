import { ToolwrightException } from '@toolwright/core';
import type { ToolApprovalRequiredException, ToolExecutionResult } from '@toolwright/tools';
import type { SuspendedTurn } from './PendingApproval.js';
import { suspendedTurn } from './PendingApproval.js';
import type { PendingTurn } from './PendingTurn.js';
import type { PendingTurnRepository } from './PendingTurnRepository.js';

/**
 * Calls of a turn wait for approvals, but the store did not take the turn; what it said is the cause. Nothing is lost: the
 * calls that need no approval have run, and {@link store} tries again.
 *
 * @example
 * catch (error) {
 *   if (error instanceof TurnNotStoredException) return (await error.store()).turnId;
 *   throw error;
 * }
 */
export class TurnNotStoredException extends ToolwrightException {
  override readonly code = 'TURN_NOT_STORED';
  readonly turnId: string;
  readonly #turn: PendingTurn;
  readonly #repository: PendingTurnRepository;
  readonly #partial: ToolExecutionResult;
  #stored: Promise<SuspendedTurn> | undefined;

  constructor(
    turn: PendingTurn,
    repository: PendingTurnRepository,
    required: ToolApprovalRequiredException,
    options?: ErrorOptions,
  ) {
    super(
      `Turn '${turn.turnId}' waits for ${required.pendingToolCalls.length} approval(s), but could not be stored. Its other ` +
        'calls have run; their results are in partialToolExecutionResult. Call store() to try again.',
      options,
    );
    this.turnId = turn.turnId;
    this.#turn = turn;
    this.#repository = repository;
    this.#partial = required.partialToolExecutionResult;
  }

  /** What is to be stored, plain JSON. Not enumerable, so that loggers do not write a conversation. */
  get turn(): PendingTurn {
    return this.#turn;
  }

  /** The history; its last message answers all calls but those that wait. Not enumerable either. */
  get partialToolExecutionResult(): ToolExecutionResult {
    return this.#partial;
  }

  /**
   * Stores the turn now. Once that has succeeded, further calls store nothing and return the same.
   *
   * @returns what `ChatClient.resume` continues
   * @throws what the repository throws; then this may be called again
   */
  store(): Promise<SuspendedTurn> {
    this.#stored ??= storeTurn(this.#repository, this.#turn).then(
      () => suspendedTurn(this.#turn),
      (error: unknown) => {
        this.#stored = undefined;
        throw error;
      },
    );
    return this.#stored;
  }
}

/**
 * Stores a new turn. Nobody else knows its id, so one that is found under it was stored by a try whose answer was lost.
 *
 * @throws what the repository throws
 * @internal
 */
export async function storeTurn(repository: PendingTurnRepository, turn: PendingTurn): Promise<void> {
  try {
    await repository.create(turn);
  } catch (error) {
    let stored: PendingTurn | null;
    try {
      stored = await repository.find(turn.turnId);
    } catch {
      throw error;
    }
    if (stored?.version === turn.version && stored.createdAt === turn.createdAt) return;
    if (stored) throw error;
    // The store answers again, and does not have it.
    await repository.create(turn);
  }
}
