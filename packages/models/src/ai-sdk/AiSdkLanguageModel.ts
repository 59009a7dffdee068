import type { LanguageModelV2, LanguageModelV3 } from '@ai-sdk/provider';

/**
 * A language model of any provider of the Vercel AI SDK: specification V2 or V3, or V4, which is told by its shape because
 * its types need a newer Node.js.
 */
export type AiSdkLanguageModel = LanguageModelV2 | LanguageModelV3 | AiSdkLanguageModelV4;

/** A language model of specification V4, as far as it is used here. */
export interface AiSdkLanguageModelV4 {
  readonly specificationVersion: 'v4';
  readonly provider: string;
  readonly modelId: string;
  readonly supportedUrls: PromiseLike<Record<string, RegExp[]>> | Record<string, RegExp[]>;
  doGenerate(options: never): PromiseLike<unknown>;
  doStream(options: never): PromiseLike<{ readonly stream: ReadableStream<unknown> }>;
}
