import { IllegalStateException } from '@toolwright/core';
import type { ChatModel, ChatOptions } from '@toolwright/model';
import {
  isToolCallingChatOptions,
  type ToolCallback,
  type ToolCallbackFactory,
  type ToolCallingChatOptions,
  type ToolContextDefaults,
  toolsInContext,
} from '@toolwright/tools';
import { requireDistinctToolNames } from '../tool-calling/requireDistinctToolNames.js';
import { sharedToolList } from './sharedToolList.js';

/** What the options of a request are merged from, beside the model's own. */
interface OptionsParts {
  readonly options: readonly ChatOptions[];
  readonly toolCallbacks: readonly ToolCallback[];
  readonly toolContext: Readonly<Record<string, unknown>>;
}

/**
 * Merges the options of a client's requests: the model's own, then the client's, then the request's. Requests that bring
 * no options, tools or context of their own share one object.
 */
export class MergedOptions {
  readonly #chatModel: ChatModel;
  readonly #ignoreUnsupportedTools: boolean;
  readonly #toolCallbackFactory: ToolCallbackFactory;
  readonly #toolContextDefaults: ToolContextDefaults;
  #latest: (OptionsParts & { readonly base: ChatOptions; readonly merged: ChatOptions }) | undefined;

  /**
   * @param ignoreUnsupportedTools whether tools are dropped if the model's options cannot carry them
   * @param toolCallbackFactory decides what the tools are called (TX-16)
   * @param toolContextDefaults what the tool context falls back to where tools describe themselves by it
   */
  constructor(
    chatModel: ChatModel,
    ignoreUnsupportedTools: boolean,
    toolCallbackFactory: ToolCallbackFactory,
    toolContextDefaults: ToolContextDefaults,
  ) {
    this.#chatModel = chatModel;
    this.#ignoreUnsupportedTools = ignoreUnsupportedTools;
    this.#toolCallbackFactory = toolCallbackFactory;
    this.#toolContextDefaults = toolContextDefaults;
  }

  /**
   * The options to be sent. The model's type of options decides (OP-05); tools that are attached to the request replace
   * those of options (OP-03); those that describe themselves by the tool context do so, once per call (EG-04).
   *
   * @throws {IllegalStateException} if two tools have one name (CC-22), or if the model's options cannot carry tools (CX-121)
   */
  of(parts: OptionsParts): ChatOptions {
    const merged = this.#mergedOf(parts);
    if (!isToolCallingChatOptions(merged)) return merged;
    const tools = toolsInContext(merged, this.#toolContextDefaults);
    if (!tools || tools === merged.toolCallbacks) return merged;
    return merged.mutate().toolCallbacks(sharedToolList(tools)).build();
  }

  #mergedOf(parts: OptionsParts): ChatOptions {
    const base = this.#chatModel.defaultOptions;
    const latest = this.#latest;
    if (
      latest?.base === base &&
      latest.options === parts.options &&
      latest.toolCallbacks === parts.toolCallbacks &&
      latest.toolContext === parts.toolContext
    ) {
      return latest.merged;
    }
    const merged = this.#named(this.#merge(base, parts));
    if (isToolCallingChatOptions(merged)) requireDistinctToolNames(merged);
    this.#latest = {
      base,
      options: parts.options,
      toolCallbacks: parts.toolCallbacks,
      toolContext: parts.toolContext,
      merged,
    };
    return merged;
  }

  #merge(base: ChatOptions, { options, toolCallbacks, toolContext }: OptionsParts): ChatOptions {
    const hasContext = Object.keys(toolContext).length > 0;
    if (options.length === 0 && toolCallbacks.length === 0 && !hasContext) return base;
    const builder = base.mutate();
    for (const layer of options) builder.combineWith(layer);
    if (!isToolCallingChatOptions(base)) {
      this.#requireNoTools([...toolCallbacks, ...options.flatMap(toolsOf)]);
      return builder.build();
    }
    const toolBuilder = builder as ToolCallingChatOptions.Builder;
    if (toolCallbacks.length > 0) toolBuilder.toolCallbacks(toolCallbacks);
    if (hasContext) toolBuilder.toolContext(toolContext);
    return toolBuilder.build();
  }

  #named(options: ChatOptions): ChatOptions {
    if (!isToolCallingChatOptions(options) || !options.toolCallbacks) return options;
    const named = this.#toolCallbackFactory.named(options.toolCallbacks);
    return named === options.toolCallbacks ? options : options.mutate().toolCallbacks(named).build();
  }

  #requireNoTools(tools: readonly ToolCallback[]): void {
    if (tools.length === 0 || this.#ignoreUnsupportedTools) return;
    const names = tools.map(({ definition }) => definition.name).join(', ');
    throw new IllegalStateException(
      `The options of ${this.#chatModel.constructor.name} cannot carry tools, so it would never hear of: ${names}. ` +
        'Use a model whose default options are ToolCallingChatOptions, or set ignoreUnsupportedTools.',
    );
  }
}

function toolsOf(options: ChatOptions): readonly ToolCallback[] {
  return isToolCallingChatOptions(options) ? (options.toolCallbacks ?? []) : [];
}
