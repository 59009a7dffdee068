import type { JSONSchema7, LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { IllegalArgumentException, LoggerFactory, requireNonNull } from '@toolwright/core';
import {
  ChatModel,
  type ChatModelCapabilities,
  type ChatModelRunOptions,
  type ChatOptions,
  type ChatResponse,
  type Message,
  type Prompt,
  type UserMessage,
} from '@toolwright/model';
import { isToolCallingChatOptions } from '@toolwright/tools';
import { requestFailure } from '../request/requestFailure.js';
import { RequestPolicy } from '../request/RequestPolicy.js';
import { AiSdkChatOptions, isAiSdkChatOptions } from './AiSdkChatOptions.js';
import type { AiSdkLanguageModel } from './AiSdkLanguageModel.js';
import { describeWarning } from './answerFacts.js';
import { generatedAnswer } from './generatedAnswer.js';
import { providerMessages } from './providerMessages.js';
import type { ProviderModel, ProviderStreamPart, ProviderWarning } from './ProviderModel.js';
import { ProviderTools } from './providerTools.js';
import { type ProviderTraits, providerTraits } from './providerTraits.js';
import { StreamedAnswer } from './StreamedAnswer.js';

const logger = LoggerFactory.getLogger('toolwright.models');

const SPECIFICATIONS = ['v2', 'v3', 'v4'];

/** Settings of an {@link AiSdkChatModel}. */
export interface AiSdkChatModelOptions {
  /** Options of requests that bring none, and the base of a client's; default: only the name of the model. */
  readonly defaultOptions?: ChatOptions;
  /**
   * The provider's model of another name, for requests whose options name one; default: such requests are refused, since
   * the model alone cannot answer as another one.
   */
  readonly modelOf?: (name: string) => AiSdkLanguageModel;
  /** How requests are sent; default: three attempts, ten minutes each. */
  readonly policy?: RequestPolicy;
}

/**
 * Any language model of the Vercel AI SDK as a chat model. It is told of tools but never runs them, except those that the
 * provider runs itself.
 *
 * Of an answer the message has text, tool calls and files; its metadata have the thoughts (`reasoningContent`), `sources`,
 * and what the provider wants to have back with the next request (`providerContent`). Finish reasons are `STOP`,
 * `TOOL_CALLS`, `LENGTH`, `CONTENT_FILTER`, `ERROR` and `OTHER`; `nativeFinishReason` is the provider's word. The response's
 * metadata have `providerMetadata`, `created` and `warnings` where there are any.
 *
 * @example
 * const model = new AiSdkChatModel(createOpenAI({ apiKey })('gpt-5-mini'));
 */
export class AiSdkChatModel extends ChatModel {
  readonly #model: ProviderModel;
  readonly #modelOf: ((name: string) => AiSdkLanguageModel) | undefined;
  readonly #others = new Map<string, ProviderModel>();
  readonly #options: ChatOptions;
  readonly #policy: RequestPolicy;
  readonly #traits: ProviderTraits;
  readonly #tools: ProviderTools;
  readonly #warned = new Set<string>();

  /** @throws {IllegalArgumentException} if the model follows none of the specifications V2, V3 and V4 */
  constructor(model: AiSdkLanguageModel, options: AiSdkChatModelOptions = {}) {
    super();
    this.#model = providerModel(requireNonNull(model, 'model cannot be null'));
    this.#modelOf = options.modelOf;
    this.#options = options.defaultOptions ?? new AiSdkChatOptions({ model: model.modelId });
    this.#policy = options.policy ?? new RequestPolicy();
    this.#traits = providerTraits(model.provider);
    this.#tools = new ProviderTools(this.#traits, model.specificationVersion);
  }

  override get defaultOptions(): ChatOptions {
    return this.#options;
  }

  override get capabilities(): ChatModelCapabilities {
    return this.#traits.capabilities;
  }

  /** The name of the provider, such as `openai.responses`. */
  get provider(): string {
    return this.#model.provider;
  }

  /**
   * @throws {ModelRequestException} if the provider refuses the request or cannot be reached
   * @throws {ModelTimeoutException} if it takes too long
   * @throws {ModelResponseException} if the answer cannot be used
   * @throws {IllegalArgumentException} if the options name a model that is not known, or a message has the address of a
   *   file that the provider cannot fetch
   */
  override async call(prompt: Prompt, { signal }: ChatModelRunOptions = {}): Promise<ChatResponse> {
    const { model, name, request } = await this.#prepare(prompt);
    const send = async (abortSignal: AbortSignal) => model.doGenerate({ ...request, abortSignal });
    const answer = await this.#policy.run(name, send, signal);
    this.#warn(name, answer.warnings ?? []);
    return generatedAnswer(answer, name, model.modelId);
  }

  /**
   * Hands out text and pieces of tool calls as they come.
   *
   * @throws as {@link call} does
   */
  override async *stream(prompt: Prompt, { signal }: ChatModelRunOptions = {}): AsyncIterable<ChatResponse> {
    const { model, name, request } = await this.#prepare(prompt);
    let answer = new StreamedAnswer(name, model.modelId);
    const open = async (abortSignal: AbortSignal) => {
      answer = new StreamedAnswer(name, model.modelId);
      return (await model.doStream({ ...request, abortSignal })).stream;
    };
    const read = (part: ProviderStreamPart) => {
      if (part.type === 'error') throw requestFailure(part.error, name);
      const chunk = answer.add(part);
      if (part.type === 'stream-start') this.#warn(name, answer.warnings);
      return chunk;
    };
    yield* this.#policy.stream(name, open, signal, read);
    answer.requireFinished();
  }

  async #prepare({ instructions, options }: Prompt) {
    const chosen = options ?? this.#options;
    const model = this.#modelFor(chosen.model);
    const name = `${model.provider} ${model.modelId}`;
    for (const message of instructions) {
      if (message.messageType === 'user') await requireFetchable(message as UserMessage, model, name);
    }
    return { model, name, request: this.#requestOf(instructions, chosen) };
  }

  #modelFor(modelId: string | null): ProviderModel {
    if (modelId === null || modelId === this.#model.modelId) return this.#model;
    const known = this.#others.get(modelId);
    if (known) return known;
    if (!this.#modelOf) {
      throw new IllegalArgumentException(
        `The options ask for the model '${modelId}', but this is ${this.#model.provider} ${this.#model.modelId}; ` +
          'give the chat model a `modelOf` to answer as others.',
      );
    }
    const made = providerModel(this.#modelOf(modelId));
    this.#others.set(modelId, made);
    return made;
  }

  #requestOf(instructions: readonly Message[], chosen: ChatOptions): LanguageModelV3CallOptions {
    const own = isAiSdkChatOptions(chosen) ? chosen : undefined;
    const callbacks = isToolCallingChatOptions(chosen) ? chosen.toolCallbacks : null;
    const choice = own?.toolChoice ?? null;
    const tools = this.#tools.forRequest(callbacks ?? NO_TOOLS, own?.providerTools ?? undefined, choice, instructions);
    const schema = own?.outputSchema;
    const request: LanguageModelV3CallOptions = {
      prompt: providerMessages(instructions, this.#model.specificationVersion === 'v4'),
      ...(chosen.maxTokens !== null && { maxOutputTokens: chosen.maxTokens }),
      ...(chosen.temperature !== null && { temperature: chosen.temperature }),
      ...(chosen.stopSequences && { stopSequences: [...chosen.stopSequences] }),
      ...(chosen.topP !== null && { topP: chosen.topP }),
      ...(chosen.topK !== null && { topK: chosen.topK }),
      ...(chosen.presencePenalty !== null && { presencePenalty: chosen.presencePenalty }),
      ...(chosen.frequencyPenalty !== null && { frequencyPenalty: chosen.frequencyPenalty }),
      ...tools,
      ...(schema && { responseFormat: { type: 'json' as const, schema: JSON.parse(schema) as JSONSchema7 } }),
      ...(own?.seed !== null && own?.seed !== undefined && { seed: own.seed }),
      ...(own?.headers && { headers: own.headers }),
      ...(own?.providerOptions && { providerOptions: own.providerOptions }),
    };
    return this.#traits.settings?.(request) ?? request;
  }

  /** Each warning is logged once, however many requests have it. */
  #warn(name: string, warnings: readonly ProviderWarning[]): void {
    for (const warning of warnings) {
      const text = `${name}: ${describeWarning(warning)}`;
      if (this.#warned.has(text) || this.#warned.size >= MOST_WARNINGS) continue;
      this.#warned.add(text);
      logger.warn(text);
    }
  }
}

const NO_TOOLS = Object.freeze([]);
const MOST_WARNINGS = 100;

function providerModel(model: AiSdkLanguageModel): ProviderModel {
  const { specificationVersion } = model;
  if (SPECIFICATIONS.includes(specificationVersion)) return model as ProviderModel;
  throw new IllegalArgumentException(
    `The model follows specification '${specificationVersion as string}' of the AI SDK; ` +
      `supported are ${SPECIFICATIONS.join(', ')}.`,
  );
}

/** The provider fetches addresses, never this process: an address may point to what only this process can reach. */
async function requireFetchable({ media }: UserMessage, model: ProviderModel, name: string): Promise<void> {
  for (const { data, mimeType } of media) {
    if (!(data instanceof URL)) continue;
    const fetchable = Object.entries(await model.supportedUrls).some(
      ([type, patterns]) => covers(type, mimeType) && patterns.some((pattern) => pattern.test(data.href)),
    );
    if (fetchable) continue;
    throw new IllegalArgumentException(
      `${name} cannot fetch ${mimeType} from ${data.origin}; load it and pass the bytes as the media's data.`,
    );
  }
}

/** Whether `image/*`, `*` and the like cover a media type. */
function covers(type: string, mimeType: string): boolean {
  if (type === '*' || type === '*/*') return true;
  return type.endsWith('/*') ? mimeType.startsWith(type.slice(0, -1)) : type === mimeType;
}
