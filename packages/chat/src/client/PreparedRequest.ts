import type { MaybePromise } from '@toolwright/core';
import { Prompt } from '@toolwright/model';
import type { ToolCallback } from '@toolwright/tools';
import { AdvisorParams } from '../advisor/AdvisorParams.js';
import type { DefaultAroundAdvisorChain } from '../chain/DefaultAroundAdvisorChain.js';
import type { TurnEvents } from '../events/TurnEvents.js';
import type { ChatClientObservations } from '../observation/ChatClientObservations.js';
import type { StructuredOutputRequest } from '../structured-output/StructuredOutputRequest.js';
import { StructuredOutputValidationAdvisor } from '../structured-output/StructuredOutputValidationAdvisor.js';
import { ChatClientRequest } from './ChatClientRequest.js';
import type { ChatClientResponse } from './ChatClientResponse.js';
import type { Context } from './Context.js';
import { messagesOf } from './messagesOf.js';
import type { RequestSettings } from './RequestSettings.js';

/** A request that was checked and can be run any number of times; every run is a turn of its own (CX-101). */
export class PreparedRequest {
  readonly #chain: DefaultAroundAdvisorChain;
  readonly #observations: ChatClientObservations;
  readonly #prompt: Prompt;
  readonly #context: Context;

  private constructor(
    prompt: Prompt,
    context: Context,
    chain: DefaultAroundAdvisorChain,
    observations: ChatClientObservations,
  ) {
    this.#prompt = prompt;
    this.#context = context;
    this.#chain = chain;
    this.#observations = observations;
  }

  /**
   * Renders the texts, asks the providers for their tools, merges the options and sorts the advisors.
   *
   * @returns a promise only if a provider answers with one
   * @throws {IllegalStateException} for a missing template variable (CC-12), equal tool names (CC-22), several tool
   *   advisors (AR-09)
   */
  static of(settings: RequestSettings): MaybePromise<PreparedRequest> {
    const params = settings.advisorParams;
    const autoRegister = params[AdvisorParams.TOOL_CALLING_ADVISOR_AUTO_REGISTER] !== false;
    const chain = settings.chains.chainOf(settings.advisors, autoRegister);
    const messages = messagesOf(settings);
    const finish = (toolCallbacks: readonly ToolCallback[]): PreparedRequest => {
      const { options, toolContext } = settings;
      const merged = settings.mergedOptions.of({ options, toolCallbacks, toolContext });
      return new PreparedRequest(new Prompt(messages, merged), params, chain, settings.observations);
    };
    const toolCallbacks = providedTools(settings);
    return toolCallbacks instanceof Promise ? toolCallbacks.then(finish) : finish(toolCallbacks);
  }

  /** This request as one for an answer of a certain form; an explicit validation advisor is the only one (SO-15). */
  forOutput(output: StructuredOutputRequest<unknown>): PreparedRequest {
    const isValidated = this.#chain.callAdvisors.some(
      (advisor) => advisor instanceof StructuredOutputValidationAdvisor,
    );
    const validation = isValidated ? undefined : output.validationAdvisor();
    return new PreparedRequest(
      this.#prompt,
      output.contextOver(this.#context),
      validation ? this.#chain.mutate().push(validation).build() : this.#chain,
      this.#observations,
    );
  }

  /** Runs a new turn of `call()`. */
  call(signal: AbortSignal | undefined): Promise<ChatClientResponse> {
    return this.#observations.call(this.#chain, this.#start(signal));
  }

  /** Runs a new turn of `stream()`, from the first pull on. */
  stream(signal: AbortSignal | undefined, events?: TurnEvents): AsyncIterable<ChatClientResponse> {
    return this.#observations.stream(this.#chain, this.#start(signal, events));
  }

  #start(signal: AbortSignal | undefined, events?: TurnEvents): ChatClientRequest {
    return ChatClientRequest.of(this.#prompt, this.#context, signal, events);
  }
}

/** The tools of the request, then those of its providers (CC-18); each provider is asked once (CC-20). */
function providedTools({
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
