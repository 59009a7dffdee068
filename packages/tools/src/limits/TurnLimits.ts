import { ModelPrices } from './ModelPrices.js';

/** What one turn may use, calls apart; `Infinity` for no bound. */
export interface TurnLimits {
  /** Rounds of tools, a whole number above 0. */
  readonly maxRounds: number;
  /** Milliseconds from the start of the turn, waits for approvals left out. */
  readonly maxDuration: number;
  /** Tokens of all model requests together. */
  readonly maxTokens: number;
  /** Cost of all model requests together, in the currency of the prices. */
  readonly maxCost: number;
  /** Needed for the cost only. */
  readonly prices: ModelPrices;
}

/** No bound at all. */
export const UNLIMITED_TURN: TurnLimits = Object.freeze({
  maxRounds: Infinity,
  maxDuration: Infinity,
  maxTokens: Infinity,
  maxCost: Infinity,
  prices: new ModelPrices(),
});

/** What of a turn is limited. */
export type TurnLimitKind = 'rounds' | 'duration' | 'tokens' | 'cost';

/** A limit that a turn has reached. */
export interface TurnLimitBreach {
  readonly kind: TurnLimitKind;
  /** What was allowed: rounds, milliseconds, tokens, or cost. */
  readonly limit: number;
  /** Whether it is the limit of an outer turn, of which this one is a part. */
  readonly inherited: boolean;
}

/** Whether any of the limits is set. */
export function isLimited(limits: TurnLimits): boolean {
  return (
    limits.maxRounds !== Infinity ||
    limits.maxDuration !== Infinity ||
    limits.maxTokens !== Infinity ||
    limits.maxCost !== Infinity
  );
}
