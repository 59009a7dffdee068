import { isDeepStrictEqual } from 'node:util';
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
    ruleId: sha256([call.name, exact, sorted(args)]),
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
  if (rule.arguments === null) return true;
  const values = valuesOf(call.arguments);
  if (!values) return false;
  if (rule.exact) return isDeepStrictEqual(values, rule.arguments);
  return Object.entries(rule.arguments).every(
    ([key, value]) => Object.hasOwn(values, key) && isDeepStrictEqual(values[key], value),
  );
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

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, entry]) => [key, sorted(entry)]));
}
