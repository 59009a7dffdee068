import type { AiSdkLanguageModel } from '@toolwright/models';
import type { WireReply } from '../ProviderServer.js';

/** A call of a tool as the model writes it. */
export interface WireCall {
  readonly id: string;
  readonly name: string;
  readonly input: object;
}

/** Why a provider ends a stream; only the first two pass. */
export type StreamFailureKind = 'overload' | 'rate-limit' | 'refusal';

/** What a model answers. */
export interface WireAnswer {
  /** Thoughts before the answer. */
  readonly thoughts?: string;
  /** Pieces of the text, in a stream one event each. */
  readonly text?: readonly string[];
  readonly calls?: readonly WireCall[];
}

/**
 * One provider's format, as its public API reference documents it. Every answer counts 20 request tokens, 8 of them from the
 * cache where the format can say so, and 9 answer tokens, 4 of them of thoughts.
 */
export interface WireFormat {
  readonly name: string;
  readonly modelId: string;
  /** What the format cannot say. */
  readonly lacks?: {
    readonly callIds?: true;
    readonly cache?: true;
    readonly reasoningTokens?: true;
    readonly responseId?: true;
    /** An error instead of an answer is an empty answer for the provider's package. */
    readonly errorAsAnswer?: true;
  };
  /** What stands for an answer in later requests, if the provider keeps its answers; default: its text. */
  readonly answerReference?: string;
  /** How the request after an answer has the thoughts 'Hm.'; absent if the format has none. */
  readonly thoughtsBack?: object;
  /** An answer of another form that says 'tell nobody'; default: an object without anything that is expected. */
  readonly malformed?: string;
  /** The provider's own words for the ends of an answer. */
  readonly finish: { readonly stop: string; readonly calls: string };
  model(url: string, options?: { readonly fetch?: typeof fetch }): AiSdkLanguageModel;
  answer(answer: WireAnswer): WireReply;
  stream(answer: WireAnswer): WireReply;
  /** An error as the provider reports it. */
  failure(status: number, message: string): WireReply;
  /** An error inside of a stream that was answered with status 200; absent if the provider's package leaves it out. */
  streamFailure?(kind: StreamFailureKind, message: string): string;
  /** The request for `Status of orders 7 and 8?` with system text, memory of nothing and two tools, but for `tools`. */
  readonly expected: {
    readonly path: string;
    readonly streamPath?: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly first: object;
    readonly streamed: object;
    readonly tools: object;
    /** How a request forbids the use of tools, and whether it has them. */
    readonly noToolUse: { readonly tools: boolean; readonly [field: string]: unknown };
    /** How a request without tools declares those of earlier calls, where the provider wants to know them. */
    readonly usedTools?: { readonly tools: unknown; readonly tool_choice: unknown };
    /** The messages of the second request, with the two calls and their results. */
    readonly second: object;
  };
}
