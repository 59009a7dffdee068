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
import { ObservedChatModel } from '../observation/ObservedChatModel.js';
import { sharedToolList } from './sharedToolList.js';

/** What the options of a request are merged from, beside the model's own. */
interface OptionsParts {
  readonly options: readonly ChatOptions[];
  readonly toolCallbacks: readonly ToolCallback[];
  readonly toolContext: Readonly<Record<string, unknown>>;
  /** Whether the tools stand in place of those of options even if there are none; goes with the list of the tools. */
  readonly replacesTools: boolean;
}

/**
 * Merges the options of requests: the model's own, then the client's, then the request's. Requests that bring no options
 * and no context of their own share one object, and so do clients that add nothing but tools to a model's options.
 */
export class MergedOptions {
  readonly #ignoreUnsupportedTools: boolean;
  readonly #toolCallbackFactory: ToolCallbackFactory;
  readonly #toolContextDefaults: ToolContextDefaults;
  /** Those with nothing but tools, by the model's own options and the list of the tools. */
  readonly #withTools: WeakMap<ChatOptions, WeakMap<readonly ToolCallback[], ChatOptions>>;
  #latest: (OptionsParts & { readonly base: ChatOptions; readonly merged: ChatOptions }) | undefined;

  /**
   * @param ignoreUnsupportedTools whether tools are dropped if the model's options cannot carry them
   * @param toolCallbackFactory decides what the tools are called (TX-16)
   * @param toolContextDefaults what the tool context falls back to where tools describe themselves by it
   */
  constructor(
    ignoreUnsupportedTools: boolean,
    toolCallbackFactory: ToolCallbackFactory,
    toolContextDefaults: ToolContextDefaults,
    withTools = new WeakMap<ChatOptions, WeakMap<readonly ToolCallback[], ChatOptions>>(),
  ) {
    this.#ignoreUnsupportedTools = ignoreUnsupportedTools;
    this.#toolCallbackFactory = toolCallbackFactory;
    this.#toolContextDefaults = toolContextDefaults;
    this.#withTools = withTools;
    this.#latest = undefined;
  }

  /** The same for one client that has options or a context of its own, so that it keeps what is merged with them. */
  forClient(): MergedOptions {
    return new MergedOptions(
      this.#ignoreUnsupportedTools,
      this.#toolCallbackFactory,
      this.#toolContextDefaults,
      this.#withTools,
    );
  }

  /**
   * The options to be sent. The model's type of options decides (OP-05); tools that are attached to the request replace
   * those of options (OP-03); those that describe themselves by the tool context do so, once per call (EG-04).
   *
   * @throws {IllegalStateException} if two tools have one name (CC-22), or if the model's options cannot carry tools (CX-121)
   */
  of(chatModel: ChatModel, parts: OptionsParts): ChatOptions {
    const merged = this.#mergedOf(chatModel, parts);
    if (!isToolCallingChatOptions(merged)) return merged;
    const tools = toolsInContext(merged, this.#toolContextDefaults);
    if (!tools || tools === merged.toolCallbacks) return merged;
    return merged.mutate().toolCallbacks(sharedToolList(tools)).build();
  }

  #mergedOf(chatModel: ChatModel, parts: OptionsParts): ChatOptions {
    const base = chatModel.defaultOptions;
    const { options, toolCallbacks, toolContext } = parts;
    if (options.length === 0 && isEmpty(toolContext)) return this.#mergedWithTools(chatModel, base, parts);
    const latest = this.#latest;
    if (
      latest?.base === base &&
      latest.options === options &&
      latest.toolCallbacks === toolCallbacks &&
      latest.toolContext === toolContext
    ) {
      return latest.merged;
    }
    const merged = this.#checked(chatModel, base, parts);
    this.#latest = { ...parts, base, merged };
    return merged;
  }

  #mergedWithTools(chatModel: ChatModel, base: ChatOptions, parts: OptionsParts): ChatOptions {
    const { toolCallbacks } = parts;
    let ofBase = this.#withTools.get(base);
    let merged = ofBase?.get(toolCallbacks);
    if (merged) return merged;
    merged = this.#checked(chatModel, base, parts);
    if (!ofBase) this.#withTools.set(base, (ofBase = new WeakMap()));
    ofBase.set(toolCallbacks, merged);
    return merged;
  }

  #checked(chatModel: ChatModel, base: ChatOptions, parts: OptionsParts): ChatOptions {
    const merged = this.#named(this.#merge(chatModel, base, parts));
    if (isToolCallingChatOptions(merged)) requireDistinctToolNames(merged);
    return merged;
  }

  #merge(chatModel: ChatModel, base: ChatOptions, parts: OptionsParts): ChatOptions {
    const { options, toolCallbacks, toolContext } = parts;
    const hasContext = !isEmpty(toolContext);
    const setsTools = toolCallbacks.length > 0 || parts.replacesTools;
    if (options.length === 0 && !setsTools && !hasContext) return base;
    const builder = base.mutate();
    for (const layer of options) builder.combineWith(layer);
    if (!isToolCallingChatOptions(base)) {
      this.#requireNoTools(
        chatModel,
        parts.replacesTools ? toolCallbacks : [...toolCallbacks, ...options.flatMap(toolsOf)],
      );
      return builder.build();
    }
    const toolBuilder = builder as ToolCallingChatOptions.Builder;
    if (setsTools) toolBuilder.toolCallbacks(toolCallbacks);
    if (hasContext) toolBuilder.toolContext(toolContext);
    return toolBuilder.build();
  }

  #named(options: ChatOptions): ChatOptions {
    if (!isToolCallingChatOptions(options) || !options.toolCallbacks) return options;
    const named = this.#toolCallbackFactory.named(options.toolCallbacks);
    return named === options.toolCallbacks ? options : options.mutate().toolCallbacks(named).build();
  }

  #requireNoTools(chatModel: ChatModel, tools: readonly ToolCallback[]): void {
    if (tools.length === 0 || this.#ignoreUnsupportedTools) return;
    const names = tools.map(({ definition }) => definition.name).join(', ');
    throw new IllegalStateException(
      `The options of ${observedBy(chatModel).constructor.name} cannot carry tools, so it would never hear of: ${names}. ` +
        'Use a model whose default options are ToolCallingChatOptions, or set ignoreUnsupportedTools.',
    );
  }
}

function isEmpty(values: Readonly<Record<string, unknown>>): boolean {
  for (const _ in values) return false;
  return true;
}

/** The model that messages name. */
function observedBy(model: ChatModel): ChatModel {
  return model instanceof ObservedChatModel ? model.observed : model;
}

function toolsOf(options: ChatOptions): readonly ToolCallback[] {
  return isToolCallingChatOptions(options) ? (options.toolCallbacks ?? []) : [];
}
