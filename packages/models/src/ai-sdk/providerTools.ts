import type { JSONObject, JSONSchema7, LanguageModelV3CallOptions } from '@ai-sdk/provider';
import type { AssistantMessage, Message } from '@toolwright/model';
import { isDeferredTool, SchemaDialect, type ToolCallback, type ToolDefinition } from '@toolwright/tools';
import type { ProviderExecutedTool, ToolChoice } from './AiSdkChatOptions.js';
import type { ProviderMetadata, ProviderTool } from './ProviderModel.js';
import type { ProviderTraits } from './providerTraits.js';

const NO_PROVIDER_TOOLS: readonly ProviderExecutedTool[] = Object.freeze([]);

/** Translates the tools of requests; one for each model, because providers differ in what they take. */
export class ProviderTools {
  readonly #traits: ProviderTraits;
  readonly #v2: boolean;
  readonly #tools = new WeakMap<ToolCallback, ProviderTool>();
  readonly #lists = new WeakMap<readonly ToolCallback[], ProviderTool[]>();

  constructor(traits: ProviderTraits, specificationVersion: string) {
    this.#traits = traits;
    this.#v2 = specificationVersion === 'v2';
  }

  /** The tools of a request and the choice among them; neither if there are none. */
  forRequest(
    callbacks: readonly ToolCallback[],
    providerTools: readonly ProviderExecutedTool[] | undefined,
    choice: ToolChoice | null,
    messages: readonly Message[],
  ): Pick<LanguageModelV3CallOptions, 'tools' | 'toolChoice'> {
    const { ignoresToolChoice, declaresUsedTools } = this.#traits;
    if (choice === 'none' && ignoresToolChoice) return {};
    const tools = this.of(callbacks, providerTools);
    if (tools.length > 0) return { tools, toolChoice: toolChoiceFor(choice, messages) };
    const used = declaresUsedTools ? usedTools(messages) : [];
    return used.length > 0 ? { tools: used, toolChoice: { type: 'none' } } : {};
  }

  /** The tools as the provider is told of them. The same frozen list is translated once. */
  of(
    callbacks: readonly ToolCallback[],
    providerTools: readonly ProviderExecutedTool[] = NO_PROVIDER_TOOLS,
  ): ProviderTool[] {
    let tools = this.#lists.get(callbacks);
    if (!tools) {
      tools = callbacks.map((callback) => this.#toolOf(callback));
      const search = this.#traits.searchTool;
      if (search && callbacks.some(isDeferredTool)) tools.unshift(this.#providerTool(search));
      if (Object.isFrozen(callbacks)) this.#lists.set(callbacks, tools);
    }
    return providerTools.length === 0 ? tools : [...tools, ...providerTools.map((tool) => this.#providerTool(tool))];
  }

  #toolOf(callback: ToolCallback): ProviderTool {
    const known = this.#tools.get(callback);
    if (known) return known;
    const { definition, metadata } = callback;
    const { strict, providerOptions } = metadata.attributes;
    const options = this.#optionsOf(callback, providerOptions as ProviderMetadata | undefined);
    const examples = this.#traits.inputExamples ? inputExamplesOf(definition) : undefined;
    const dialect = strict === true ? SchemaDialect.OPENAI_STRICT : SchemaDialect.OPENAI;
    const written = dialect.schemaOf(definition);
    const tool: ProviderTool = {
      type: 'function',
      name: definition.name,
      description: examples ? definition.plainDescription : definition.description,
      inputSchema: written.schema as JSONSchema7,
      // Not strict where strict mode cannot say what the schema says.
      ...(typeof strict === 'boolean' && { strict: strict && written.strict }),
      ...(examples && { inputExamples: examples }),
      ...(options && { providerOptions: options }),
    };
    this.#tools.set(callback, tool);
    return tool;
  }

  #optionsOf(callback: ToolCallback, options: ProviderMetadata | undefined): ProviderMetadata | undefined {
    const { optionsKey, searchTool } = this.#traits;
    if (!searchTool || !isDeferredTool(callback)) return options;
    return { ...options, [optionsKey]: { ...options?.[optionsKey], deferLoading: true } };
  }

  #providerTool({ id, name, args }: ProviderExecutedTool): ProviderTool {
    const type = (this.#v2 ? 'provider-defined' : 'provider') as 'provider';
    return { type, id, name, args: { ...args } };
  }
}

/** A choice that forces a call would force one in every round: once tools have run it is the model's (see ToolChoice). */
function toolChoiceFor(choice: ToolChoice | null, messages: readonly Message[]) {
  if (choice === 'none') return { type: 'none' as const };
  if (choice === null || choice === 'auto' || messages.at(-1)?.messageType === 'tool') return { type: 'auto' as const };
  if (choice === 'required') return { type: 'required' as const };
  return { type: 'tool' as const, toolName: choice.toolName };
}

/** The tools that were called before, by name only: what is not attached cannot be used. */
function usedTools(messages: readonly Message[]): ProviderTool[] {
  const names = new Set<string>();
  for (const message of messages) {
    if (message.messageType === 'assistant')
      for (const { name } of (message as AssistantMessage).toolCalls) names.add(name);
  }
  return [...names].map((name) => ({ type: 'function', name, inputSchema: { type: 'object' } }));
}

/** The examples that a definition carries for providers with a field of their own for them (EG-01). */
function inputExamplesOf({ inputExamples }: ToolDefinition): { input: JSONObject }[] | undefined {
  return inputExamples.length > 0 ? inputExamples.map((input) => ({ input: input as JSONObject })) : undefined;
}
