import type { Usage } from '@toolwright/model';
import { canonicalArguments, type ToolLimitSettings } from '@toolwright/tools';
import type { LimitInForce, LimitKind, LimitUse } from '../protocol/index.js';
import type { RecordedRound, RecordedTurn } from '../recording/RecordedTurn.js';

const MILLION = 1_000_000;

/** The limits that are set; what has no bound is left out. */
export function limitsInForce(settings: ToolLimitSettings | null): readonly LimitInForce[] {
  if (!settings) return [];
  const { limits, maxIdenticalCalls, turnLimits } = settings;
  const all: readonly LimitInForce[] = [
    limit('total-calls', limits.maxTotalToolCalls),
    limit('tool-calls', limits.maxCallsPerTool),
    ...Array.from(limits.maxCallsByTool, ([toolName, bound]) => ({ ...limit('tool-calls', bound), toolName })),
    limit('identical-calls', maxIdenticalCalls),
    limit('rounds', turnLimits.maxRounds),
    limit('duration', turnLimits.maxDuration),
    limit('tokens', turnLimits.maxTokens),
    limit('cost', turnLimits.maxCost),
  ];
  return all.filter((each) => Number.isFinite(each.limit));
}

/** How near a turn has come to its limits; for single tools, those that were called. */
export function limitUse(turn: RecordedTurn): readonly LimitUse[] {
  const { limits: settings } = turn;
  if (!settings) return [];
  const calls = turn.rounds.flatMap((round) => round.calls);
  const { limits, turnLimits } = settings;
  const use = (kind: LimitKind, bound: number, used: number | null, toolName: string | null = null): LimitUse => ({
    kind,
    toolName,
    used,
    limit: bound,
    breached: turn.breaches.some((breach) => breach.kind === kind && breach.toolName === toolName),
  });
  const all = [
    use('total-calls', limits.maxTotalToolCalls, calls.length),
    ...Array.from(countBy(calls.map(({ name }) => name)), ([name, count]) =>
      use('tool-calls', limits.maxCallsByTool.get(name) ?? limits.maxCallsPerTool, count, name),
    ),
    ...(settings.maxIdenticalCalls === Infinity
      ? []
      : [use('identical-calls', settings.maxIdenticalCalls, mostEqual(calls))]),
    use('rounds', turnLimits.maxRounds, turn.rounds.filter((round) => round.calls.length > 0).length),
    use('duration', turnLimits.maxDuration, activeTime(turn)),
    use(
      'tokens',
      turnLimits.maxTokens,
      sum(turn.rounds, ({ totalTokens }) => totalTokens),
    ),
    ...(turnLimits.maxCost === Infinity ? [] : [use('cost', turnLimits.maxCost, costOf(turn, settings))]),
  ];
  return all.filter((each) => Number.isFinite(each.limit));
}

function limit(kind: LimitKind, bound: number): LimitInForce {
  return { kind, toolName: null, limit: bound };
}

function countBy(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function mostEqual(calls: RecordedRound['calls']): number {
  const keys = calls.map(({ name, arguments: { text } }) => JSON.stringify([name, canonicalArguments(text)]));
  return Math.max(0, ...countBy(keys).values());
}

function activeTime({ activeTime: before, runningSince }: RecordedTurn): number {
  return runningSince === null ? before : before + Date.now() - runningSince;
}

function sum(rounds: readonly RecordedRound[], value: (usage: Usage) => number): number {
  return rounds.reduce((total, { answer }) => total + (answer?.usage ? value(answer.usage) : 0), 0);
}

/** Null if the price of a model is not known. */
function costOf({ rounds }: RecordedTurn, { turnLimits: { prices } }: ToolLimitSettings): number | null {
  let cost = 0;
  for (const { answer, model } of rounds) {
    if (!answer?.usage) continue;
    const price = prices.find(model);
    if (!price) return null;
    cost += prices.costOf(answer.usage, [model]);
  }
  return cost / MILLION;
}
