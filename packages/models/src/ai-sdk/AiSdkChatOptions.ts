import type { JSONObject } from '@ai-sdk/provider';
import { type ChatOptions, STRUCTURED_OUTPUT_CHAT_OPTIONS, type StructuredOutputChatOptions } from '@toolwright/model';
import { ToolCallingChatOptions, type ToolCallingChatOptionsValues } from '@toolwright/tools';

/** Brand for {@link isAiSdkChatOptions}, shared by all copies of this package. */
const BRAND: unique symbol = Symbol.for('@toolwright/ai-sdk-chat-options') as never;

/**
 * Whether the model has to ask for a tool: as it likes, never, for any one, or for the named one. The last two hold for the
 * first request of a turn; once the prompt ends with the results of tools the model may answer, or it never could.
 */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly toolName: string };

/** Options of providers by the provider's name, such as `{ anthropic: { effort: 'high' } }`. */
export type ProviderOptions = Readonly<Record<string, JSONObject>>;

/** A tool that the provider runs itself, such as its web search. */
export interface ProviderExecutedTool {
  /** The provider's name and the tool's, such as `anthropic.web_search_20250305`. */
  readonly id: `${string}.${string}`;
  /** The name by which the model calls it. */
  readonly name: string;
  /** Settings of the tool, default none. */
  readonly args?: Readonly<Record<string, unknown>>;
}

/** The settings of {@link AiSdkChatOptions} by name. */
export interface AiSdkChatOptionsValues extends ToolCallingChatOptionsValues {
  readonly toolChoice?: ToolChoice | null;
  readonly providerOptions?: ProviderOptions | null;
  readonly providerTools?: readonly ProviderExecutedTool[] | null;
  readonly headers?: Readonly<Record<string, string>> | null;
  readonly seed?: number | null;
  readonly outputSchema?: string | null;
}

/** What can be asked of a model of the AI SDK beside messages and tools. */
export class AiSdkChatOptions extends ToolCallingChatOptions implements StructuredOutputChatOptions {
  /** Null leaves it to the model. */
  readonly toolChoice: ToolChoice | null;
  /** Passed to the provider as they are. */
  readonly providerOptions: ProviderOptions | null;
  /** Tools that the provider runs; they are outside of the tool loop and of its limits. */
  readonly providerTools: readonly ProviderExecutedTool[] | null;
  /** HTTP headers of the request, beside those of the provider. */
  readonly headers: Readonly<Record<string, string>> | null;
  /** For answers that can be repeated, where the provider supports it. */
  readonly seed: number | null;
  /** JSON Schema of the answer, as text. */
  readonly outputSchema: string | null;

  constructor(values: AiSdkChatOptionsValues = {}) {
    super(values);
    this.toolChoice = values.toolChoice ?? null;
    this.providerOptions = values.providerOptions ?? null;
    this.providerTools = values.providerTools ?? null;
    this.headers = values.headers ?? null;
    this.seed = values.seed ?? null;
    this.outputSchema = values.outputSchema ?? null;
    if (new.target === AiSdkChatOptions) Object.freeze(this);
  }

  /** @internal */
  get [BRAND](): true {
    return true;
  }

  /** @internal */
  get [STRUCTURED_OUTPUT_CHAT_OPTIONS](): true {
    return true;
  }

  static override builder(): AiSdkChatOptions.Builder {
    return new AiSdkChatOptions.Builder();
  }

  override mutate(): AiSdkChatOptions.Builder {
    return new AiSdkChatOptions.Builder(this);
  }

  withOutputSchema(outputSchema: string | null): AiSdkChatOptions {
    return this.mutate().outputSchema(outputSchema).build();
  }
}

/** Whether these are options of a model of the AI SDK, whichever copy of the package made them. */
export function isAiSdkChatOptions(options: ChatOptions | null | undefined): options is AiSdkChatOptions {
  return options !== null && options !== undefined && BRAND in options;
}

type OwnValues = Omit<AiSdkChatOptionsValues, keyof ToolCallingChatOptionsValues>;

export namespace AiSdkChatOptions {
  /** Collects settings; options that were built before never change. */
  export class Builder extends ToolCallingChatOptions.Builder {
    #own: OwnValues;

    constructor(initial: AiSdkChatOptionsValues = {}) {
      super(initial);
      this.#own = ownValues(initial);
    }

    toolChoice(toolChoice: ToolChoice | null): this {
      return this.#with({ toolChoice });
    }

    /** Replaces the options of all providers. */
    providerOptions(providerOptions: ProviderOptions | null): this {
      return this.#with({ providerOptions });
    }

    providerTools(providerTools: readonly ProviderExecutedTool[] | null): this {
      return this.#with({ providerTools });
    }

    headers(headers: Readonly<Record<string, string>> | null): this {
      return this.#with({ headers });
    }

    seed(seed: number | null): this {
      return this.#with({ seed });
    }

    outputSchema(outputSchema: string | null): this {
      return this.#with({ outputSchema });
    }

    /** Options of providers are merged by provider and name, headers by name; all else is overridden where it is set. */
    override combineWith(other: ChatOptions.Builder | ChatOptions): this {
      super.combineWith(other);
      let source: OwnValues | undefined;
      if (other instanceof Builder) source = other.#own;
      else if (isAiSdkChatOptions(other as ChatOptions)) source = other as AiSdkChatOptions;
      if (!source) return this;
      const own = this.#own;
      return this.#with({
        toolChoice: source.toolChoice ?? own.toolChoice ?? null,
        providerOptions: mergeProviderOptions(own.providerOptions, source.providerOptions),
        providerTools: source.providerTools ?? own.providerTools ?? null,
        headers: source.headers || own.headers ? { ...own.headers, ...source.headers } : null,
        seed: source.seed ?? own.seed ?? null,
        outputSchema: source.outputSchema ?? own.outputSchema ?? null,
      });
    }

    override clone(): AiSdkChatOptions.Builder {
      return new AiSdkChatOptions.Builder(this.build());
    }

    override build(): AiSdkChatOptions {
      const { toolCallbacks, toolContext } = super.build();
      return new AiSdkChatOptions({ ...this.values, toolCallbacks, toolContext, ...this.#own });
    }

    #with(values: OwnValues): this {
      this.#own = { ...this.#own, ...values };
      return this;
    }
  }
}

function ownValues(values: AiSdkChatOptionsValues): OwnValues {
  return {
    toolChoice: values.toolChoice ?? null,
    providerOptions: values.providerOptions ?? null,
    providerTools: values.providerTools ?? null,
    headers: values.headers ?? null,
    seed: values.seed ?? null,
    outputSchema: values.outputSchema ?? null,
  };
}

function mergeProviderOptions(
  base: ProviderOptions | null | undefined,
  over: ProviderOptions | null | undefined,
): ProviderOptions | null {
  if (!base || !over) return over ?? base ?? null;
  const merged: Record<string, JSONObject> = { ...base };
  for (const [provider, options] of Object.entries(over)) merged[provider] = { ...merged[provider], ...options };
  return merged;
}
