import type { TurnBudget } from '../limits/TurnBudget.js';
import type { ToolCallDefaults } from './ToolCallDefaults.js';
import { processDefaults } from './ToolContextDefaults.js';
import { ToolContextValueMissingException } from './ToolContextValueMissingException.js';

/** What a {@link ToolContext} is made from beside its values. */
export interface ToolContextOptions {
  readonly signal?: AbortSignal | undefined;
  readonly turn?: Map<string, unknown> | undefined;
  readonly conversationId?: string | undefined;
  readonly budget?: TurnBudget | undefined;
}

/**
 * What the application hands to its tools past the model: identity, tenant, locale, connections. It is read-only, never
 * part of a schema and never sent to the model.
 */
export class ToolContext {
  /** The values, frozen. */
  readonly context: Readonly<Record<string, unknown>>;
  /**
   * What the manager decides for tools that do not say it themselves.
   *
   * @internal
   */
  readonly defaults: Partial<ToolCallDefaults> | undefined;
  /** The conversation that the turn belongs to, where the request names one. */
  readonly conversationId: string | undefined;
  /** What the turn may use and has used; undefined if nothing is limited. */
  readonly budget: TurnBudget | undefined;
  readonly #signal: AbortSignal | undefined;
  #turn: Map<string, unknown> | undefined;

  /** @param defaults set by the manager only */
  constructor(
    context: Readonly<Record<string, unknown>> = NO_VALUES,
    options: ToolContextOptions = {},
    defaults?: Partial<ToolCallDefaults>,
  ) {
    this.context = context === NO_VALUES || Object.isFrozen(context) ? context : Object.freeze({ ...context });
    this.defaults = defaults;
    this.conversationId = options.conversationId;
    this.budget = options.budget;
    this.#signal = options.signal;
    this.#turn = options.turn;
  }

  /** Fires when the caller gave up or the tool's time is over; a tool that waits should pass it on. */
  get signal(): AbortSignal {
    return this.#signal ?? NEVER_ABORTED;
  }

  /** State shared by all calls and rounds of one turn, never sent to the model, dropped at the turn's end (TX-25). */
  get turn(): Map<string, unknown> {
    this.#turn ??= new Map();
    return this.#turn;
  }

  /** The language tag that results are written for: the value `locale`, else the configured default, else the process's. */
  get locale(): string {
    return this.#text('locale') ?? this.defaults?.locale ?? processDefaults().locale;
  }

  /** The IANA time zone of the request: the value `timeZone`, else the configured default, else the process's (EG-05). */
  get timeZone(): string {
    return this.#text('timeZone') ?? this.defaults?.timeZone ?? processDefaults().timeZone;
  }

  /** The value under `key`, or undefined. */
  get<T = unknown>(key: string): T | undefined {
    return Object.hasOwn(this.context, key) ? (this.context[key] as T) : undefined;
  }

  /**
   * The value under `key`.
   *
   * @throws {ToolContextValueMissingException} `Tool context has no value for '<key>'`; it ends the turn and is never
   *   shown to the model (TX-10)
   */
  require<T = unknown>(key: string): T {
    const value = this.get<T>(key);
    if (value === undefined || value === null) throw new ToolContextValueMissingException(key);
    return value;
  }

  #text(key: string): string | undefined {
    const value = this.get(key);
    return typeof value === 'string' && value !== '' ? value : undefined;
  }

  /** This context with another signal, same values and turn. */
  withSignal(signal: AbortSignal): ToolContext {
    return new ToolContext(
      this.context,
      { signal, turn: this.turn, conversationId: this.conversationId, budget: this.budget },
      this.defaults,
    );
  }
}

const NEVER_ABORTED = new AbortController().signal;
const NO_VALUES: Readonly<Record<string, unknown>> = Object.freeze({});
