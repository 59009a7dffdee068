import { requireArgument } from '@toolwright/core';
import type { PendingTurnRepository } from './PendingTurnRepository.js';

/** How a client treats turns that wait for approvals. Times are in milliseconds. */
export interface ApprovalOptions {
  /** How long a suspended turn can be resumed; default 7 days, `Infinity` for as long as it is stored. */
  readonly timeToLive?: number;
  /**
   * After how long without a sign of life a process that resumes a turn counts as dead, so that another one may take
   * over; default 30 seconds, a day at most. Calls run once whatever this is: it only decides how long others wait.
   */
  readonly lease?: number;
  /** How long remembered decisions hold; default `Infinity`, as long as the conversation is stored. */
  readonly rememberFor?: number;
  /**
   * The entries of the tool context that are stored with a suspended turn; they must be plain JSON. Default none: whoever
   * resumes the turn gives the context again.
   */
  readonly storedToolContext?: readonly string[];
}

/** {@link ApprovalOptions} with a place for the turns, complete and checked. */
export interface ApprovalPolicy extends Required<ApprovalOptions> {
  readonly repository: PendingTurnRepository;
}

const DAY = 86_400_000;
/** A day: a lease that never ends would keep the turn of a dead process for ever. */
const LONGEST_LEASE = DAY;

/** @throws {IllegalArgumentException} if a time is not above 0, or the lease longer than a day */
export function approvalPolicy(repository: PendingTurnRepository, options: ApprovalOptions = {}): ApprovalPolicy {
  const { timeToLive = 7 * DAY, lease = 30_000, rememberFor = Infinity, storedToolContext = [] } = options;
  for (const [name, value] of Object.entries({ timeToLive, lease, rememberFor })) {
    requireArgument(value > 0, `${name} must be greater than 0`);
  }
  requireArgument(lease <= LONGEST_LEASE, `lease must be at most ${LONGEST_LEASE} milliseconds`);
  return Object.freeze({ repository, timeToLive, lease, rememberFor, storedToolContext: [...storedToolContext] });
}

/** When something ends that begins now, in milliseconds since 1970; null if it never does. */
export function expiryAfter(duration: number): number | null {
  return duration === Infinity ? null : Date.now() + duration;
}
