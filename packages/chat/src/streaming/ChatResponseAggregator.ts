import {
  AssistantMessage,
  ChatResponse,
  type ChatResponseMetadata,
  EMPTY_GENERATION_METADATA,
  type ChatGenerationMetadata,
  EMPTY_USAGE,
  Generation,
  type Media,
  type ToolCall,
  type Usage,
  usageOf,
} from '@toolwright/model';
import { ToolCallAssembler } from './ToolCallAssembler.js';

/**
 * Makes one response out of the chunks of one model request, chunk by chunk. Only the first answer of a chunk counts;
 * texts are joined, tool calls put together, of metadata the last that is present is kept (TS-04 to TS-07).
 */
export class ChatResponseAggregator {
  #text = '';
  #thoughts: string | undefined;
  #textWithoutThoughts = '';
  #id = '';
  #model = '';
  #usage: Usage = EMPTY_USAGE;
  #generationMetadata: ChatGenerationMetadata = EMPTY_GENERATION_METADATA;
  #media: Media[] | undefined;
  readonly #messageMetadata = newRecord();
  readonly #responseMetadata = newRecord();
  readonly #toolCalls = new ToolCallAssembler();

  add(chunk: ChatResponse): void {
    const generation = chunk.results[0];
    if (generation) this.#addGeneration(generation);
    this.#addMetadata(chunk.metadata);
  }

  /** What the chunks so far amount to; without any, one answer with the text `''`. */
  get response(): ChatResponse {
    const metadata =
      this.#thoughts === undefined
        ? this.#messageMetadata
        : {
            ...this.#messageMetadata,
            thoughts: this.#thoughts,
            outputWithoutThoughts: this.#textWithoutThoughts,
          };
    const output = new AssistantMessage(this.#text, {
      toolCalls: this.#toolCalls.toolCalls,
      metadata,
      ...(this.#media && { media: this.#media }),
    });
    return new ChatResponse([new Generation(output, this.#generationMetadata)], {
      ...this.#responseMetadata,
      id: this.#id,
      model: this.#model,
      usage: this.#usage,
    });
  }

  #addGeneration({ output, metadata }: Generation): void {
    const text = output.text ?? '';
    if (output.metadata['isThought'] === true) {
      // Up to the first thought both texts are the same.
      if (this.#thoughts === undefined) this.#textWithoutThoughts = this.#text;
      this.#thoughts = (this.#thoughts ?? '') + text;
    } else if (this.#thoughts !== undefined) this.#textWithoutThoughts += text;
    this.#text += text;
    for (const key in output.metadata) if (key !== 'messageType') this.#messageMetadata[key] = output.metadata[key];
    if (output.toolCalls.length > 0) this.#toolCalls.add(output.toolCalls);
    if (output.media.length > 0) this.#media = [...(this.#media ?? []), ...output.media];
    if (metadata !== EMPTY_GENERATION_METADATA) {
      const finishReason = metadata.finishReason ?? this.#generationMetadata.finishReason;
      this.#generationMetadata = { ...this.#generationMetadata, ...metadata, finishReason };
    }
  }

  #addMetadata(metadata: ChatResponseMetadata): void {
    for (const key in metadata) {
      const value = metadata[key];
      if (key === 'id') this.#id = metadata.id || this.#id;
      else if (key === 'model') this.#model = metadata.model || this.#model;
      else if (key === 'usage') this.#addUsage(metadata.usage);
      else if (key === 'toolCalls' && Array.isArray(value)) this.#toolCalls.add(value as readonly ToolCall[]);
      else if (value !== null && value !== undefined) this.#responseMetadata[key] = value;
    }
  }

  /** Figures of a stream are running totals: per field the last one above 0, never a sum (TS-06). */
  #addUsage(usage: Usage): void {
    if (usage === EMPTY_USAGE) return;
    const known = this.#usage;
    this.#usage = usageOf(
      usage.promptTokens || known.promptTokens,
      usage.completionTokens || known.completionTokens,
      usage.totalTokens || known.totalTokens,
      {
        cacheReadInputTokens: usage.cacheReadInputTokens || known.cacheReadInputTokens,
        cacheWriteInputTokens: usage.cacheWriteInputTokens || known.cacheWriteInputTokens,
        reasoningTokens: usage.reasoningTokens || known.reasoningTokens,
        nativeUsage: usage.nativeUsage ?? known.nativeUsage,
      },
    );
  }
}

/** A record for which every key is one like any other, `__proto__` included. */
function newRecord(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}
