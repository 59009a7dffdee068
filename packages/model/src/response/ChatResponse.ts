import type { Generation } from './Generation.js';
import { EMPTY_USAGE, type Usage } from './Usage.js';

/** What is known about a response as a whole. */
export interface ChatResponseMetadata extends Readonly<Record<string, unknown>> {
  /** The provider's id of the response, `''` if it gave none. */
  readonly id: string;
  /** The model that answered, `''` if not said. */
  readonly model: string;
  readonly usage: Usage;
}

/** The metadata of a response about which nothing is known. */
export const EMPTY_RESPONSE_METADATA: ChatResponseMetadata = Object.freeze({ id: '', model: '', usage: EMPTY_USAGE });

/** The answers to one model request, or one chunk of them when streaming. Immutable. */
export class ChatResponse {
  readonly results: readonly Generation[];
  readonly metadata: ChatResponseMetadata;

  /** @param metadata missing fields are empty */
  constructor(results: readonly Generation[], metadata?: Partial<ChatResponseMetadata>) {
    this.results = results;
    this.metadata = metadata ? withoutGaps(metadata) : EMPTY_RESPONSE_METADATA;
  }

  /** The first answer, or null. */
  get result(): Generation | null {
    return this.results[0] ?? null;
  }

  /** Whether any answer asks for a tool. */
  hasToolCalls(): boolean {
    const { results } = this;
    // Asked after each model request and each chunk; an iterator costs more than all else here.
    for (let i = 0; i < results.length; i++) if ((results[i] as Generation).output.hasToolCalls()) return true;
    return false;
  }

  /** Whether any answer ended for one of `reasons`, ignoring case; an unknown reason compares as `''` (AD-21). */
  hasFinishReasons(reasons: readonly string[]): boolean {
    const wanted = new Set(reasons.map((reason) => reason.toLowerCase()));
    return this.results.some(({ metadata }) => wanted.has((metadata.finishReason ?? '').toLowerCase()));
  }

  /** This response with other metadata entries beside its own. */
  withMetadata(metadata: Partial<ChatResponseMetadata>): ChatResponse {
    return new ChatResponse(this.results, { ...this.metadata, ...metadata });
  }
}

/** A field may be there and yet hold nothing. */
function withoutGaps(metadata: Partial<ChatResponseMetadata>): ChatResponseMetadata {
  // The known fields come first in all of them: filling them in behind others costs ten times as much.
  const whole: { id?: string; model?: string; usage?: Usage } = { id: '', model: '', usage: EMPTY_USAGE, ...metadata };
  whole.id ??= '';
  whole.model ??= '';
  whole.usage ??= EMPTY_USAGE;
  return whole as ChatResponseMetadata;
}
