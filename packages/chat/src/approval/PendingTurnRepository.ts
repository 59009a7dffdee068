import type { ApprovalRule } from './ApprovalRule.js';
import type { PendingTurn, PendingTurnChange } from './PendingTurn.js';

/**
 * Where turns wait that need an approval, and the decisions that hold for whole conversations. It stores what it is given
 * and decides nothing, except that {@link update} and {@link delete} are atomic: whoever changes a turn names the version
 * that it has read, and of several that name the same version exactly one succeeds, in whatever process they are. That
 * is what lets each approved call run once.
 *
 * Turns and rules are plain JSON. One instance serves any number of concurrent turns. `pendingTurnRepositoryContract` of
 * `@toolwright/testing` checks an implementation.
 */
export abstract class PendingTurnRepository {
  /**
   * Stores a new turn as it is.
   *
   * @throws {IllegalStateException} if a turn with its id is stored and not expired
   */
  abstract create(turn: PendingTurn): Promise<void>;

  /** The turn as it was stored last; null if it is unknown or expired. */
  abstract find(turnId: string): Promise<PendingTurn | null>;

  /**
   * Replaces parts of a turn and adds 1 to its version, in one atomic step; changes nothing if the turn is unknown,
   * expired, or stored with another version.
   *
   * @returns whether the turn was changed
   */
  abstract update(turnId: string, version: number, change: PendingTurnChange): Promise<boolean>;

  /**
   * Forgets a turn, in one atomic step; with a version only if it is stored with that one.
   *
   * @returns whether it was there
   */
  abstract delete(turnId: string, version?: number): Promise<boolean>;

  /** The turns of a conversation that are not expired, the oldest first. */
  abstract findByConversationId(conversationId: string): Promise<readonly PendingTurn[]>;

  /**
   * The turns of all conversations that are not expired, the newest first: for people who look for what waits.
   *
   * @param limit how many at most
   */
  abstract findLatest(limit: number): Promise<readonly PendingTurn[]>;

  /** Adds a rule to a conversation; it replaces one of the same `ruleId`. */
  abstract addRule(conversationId: string, rule: ApprovalRule): Promise<void>;

  /** The rules of a conversation that are not expired, in no particular order. */
  abstract findRules(conversationId: string): Promise<readonly ApprovalRule[]>;

  /** Forgets the turns and rules of a conversation; an unknown one is no error. */
  abstract deleteByConversationId(conversationId: string): Promise<void>;
}
