import { AssistantMessage, ChatResponse, Generation, type ToolCall } from '@toolwright/model';
import { endsWithoutReason, finishReasonFrom } from './answerFacts.js';
import { answerExtras, answerMetadata, REASONING_CONTENT } from './generatedAnswer.js';
import { ModelResponseException } from '../request/ModelResponseException.js';
import type {
  ProviderContent,
  ProviderMetadata,
  ProviderResponseInfo,
  ProviderStreamPart,
  ProviderWarning,
} from './ProviderModel.js';

interface OpenBlock {
  readonly type: 'text' | 'reasoning';
  text: string;
  providerMetadata?: ProviderMetadata;
}

interface OpenCall {
  readonly index: number;
  readonly name: string;
  arguments: string;
}

/**
 * Turns the parts of a streamed answer into chunks. Text and pieces of tool calls are handed out as they come; the last
 * chunk carries thoughts, files, usage, the finish reason and what has to be sent back.
 */
export class StreamedAnswer {
  readonly #model: string;
  readonly #modelId: string;
  readonly #content: (ProviderContent | OpenBlock)[] = [];
  readonly #blocks = new Map<string, OpenBlock>();
  /** The calls that are not complete; some servers give several calls of an answer one id. */
  readonly #calls = new Map<string, OpenCall>();
  #callCount = 0;
  #warnings: readonly ProviderWarning[] = [];
  #response: ProviderResponseInfo = {};
  #finished = false;

  /** @param model names the model in exceptions */
  constructor(model: string, modelId: string) {
    this.#model = model;
    this.#modelId = modelId;
  }

  get warnings(): readonly ProviderWarning[] {
    return this.#warnings;
  }

  /** @returns the chunk that the part makes, if it makes one */
  add(part: ProviderStreamPart): ChatResponse | undefined {
    switch (part.type) {
      case 'text-delta':
        return this.#delta('text', part);
      case 'reasoning-delta':
        return this.#delta('reasoning', part);
      case 'text-start':
      case 'text-end':
        this.#block('text', part);
        return undefined;
      case 'reasoning-start':
      case 'reasoning-end':
        this.#block('reasoning', part);
        return undefined;
      case 'tool-input-start':
        // Pieces of plain text are not those of the JSON that the complete call has, so it is handed out whole.
        return part.providerExecuted || part.inputEncoding === 'text'
          ? undefined
          : this.#startCall(part.id, part.toolName);
      case 'tool-input-delta':
        return this.#continueCall(part.id, part.delta);
      case 'tool-call':
        this.#content.push(part);
        return part.providerExecuted ? undefined : this.#completeCall(part);
      case 'tool-result':
      case 'file':
      case 'source':
      case 'custom':
      case 'reasoning-file':
        this.#content.push(part);
        return undefined;
      case 'stream-start':
        this.#warnings = part.warnings ?? [];
        return undefined;
      case 'response-metadata':
        this.#response = { ...this.#response, ...definedEntries(part) };
        return undefined;
      case 'finish':
        return this.#finish(part);
      default:
        return undefined;
    }
  }

  /** @throws {ModelResponseException} if the stream ended before the answer did */
  requireFinished(): void {
    if (this.#finished) return;
    throw new ModelResponseException(this.#model, 'the stream ended before the answer was complete');
  }

  #delta(type: OpenBlock['type'], part: { id: string; delta: string; providerMetadata?: ProviderMetadata }) {
    const block = this.#block(type, part);
    block.text += part.delta;
    if (part.delta === '') return undefined;
    return type === 'text'
      ? chunk(new AssistantMessage(part.delta))
      : chunk(new AssistantMessage(null, { metadata: { [REASONING_CONTENT]: part.delta } }));
  }

  /** The block of a part, made at its first part; what a later part says about it replaces what an earlier one said. */
  #block(type: OpenBlock['type'], part: { id: string; providerMetadata?: ProviderMetadata }): OpenBlock {
    const key = `${type} ${part.id}`;
    let block = this.#blocks.get(key);
    if (!block) {
      block = { type, text: '' };
      this.#blocks.set(key, block);
      this.#content.push(block);
    }
    if (part.providerMetadata) block.providerMetadata = merged(block.providerMetadata, part.providerMetadata);
    // Providers may use an id again for the next block.
    if ('type' in part && (part.type === 'text-end' || part.type === 'reasoning-end')) this.#blocks.delete(key);
    return block;
  }

  #startCall(id: string, name: string): ChatResponse {
    const index = this.#callCount++;
    this.#calls.set(id, { index, name, arguments: '' });
    return callChunk({ id, type: 'function', name, arguments: '', index });
  }

  #continueCall(id: string, delta: string): ChatResponse | undefined {
    const call = this.#calls.get(id);
    if (!call || delta === '') return undefined;
    call.arguments += delta;
    return callChunk({ id, type: 'function', name: '', arguments: delta, index: call.index });
  }

  #completeCall(part: Extract<ProviderContent, { type: 'tool-call' }>): ChatResponse | undefined {
    const { toolCallId: id, toolName: name, input } = part;
    const call = this.#calls.get(id);
    if (!call) return callChunk({ id, type: 'function', name, arguments: input, index: this.#callCount++ });
    if (!input.startsWith(call.arguments) || call.name !== name) {
      throw new ModelResponseException(this.#model, `the pieces of the tool call '${id}' do not add up to the call`);
    }
    this.#calls.delete(id);
    const rest = input.slice(call.arguments.length);
    return rest === '' ? undefined : callChunk({ id, type: 'function', name: '', arguments: rest, index: call.index });
  }

  #finish(part: Extract<ProviderStreamPart, { type: 'finish' }>): ChatResponse {
    const [open] = this.#calls.keys();
    if (open !== undefined) throw new ModelResponseException(this.#model, `the tool call '${open}' was not completed`);
    // Packages end an answer that broke off as if it were complete.
    this.#finished = !endsWithoutReason(part.finishReason);
    this.requireFinished();
    const output = new AssistantMessage(null, answerExtras(this.#content));
    const metadata = answerMetadata({ ...part, response: this.#response, warnings: this.#warnings }, this.#modelId);
    return new ChatResponse([new Generation(output, finishReasonFrom(part.finishReason))], metadata);
  }
}

function chunk(output: AssistantMessage): ChatResponse {
  return new ChatResponse([new Generation(output)]);
}

function callChunk(call: ToolCall): ChatResponse {
  return chunk(new AssistantMessage(null, { toolCalls: [call] }));
}

function merged(known: ProviderMetadata | undefined, added: ProviderMetadata): ProviderMetadata {
  if (!known) return added;
  const result = { ...known };
  for (const [provider, values] of Object.entries(added)) result[provider] = { ...result[provider], ...values };
  return result;
}

function definedEntries(info: ProviderResponseInfo): ProviderResponseInfo {
  return {
    ...(info.id !== undefined && { id: info.id }),
    ...(info.timestamp !== undefined && { timestamp: info.timestamp }),
    ...(info.modelId !== undefined && { modelId: info.modelId }),
  };
}
