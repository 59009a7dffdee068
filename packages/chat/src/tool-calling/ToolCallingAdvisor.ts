import { nameClass, requireArgument, requireNonNull } from '@toolwright/core';
import { isToolCallingChatOptions, ToolCallingManager, type ToolLimitSettings } from '@toolwright/tools';
import { HIGHEST_PRECEDENCE, LOWEST_PRECEDENCE } from '../advisor/Advisor.js';
import type { CallAdvisorChain } from '../advisor/CallAdvisor.js';
import type { StreamAdvisorChain } from '../advisor/StreamAdvisor.js';
import { TOOL_ADVISOR, type ToolAdvisor } from '../advisor/ToolAdvisor.js';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import type { ChatClientResponse } from '../client/ChatClientResponse.js';
import { failing, replayable } from '../streaming/replayable.js';
import { runToolLoop } from './runToolLoop.js';
import type {
  ToolExecutionEligibilityChecker,
  ToolExecutionEligibilityPredicate,
} from './ToolExecutionEligibilityChecker.js';
import { ToolLoopSteps } from './ToolLoopSteps.js';

const asksForTools: ToolExecutionEligibilityPredicate = (response) => response.hasToolCalls();

/**
 * The tool loop. It asks the rest of the chain, runs the tools that the model asks for, and asks again with their
 * results, until the model answers, every tool of a round returns directly, or a limit of the manager is breached.
 *
 * All state of a turn is local to the call, so one instance serves any number of concurrent turns (TA-31). Subclasses
 * change a turn through the `do…` hooks; the `…Stream` hooks delegate to their twins, so one override serves both modes.
 */
export class ToolCallingAdvisor extends ToolLoopSteps implements ToolAdvisor {
  /** Outside of everything that should run once per model request, inside of memory (AD-01). */
  static readonly DEFAULT_ORDER = HIGHEST_PRECEDENCE + 300;

  override readonly name: string = 'Tool Calling Advisor';
  override readonly order: number;
  readonly [TOOL_ADVISOR] = true;

  /** For subclasses; others use {@link builder}. */
  constructor(settings: ToolCallingAdvisor.Settings) {
    const { toolCallingManager, toolExecutionEligibilityChecker, conversationHistoryEnabled } = settings;
    super(toolCallingManager, toolExecutionEligibilityChecker, conversationHistoryEnabled);
    this.order = settings.advisorOrder;
  }

  static builder(): ToolCallingAdvisor.Builder {
    return new ToolCallingAdvisor.Builder();
  }

  /** The limits of its turns, for whoever shows them; null where its manager does not tell. */
  get limits(): ToolLimitSettings | null {
    return this.toolCallingManager.limits;
  }

  override async adviseCall(request: ChatClientRequest, chain: CallAdvisorChain): Promise<ChatClientResponse> {
    requireNonNull(request, 'chatClientRequest must not be null');
    requireNonNull(chain, 'callAdvisorChain must not be null');
    if (!isToolCallingChatOptions(request.prompt.options)) return chain.nextCall(request);
    const loop = runToolLoop(request, { call: chain }, this.callHooks());
    let step = await loop.next();
    while (!step.done) step = await loop.next();
    return step.value;
  }

  override adviseStream(request: ChatClientRequest, chain: StreamAdvisorChain): AsyncIterable<ChatClientResponse> {
    try {
      requireNonNull(request, 'chatClientRequest must not be null');
      requireNonNull(chain, 'streamAdvisorChain must not be null');
    } catch (error) {
      return failing(error);
    }
    if (!isToolCallingChatOptions(request.prompt.options)) return chain.nextStream(request);
    return replayable(() => runToolLoop(request, { stream: chain }, this.streamHooks()));
  }
}

export namespace ToolCallingAdvisor {
  /** Everything that a {@link ToolCallingAdvisor} is made from. */
  export interface Settings {
    readonly toolCallingManager: ToolCallingManager;
    readonly toolExecutionEligibilityChecker: ToolExecutionEligibilityPredicate;
    readonly advisorOrder: number;
    readonly conversationHistoryEnabled: boolean;
  }

  /**
   * Builds a {@link ToolCallingAdvisor}; by default at {@link ToolCallingAdvisor.DEFAULT_ORDER}, with the complete
   * history in each request and a manager with its own defaults, made once per builder.
   *
   * Subclasses override {@link newCopy}, {@link copy} (to add their own fields) and {@link build}.
   */
  export class Builder {
    #toolCallingManager: ToolCallingManager | undefined;
    #toolExecutionEligibilityChecker = asksForTools;
    #advisorOrder = ToolCallingAdvisor.DEFAULT_ORDER;
    #conversationHistoryEnabled = true;
    #revision = 0;

    /**
     * Differs after every setting, so that clients with one builder can share what it makes; null in subclasses, whose own
     * settings are not known.
     *
     * @internal
     */
    get revision(): number | null {
      return this.constructor === Builder ? this.#revision : null;
    }

    /** The order that the advisor will have. */
    get order(): number {
      return this.#advisorOrder;
    }

    /** @throws {IllegalArgumentException} `toolCallingManager must not be null` */
    toolCallingManager(toolCallingManager: ToolCallingManager): this {
      this.#toolCallingManager = requireNonNull(toolCallingManager, 'toolCallingManager must not be null');
      this.#revision++;
      return this;
    }

    /** @throws {IllegalArgumentException} `toolExecutionEligibilityChecker must not be null` */
    toolExecutionEligibilityChecker(
      checker: ToolExecutionEligibilityChecker | ToolExecutionEligibilityPredicate,
    ): this {
      requireNonNull(checker, 'toolExecutionEligibilityChecker must not be null');
      this.#toolExecutionEligibilityChecker =
        typeof checker === 'function' ? checker : (response) => checker.isToolCallResponse(response);
      this.#revision++;
      return this;
    }

    /** @param advisorOrder strictly between the two precedences; checked by {@link build} */
    advisorOrder(advisorOrder: number): this {
      this.#advisorOrder = advisorOrder;
      this.#revision++;
      return this;
    }

    /** Whether each model request holds the complete history of the turn; a client decides this itself (AR-13). */
    conversationHistoryEnabled(enabled: boolean): this {
      this.#conversationHistoryEnabled = enabled;
      this.#revision++;
      return this;
    }

    /** Leaves the history of the turn to a memory advisor inside the loop. */
    disableInternalConversationHistory(): this {
      return this.conversationHistoryEnabled(false);
    }

    /** A builder with the same settings, independent of this one; manager and checker are shared. */
    copy(): this {
      const copy = this.newCopy() as this;
      copy.#toolCallingManager = this.#manager();
      copy.#toolExecutionEligibilityChecker = this.#toolExecutionEligibilityChecker;
      copy.#advisorOrder = this.#advisorOrder;
      copy.#conversationHistoryEnabled = this.#conversationHistoryEnabled;
      return copy;
    }

    /** @throws {IllegalArgumentException} `advisorOrder must be between HIGHEST_PRECEDENCE and LOWEST_PRECEDENCE` */
    build(): ToolCallingAdvisor {
      return new ToolCallingAdvisor(this.settings());
    }

    /** An empty builder of the same class. */
    protected newCopy(): ToolCallingAdvisor.Builder {
      return new Builder();
    }

    /** The checked settings for the advisor's constructor. */
    protected settings(): Settings {
      requireArgument(
        this.#advisorOrder > HIGHEST_PRECEDENCE && this.#advisorOrder < LOWEST_PRECEDENCE,
        'advisorOrder must be between HIGHEST_PRECEDENCE and LOWEST_PRECEDENCE',
      );
      return {
        toolCallingManager: this.#manager(),
        toolExecutionEligibilityChecker: this.#toolExecutionEligibilityChecker,
        advisorOrder: this.#advisorOrder,
        conversationHistoryEnabled: this.#conversationHistoryEnabled,
      };
    }

    /** The default is made once and shared with copies: a client copies the builder for its requests. */
    #manager(): ToolCallingManager {
      this.#toolCallingManager ??= ToolCallingManager.builder().build();
      return this.#toolCallingManager;
    }
  }
}

nameClass(ToolCallingAdvisor.Builder, 'ToolCallingAdvisor.Builder');
