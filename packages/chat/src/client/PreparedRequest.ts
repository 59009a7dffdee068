import type { MaybePromise } from '@toolwright/core';
import { type Message, Prompt } from '@toolwright/model';
import { isToolCallingChatOptions, type ToolCallback } from '@toolwright/tools';
import { AdvisorParams } from '../advisor/AdvisorParams.js';
import { endingWith, streamEndingWith } from '../approval/endingWith.js';
import type { ResumedTurn } from '../approval/ResumedTurn.js';
import { TurnApprovals, type TurnApprovalsParts } from '../approval/TurnApprovals.js';
import type { DefaultAroundAdvisorChain } from '../chain/DefaultAroundAdvisorChain.js';
import type { TurnEvents } from '../events/TurnEvents.js';
import { ChatMemory } from '../memory/ChatMemory.js';
import type { ChatClientObservations } from '../observation/ChatClientObservations.js';
import type { StructuredOutputRequest } from '../structured-output/StructuredOutputRequest.js';
import { ChatClientRequest } from './ChatClientRequest.js';
import type { ChatClientResponse } from './ChatClientResponse.js';
import type { Context } from './Context.js';
import { messagesOf } from './messagesOf.js';
import type { RequestSettings } from './RequestSettings.js';

/** A request that was checked and can be run any number of times; every run is a turn of its own (CX-101). */
export class PreparedRequest {
  private constructor(
    private readonly prompt: Prompt,
    private readonly context: Context,
    private readonly chain: DefaultAroundAdvisorChain,
    private readonly observations: ChatClientObservations,
    private readonly approval: ApprovalParts | null,
  ) {}

  /**
   * Renders the texts, asks the providers for their tools, merges the options and sorts the advisors.
   *
   * @returns a promise only if a provider answers with one
   * @throws {IllegalStateException} for a missing template variable (CC-12), equal tool names (CC-22), several tool
   *   advisors (AR-09)
   */
  static of(settings: RequestSettings): MaybePromise<PreparedRequest> {
    const chain = chainOf(settings);
    const messages = messagesOf(settings);
    const toolCallbacks = providedTools(settings);
    return toolCallbacks instanceof Promise
      ? toolCallbacks.then((provided) => PreparedRequest.withTools(provided, settings, messages, chain))
      : PreparedRequest.withTools(toolCallbacks, settings, messages, chain);
  }

  private static withTools(
    toolCallbacks: readonly ToolCallback[],
    settings: RequestSettings,
    messages: readonly Message[],
    chain: DefaultAroundAdvisorChain,
  ): PreparedRequest {
    const { setup, chatModel, options, toolContext, replacesTools, advisorParams } = settings;
    const merged = settings.mergedOptions.of(chatModel, { options, toolCallbacks, toolContext, replacesTools });
    return new PreparedRequest(
      new Prompt(messages, merged),
      advisorParams,
      chain,
      setup.observations,
      approvalOf(settings),
    );
  }

  /**
   * A request that goes on with a suspended turn; it can be run once.
   *
   * @param claim takes the turn when nothing can keep the request from being made any more
   */
  static async resumed(
    settings: RequestSettings,
    prompt: Prompt,
    context: Context,
    claim: () => Promise<ResumedTurn>,
  ): Promise<PreparedRequest> {
    const { setup, toolApprovalHandler: handler } = settings;
    const chain = chainOf(settings);
    const approval = { policy: setup.approvals, handler, resumed: await claim() };
    return new PreparedRequest(prompt, context, chain, setup.observations, approval);
  }

  /** This request as one for an answer of a certain form. */
  forOutput(output: StructuredOutputRequest<unknown>): PreparedRequest {
    const validation = output.validationAdvisor(this.chain.callAdvisors);
    return new PreparedRequest(
      this.prompt,
      output.contextOver(this.context),
      validation ? this.chain.mutate().push(validation).build() : this.chain,
      this.observations,
      this.approval,
    );
  }

  /** Runs a new turn of `call()`. */
  call(signal: AbortSignal | undefined): Promise<ChatClientResponse> {
    const resumed = this.approval?.resumed;
    if (!resumed) return this.observations.call(this.chain, this.start(signal));
    return endingWith(resumed, () => this.observations.call(this.chain, this.start(signal)));
  }

  /** Runs a new turn of `stream()`, from the first pull on. */
  stream(signal: AbortSignal | undefined, events?: TurnEvents): AsyncIterable<ChatClientResponse> {
    const resumed = this.approval?.resumed;
    if (!resumed) return this.observations.stream(this.chain, this.start(signal, events));
    return streamEndingWith(resumed, () => this.observations.stream(this.chain, this.start(signal, events)));
  }

  private start(signal: AbortSignal | undefined, events?: TurnEvents): ChatClientRequest {
    const approvals = this.approval ? this.approvals(this.approval) : undefined;
    return ChatClientRequest.of(this.prompt, this.context, signal, events, approvals);
  }

  private approvals(parts: ApprovalParts): TurnApprovals {
    const { instructions: origin, options } = this.prompt;
    const id = this.context[ChatMemory.CONVERSATION_ID];
    return new TurnApprovals({
      ...parts,
      origin,
      conversationId: typeof id === 'string' && id !== '' ? id : null,
      toolContext: (isToolCallingChatOptions(options) && options.toolContext) || {},
    });
  }
}

type ApprovalParts = Pick<TurnApprovalsParts, 'policy' | 'handler' | 'resumed'>;

/** Null if turns of these settings can neither ask nor wait, which costs them nothing. */
function approvalOf({ setup, toolApprovalHandler }: RequestSettings): ApprovalParts | null {
  if (!setup.approvals && !toolApprovalHandler) return null;
  return { policy: setup.approvals, handler: toolApprovalHandler, resumed: null };
}

/** The chain of a request's advisors. */
function chainOf({ advisorParams, setup, advisors, chatModel }: RequestSettings): DefaultAroundAdvisorChain {
  const autoRegister = advisorParams[AdvisorParams.TOOL_CALLING_ADVISOR_AUTO_REGISTER] !== false;
  return setup.chains.chainOf(advisors, autoRegister).asking(chatModel);
}

/** The tools of the request, then those of its providers (CC-18); each provider is asked once (CC-20). */
export function providedTools({
  toolCallbacks,
  toolCallbackProviders,
}: RequestSettings): MaybePromise<readonly ToolCallback[]> {
  if (toolCallbackProviders.length === 0) return toolCallbacks;
  const provided: readonly MaybePromise<readonly ToolCallback[]>[] = toolCallbackProviders.map((provider) =>
    provider.toolCallbacks(),
  );
  const lists = provided.filter((tools): tools is readonly ToolCallback[] => Array.isArray(tools));
  return lists.length === provided.length ? [...toolCallbacks, ...lists.flat()] : awaitAll(toolCallbacks, provided);
}

async function awaitAll(
  toolCallbacks: readonly ToolCallback[],
  provided: readonly MaybePromise<readonly ToolCallback[]>[],
): Promise<readonly ToolCallback[]> {
  const lists = await Promise.all(provided.map(async (tools) => tools));
  return [...toolCallbacks, ...lists.flat()];
}
