import { isDeepStrictEqual } from 'node:util';
import { canonicalArguments } from '@toolwright/tools';
import { sha256 } from './approvalHash.js';
import type { ApprovalDecision } from './ApprovalDecision.js';
import type { ApprovalRule } from './ApprovalRule.js';
import type { PendingToolCall } from './PendingTurn.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * The rule that a decision makes for further calls of the conversation; null if it is for this call only.
 *
 * @param expiresAt in milliseconds since 1970, null for no end
 */
export function ruleOf(
  decision: ApprovalDecision,
  call: Pick<PendingToolCall, 'name' | 'arguments'>,
  expiresAt: number | null,
): ApprovalRule | null {
  if ((decision.type !== 'approve' && decision.type !== 'deny') || decision.remember === undefined) return null;
  const { remember } = decision;
  const exact = remember === 'arguments';
  const args = remember === 'tool' ? null : exact ? (valuesOf(call.arguments) ?? {}) : remember.arguments;
  return {
    ruleId: exact ? exactRuleId(call) : sha256([call.name, args && canonicalArguments(JSON.stringify(args))]),
    toolName: call.name,
    arguments: args,
    exact,
    approved: decision.type === 'approve',
    ...(decision.type === 'deny' && decision.reason !== undefined && { reason: decision.reason }),
    expiresAt,
  };
}

/** The first rule that decides about a call: a refusal before an approval, a narrow rule before a wide one. */
export function findRule(
  rules: readonly ApprovalRule[],
  call: Pick<PendingToolCall, 'name' | 'arguments'>,
): ApprovalRule | undefined {
  const matching = rules.filter((rule) => matches(rule, call));
  return matching.toSorted((a, b) => Number(a.approved) - Number(b.approved) || width(a) - width(b))[0];
}

function matches(rule: ApprovalRule, call: Pick<PendingToolCall, 'name' | 'arguments'>): boolean {
  if (rule.toolName !== call.name) return false;
  // By the text, since numbers may be longer than JavaScript can tell apart.
  if (rule.exact) return rule.ruleId === exactRuleId(call);
  if (rule.arguments === null) return true;
  const values = valuesOf(call.arguments);
  if (!values) return false;
  return Object.entries(rule.arguments).every(
    ([key, value]) => Object.hasOwn(values, key) && isTold(values[key]) && isDeepStrictEqual(values[key], value),
  );
}

function exactRuleId(call: Pick<PendingToolCall, 'name' | 'arguments'>): string {
  return sha256([call.name, 'exactly', canonicalArguments(call.arguments)]);
}

/** Whether no two different texts of a number, at any depth, have this value. */
function isTold(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isTold);
}

function width(rule: ApprovalRule): number {
  if (rule.arguments === null) return 2;
  return rule.exact ? 0 : 1;
}

/** Arguments as values; undefined if the text is no JSON object. */
function valuesOf(text: string): Values | undefined {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : undefined;
  } catch {
    return undefined;
  }
}
