import { IllegalArgumentException, requireNonNull, requireText } from '@toolwright/core';
import { positiveDuration } from '../metadata/positiveDuration.js';
import { type ModelPrice, ModelPrices } from './ModelPrices.js';
import type { OnLimitExceeded } from './OnLimitExceeded.js';
import { ToolCallLimits } from './ToolCallLimits.js';
import { type TurnLimits, UNLIMITED_TURN } from './TurnLimits.js';

/** Calls that a turn may make of one tool unless configured otherwise (LI-01). */
const DEFAULT_MAX_CALLS_PER_TOOL = 40;
/** Calls that a turn may make unless configured otherwise (LI-01). */
const DEFAULT_MAX_TOTAL_TOOL_CALLS = 150;

/** What a turn may do, and what happens when it asks for more. */
export interface ToolLimitSettings {
  readonly limits: ToolCallLimits;
  /** Equal calls that a turn may make, `Infinity` for no bound. */
  readonly maxIdenticalCalls: number;
  readonly onLimitExceeded: OnLimitExceeded;
  /** What a turn may use beside calls. */
  readonly turnLimits: TurnLimits;
}

/** The part of a manager's builder that bounds what one turn may do. */
export abstract class ToolLimitsBuilder {
  #maxCallsPerTool = DEFAULT_MAX_CALLS_PER_TOOL;
  readonly #maxCallsByTool = new Map<string, number>();
  #maxTotalToolCalls = DEFAULT_MAX_TOTAL_TOOL_CALLS;
  #maxIdenticalCalls = Infinity;
  #onLimitExceeded: OnLimitExceeded = 'THROW';
  #turnLimits = UNLIMITED_TURN;

  /**
   * Bounds the calls of every tool that has no bound of its own, or of one tool.
   *
   * @throws {IllegalArgumentException} `maxCallsPerTool must be greater than 0`, `toolName cannot be null or empty`
   */
  maxCallsPerTool(maxCallsPerTool: number): this;
  maxCallsPerTool(toolName: string, maxCallsPerTool: number): this;
  maxCallsPerTool(...args: readonly [number] | readonly [string, number]): this {
    if (args.length === 1) {
      this.#maxCallsPerTool = requirePositive(args[0], 'maxCallsPerTool');
    } else {
      const toolName = requireText(args[0], 'toolName cannot be null or empty');
      this.#maxCallsByTool.set(toolName, requirePositive(args[1], 'maxCallsPerTool'));
    }
    return this;
  }

  /** Lifts the bound of the tools that have none of their own. */
  unlimitedCallsPerTool(): this {
    this.#maxCallsPerTool = Infinity;
    return this;
  }

  /**
   * Bounds all calls of a turn together.
   *
   * @throws {IllegalArgumentException} `maxTotalToolCalls must be greater than 0`
   */
  maxTotalToolCalls(maxTotalToolCalls: number): this {
    this.#maxTotalToolCalls = requirePositive(maxTotalToolCalls, 'maxTotalToolCalls');
    return this;
  }

  /** Lifts the bound of the turn. */
  unlimitedTotalToolCalls(): this {
    this.#maxTotalToolCalls = Infinity;
    return this;
  }

  /**
   * Exempts one tool from the bounds per tool; it still counts for the turn (LI-09). Undoes an earlier
   * {@link maxCallsPerTool} of that tool, as a later one undoes this.
   *
   * @throws {IllegalArgumentException} `toolName cannot be null or empty`
   */
  excludeToolFromLimit(toolName: string): this {
    this.#maxCallsByTool.set(requireText(toolName, 'toolName cannot be null or empty'), Infinity);
    return this;
  }

  /** @throws {IllegalArgumentException} `onLimitExceeded cannot be null` */
  onLimitExceeded(onLimitExceeded: OnLimitExceeded): this {
    this.#onLimitExceeded = requireNonNull(onLimitExceeded, 'onLimitExceeded cannot be null');
    return this;
  }

  /**
   * How often a turn may make one call, of the same name and equal arguments, before it is answered without running
   * (TX-24); tools with the attribute `volatile` are exempt. Default: any number.
   *
   * @throws {IllegalArgumentException} `maxIdenticalCalls must be greater than 0`
   */
  maxIdenticalCalls(maxIdenticalCalls: number): this {
    this.#maxIdenticalCalls = requirePositive(maxIdenticalCalls, 'maxIdenticalCalls');
    return this;
  }

  /**
   * Bounds the rounds of tools of a turn; default any number (BG-01).
   *
   * @throws {IllegalArgumentException} `maxRounds must be greater than 0`
   */
  maxRounds(maxRounds: number): this {
    return this.#limitTurn({ maxRounds: requirePositive(maxRounds, 'maxRounds') });
  }

  /**
   * Bounds the wall time of a turn: milliseconds, or text such as `30s`; default none (BG-02).
   *
   * @throws {IllegalArgumentException} if it is no duration above 0
   */
  maxDuration(maxDuration: number | string): this {
    return this.#limitTurn({ maxDuration: positiveDuration('maxDuration', maxDuration) });
  }

  /**
   * Bounds the tokens of all model requests of a turn: none is made once they are used up; default any number (BG-03).
   *
   * @throws {IllegalArgumentException} `maxTokens must be greater than 0`
   */
  maxTokens(maxTokens: number): this {
    return this.#limitTurn({ maxTokens: requirePositive(maxTokens, 'maxTokens') });
  }

  /**
   * Bounds the cost of all model requests of a turn, in the currency of {@link modelPrices}; default any (BG-04).
   *
   * @throws {IllegalArgumentException} `maxCost must be greater than 0`
   */
  maxCost(maxCost: number): this {
    return this.#limitTurn({ maxCost: requirePositive(maxCost, 'maxCost') });
  }

  /**
   * What models cost per million tokens, by name; needed for {@link maxCost} only.
   *
   * @throws {IllegalArgumentException} if a price is negative
   */
  modelPrices(prices: ModelPrices | Readonly<Record<string, ModelPrice>>): this {
    return this.#limitTurn({ prices: prices instanceof ModelPrices ? prices : new ModelPrices(prices) });
  }

  #limitTurn(limits: Partial<TurnLimits>): this {
    this.#turnLimits = Object.freeze({ ...this.#turnLimits, ...limits });
    return this;
  }

  /**
   * What was set.
   *
   * @param exempt tools that the limit of every tool does not concern, but one of their own does
   */
  protected limitSettings(exempt: readonly string[]): ToolLimitSettings {
    const unlimited = exempt.map((name) => [name, Infinity] as const);
    const entries = [...unlimited, ...this.#maxCallsByTool];
    const byTool = entries.length > 0 ? new Map(entries) : NO_LIMITS_BY_TOOL;
    return {
      limits: new ToolCallLimits(this.#maxCallsPerTool, byTool, this.#maxTotalToolCalls),
      maxIdenticalCalls: this.#maxIdenticalCalls,
      onLimitExceeded: this.#onLimitExceeded,
      turnLimits: this.#turnLimits,
    };
  }
}

const NO_LIMITS_BY_TOOL: ReadonlyMap<string, number> = new Map();

/** @throws {IllegalArgumentException} `<name> must be greater than 0` */
export function requirePositive(value: number, name: string): number {
  if (value > 0) return value;
  throw new IllegalArgumentException(`${name} must be greater than 0`);
}
