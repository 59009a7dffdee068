import type {
  LanguageModelV3CallOptions,
  LanguageModelV3FinishReason,
  LanguageModelV3FunctionTool,
  LanguageModelV3Prompt,
  LanguageModelV3ProviderTool,
  LanguageModelV3Usage,
  SharedV3ProviderMetadata,
} from '@ai-sdk/provider';

/**
 * What the specifications V2, V3 and V4 of the AI SDK have in common, in the words of V3. Where they differ a field has the
 * types of all of them.
 */
export interface ProviderModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  readonly supportedUrls: PromiseLike<Record<string, RegExp[]>> | Record<string, RegExp[]>;
  doGenerate(options: LanguageModelV3CallOptions): PromiseLike<ProviderAnswer>;
  doStream(options: LanguageModelV3CallOptions): PromiseLike<{ readonly stream: ReadableStream<ProviderStreamPart> }>;
}

export type ProviderMessage = LanguageModelV3Prompt[number];
export type ProviderTool = LanguageModelV3FunctionTool | LanguageModelV3ProviderTool;
export type ProviderMetadata = SharedV3ProviderMetadata;

/** Flat in V2. */
export type ProviderUsage =
  | LanguageModelV3Usage
  | {
      readonly inputTokens?: number | undefined;
      readonly outputTokens?: number | undefined;
      readonly totalTokens?: number | undefined;
      readonly reasoningTokens?: number | undefined;
      readonly cachedInputTokens?: number | undefined;
    };

/** A word in V2. */
export type ProviderFinishReason = LanguageModelV3FinishReason | string;

/** Base64 text or bytes in V2 and V3, tagged in V4. */
export type ProviderFileData =
  | string
  | Uint8Array
  | { readonly type: 'data'; readonly data: string | Uint8Array }
  | { readonly type: 'url'; readonly url: URL | string };

/** One part of an answer; kinds that are not listed are kept for the provider and otherwise ignored. */
export type ProviderContent = { readonly providerMetadata?: ProviderMetadata } & (
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'file'; readonly mediaType: string; readonly data: ProviderFileData }
  | { readonly type: 'source' }
  | {
      readonly type: 'tool-call';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly input: string;
      readonly providerExecuted?: boolean;
    }
  | {
      readonly type: 'tool-result';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly result: unknown;
      readonly isError?: boolean;
      readonly preliminary?: boolean;
    }
  | { readonly type: 'custom'; readonly kind: string }
  | { readonly type: 'reasoning-file'; readonly mediaType: string; readonly data: ProviderFileData }
  | { readonly type: 'tool-approval-request' }
);

/** Something in the request that the provider does not do as asked. */
export interface ProviderWarning {
  readonly type: string;
  readonly feature?: string;
  readonly setting?: unknown;
  readonly tool?: { readonly name?: string };
  readonly details?: string;
  readonly message?: string;
}

export interface ProviderResponseInfo {
  readonly id?: string | undefined;
  readonly timestamp?: Date | undefined;
  readonly modelId?: string | undefined;
}

export interface ProviderAnswer {
  readonly content: readonly ProviderContent[];
  readonly finishReason: ProviderFinishReason;
  readonly usage: ProviderUsage;
  readonly providerMetadata?: ProviderMetadata | undefined;
  readonly response?: ProviderResponseInfo | undefined;
  readonly warnings?: readonly ProviderWarning[] | undefined;
}

interface BlockPart {
  readonly id: string;
  readonly providerMetadata?: ProviderMetadata;
}

/** One part of a streamed answer. */
export type ProviderStreamPart =
  | (BlockPart & { readonly type: 'text-start' | 'text-end' | 'reasoning-start' | 'reasoning-end' | 'tool-input-end' })
  | (BlockPart & { readonly type: 'text-delta' | 'reasoning-delta' | 'tool-input-delta'; readonly delta: string })
  | (BlockPart & {
      readonly type: 'tool-input-start';
      readonly toolName: string;
      readonly providerExecuted?: boolean;
      /** How the pieces are written, default JSON; known to V4 only. */
      readonly inputEncoding?: 'json' | 'text';
    })
  | Exclude<ProviderContent, { readonly type: 'text' | 'reasoning' }>
  | { readonly type: 'stream-start'; readonly warnings: readonly ProviderWarning[] }
  | (ProviderResponseInfo & { readonly type: 'response-metadata' })
  | {
      readonly type: 'finish';
      readonly usage: ProviderUsage;
      readonly finishReason: ProviderFinishReason;
      readonly providerMetadata?: ProviderMetadata | undefined;
    }
  | { readonly type: 'error'; readonly error: unknown }
  | { readonly type: 'raw' | 'ping' };
