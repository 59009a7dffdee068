import { LoggerFactory, type MaybePromise, nearestNames } from '@toolwright/core';
import type { ChatOptions, ChatResponse, Prompt } from '@toolwright/model';
import {
  isToolCallingChatOptions,
  type OnLimitExceeded,
  type ToolCallback,
  type ToolCallingChatOptions,
  ToolCallingManager,
  type ToolDefinition,
  type ToolExecutionOptions,
  type ToolExecutionResult,
  type ToolLimitSettings,
  type TurnLimits,
} from '@toolwright/tools';

const logger = LoggerFactory.getLogger('toolwright.autoconfigure.tool-calling');

/**
 * Applies limits of single tools whose configured names are not exactly those of the tools: environment variables have no
 * case and no dashes, so `TOOLS_LIMITS_MAXCALLSPERTOOL_GET_WEATHER` is meant for `getWeather` as well as `get_weather`
 * (BH-11). A name that is exactly that of a tool goes first.
 *
 * The tools of a request are looked at once per list; a round after that costs one look-up more than without names.
 */
export class NamedLimitsToolCallingManager extends ToolCallingManager {
  readonly #limits: ReadonlyMap<string, number>;
  readonly #make: (limits: ReadonlyMap<string, number>) => ToolCallingManager;
  /** Limits of tools that are meant by a name in another spelling. */
  readonly #matched = new Map<string, number>();
  readonly #seen = new WeakSet<readonly ToolCallback[]>();
  #manager: ToolCallingManager;
  #used = false;

  /**
   * @param limits by name, as configured; a negative one means no limit
   * @param make makes a manager with these limits of single tools
   */
  constructor(limits: ReadonlyMap<string, number>, make: (limits: ReadonlyMap<string, number>) => ToolCallingManager) {
    super();
    this.#limits = limits;
    this.#make = make;
    this.#manager = make(limits);
  }

  override resolveToolDefinitions(chatOptions: ToolCallingChatOptions): readonly ToolDefinition[] {
    return this.#managerFor(chatOptions).resolveToolDefinitions(chatOptions);
  }

  override executeToolCalls(
    prompt: Prompt,
    chatResponse: ChatResponse,
    options?: ToolExecutionOptions,
  ): Promise<ToolExecutionResult> {
    return this.#managerFor(prompt.options).executeToolCalls(prompt, chatResponse, options);
  }

  override get turnLimits(): TurnLimits {
    return this.#manager.turnLimits;
  }

  override get limits(): ToolLimitSettings | null {
    return this.#manager.limits;
  }

  override get onLimitExceeded(): OnLimitExceeded {
    return this.#manager.onLimitExceeded;
  }

  override get offersTools(): boolean {
    return this.#manager.offersTools;
  }

  override withOwnTools(
    chatOptions: ToolCallingChatOptions,
    options: ToolExecutionOptions,
  ): MaybePromise<ToolCallingChatOptions> {
    return this.#manager.withOwnTools(chatOptions, options);
  }

  #managerFor(options: ChatOptions | null): ToolCallingManager {
    const tools = isToolCallingChatOptions(options) ? options.toolCallbacks : null;
    if (tools && !this.#seen.has(tools)) this.#look(tools);
    return this.#manager;
  }

  #look(tools: readonly ToolCallback[]): void {
    // A list that can still change is looked at every time.
    if (Object.isFrozen(tools)) this.#seen.add(tools);
    const names = tools.map(({ definition }) => definition.name);
    const before = this.#matched.size;
    for (const name of names) {
      if (this.#limits.has(name) || this.#matched.has(name)) continue;
      const same = [...this.#limits.keys()].find((key) => uniform(key) === uniform(name));
      if (same !== undefined) this.#matched.set(name, this.#limits.get(same) as number);
    }
    if (this.#matched.size > before) this.#manager = this.#make(new Map([...this.#limits, ...this.#matched]));
    if (!this.#used) this.#warnOfUnknown(names);
    this.#used = true;
  }

  #warnOfUnknown(names: readonly string[]): void {
    for (const key of this.#limits.keys()) {
      if (names.some((name) => uniform(name) === uniform(key))) continue;
      const [nearest] = nearestNames(key, names, 1);
      const hint = nearest === undefined ? '' : ` The nearest name is '${nearest}'.`;
      logger.warn(`tools.limits.max-calls-per-tool.${key}: the first request carries no tool '${key}'.${hint}`);
    }
  }
}

/** A name without what an environment variable cannot say: case, `_`, `-` and `.`. */
function uniform(name: string): string {
  return name.toLowerCase().replace(/[_.-]/g, '');
}
