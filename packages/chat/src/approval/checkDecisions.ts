import { IllegalArgumentException } from '@toolwright/core';
import type { ApprovalDecision, ApprovalDecisions } from './ApprovalDecision.js';
import { ApprovalRefusedException } from './ApprovalRefusedException.js';
import type { PendingTurn } from './PendingTurn.js';

/**
 * Checks decisions, which may come from a browser, before anything is done with them.
 *
 * @throws {IllegalArgumentException} naming the path of what is no decision, or the calls of the turn if one is unknown
 * @throws {ApprovalRefusedException} if a decision was made for a call of another hash (AP-09)
 */
export function checkDecisions(decisions: ApprovalDecisions, turn: PendingTurn): void {
  if (!isRecord(decisions)) throw new IllegalArgumentException('decisions must be an object of decisions by call id');
  for (const [callId, decision] of Object.entries(decisions)) {
    const path = `decisions['${callId}']`;
    const call = turn.calls.find((candidate) => candidate.callId === callId);
    if (!call) {
      const known = turn.calls.map((candidate) => candidate.callId).join(', ');
      throw new IllegalArgumentException(`${path} names no call of turn '${turn.turnId}', which has: ${known}`);
    }
    requireDecision(path, decision);
    if (decision.hash !== undefined && decision.hash !== call.hash) {
      throw new ApprovalRefusedException(turn.turnId, callId, 'the decision was made for another call (hash)');
    }
    if ('remember' in decision && decision.remember !== undefined && turn.conversationId === null) {
      throw new IllegalArgumentException(`${path}.remember needs a conversation, and turn '${turn.turnId}' has none`);
    }
  }
}

function requireDecision(path: string, decision: ApprovalDecision): void {
  const given: unknown = decision;
  if (!isRecord(given)) throw new IllegalArgumentException(`${path} must be a decision`);
  const require = (holds: boolean, key: string, what: string): void => {
    if (!holds) throw new IllegalArgumentException(`${path}.${key} must be ${what}`);
  };
  const isOptional = (key: string, type: string): boolean => given[key] === undefined || typeof given[key] === type;
  require(isOptional('hash', 'string'), 'hash', 'a string');
  require(isRemember(given['remember']), 'remember', "'tool', 'arguments' or { arguments: {…} }");
  require(isOptional('rerun', 'boolean'), 'rerun', 'a boolean');
  switch (given['type']) {
    case 'approve':
      return;
    case 'deny':
      require(isOptional('reason', 'string'), 'reason', 'a string');
      return;
    case 'edit':
      require(isRecord(given['arguments']), 'arguments', 'an object');
      return;
    case 'report':
      require(typeof given['result'] === 'string', 'result', 'a string');
      return;
    default:
      require(false, 'type', "one of 'approve', 'deny', 'edit', 'report'");
  }
}

function isRemember(value: unknown): boolean {
  return (
    value === undefined ||
    value === 'tool' ||
    value === 'arguments' ||
    (isRecord(value) && isRecord(value['arguments']))
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
