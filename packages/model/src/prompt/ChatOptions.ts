/** The settings of {@link ChatOptions} by name; a missing or null entry means "not set". */
export interface ChatOptionsValues {
  /** Name of the model, as its provider spells it. */
  readonly model?: string | null;
  /** Penalty on words that occurred often, provider's range. */
  readonly frequencyPenalty?: number | null;
  /** Upper bound of the answer, in tokens. */
  readonly maxTokens?: number | null;
  /** Penalty on words that occurred at all, provider's range. */
  readonly presencePenalty?: number | null;
  /** Texts at which the model stops. */
  readonly stopSequences?: readonly string[] | null;
  /** Randomness, provider's range; 0 is the least. */
  readonly temperature?: number | null;
  /** Number of candidates per token. */
  readonly topK?: number | null;
  /** Probability mass of the candidates, 0 to 1. */
  readonly topP?: number | null;
}

/**
 * What a request asks of the model beside its messages. Options are frozen; a field that was not set is null, which is
 * distinct from an empty list. Change one through `mutate()`.
 */
export class ChatOptions {
  readonly model: string | null;
  readonly frequencyPenalty: number | null;
  readonly maxTokens: number | null;
  readonly presencePenalty: number | null;
  readonly stopSequences: readonly string[] | null;
  readonly temperature: number | null;
  readonly topK: number | null;
  readonly topP: number | null;

  constructor(values: ChatOptionsValues = {}) {
    this.model = values.model ?? null;
    this.frequencyPenalty = values.frequencyPenalty ?? null;
    this.maxTokens = values.maxTokens ?? null;
    this.presencePenalty = values.presencePenalty ?? null;
    this.stopSequences = values.stopSequences ? Object.freeze([...values.stopSequences]) : null;
    this.temperature = values.temperature ?? null;
    this.topK = values.topK ?? null;
    this.topP = values.topP ?? null;
    if (new.target === ChatOptions) Object.freeze(this);
  }

  static builder(): ChatOptions.Builder {
    return new ChatOptions.Builder();
  }

  /** A builder filled with these options; the options themselves never change. */
  mutate(): ChatOptions.Builder {
    return new ChatOptions.Builder(this);
  }
}

/** Mutable copy of {@link ChatOptionsValues}, the state of a builder. */
type Draft<T> = { -readonly [K in keyof T]: T[K] };

export namespace ChatOptions {
  /** Collects settings; nothing that was built before changes when the builder does. */
  export class Builder {
    protected readonly values: Draft<ChatOptionsValues>;

    constructor(initial: ChatOptionsValues = {}) {
      this.values = {
        model: initial.model ?? null,
        frequencyPenalty: initial.frequencyPenalty ?? null,
        maxTokens: initial.maxTokens ?? null,
        presencePenalty: initial.presencePenalty ?? null,
        stopSequences: initial.stopSequences ?? null,
        temperature: initial.temperature ?? null,
        topK: initial.topK ?? null,
        topP: initial.topP ?? null,
      };
    }

    model(model: string | null): this {
      this.values.model = model;
      return this;
    }

    frequencyPenalty(frequencyPenalty: number | null): this {
      this.values.frequencyPenalty = frequencyPenalty;
      return this;
    }

    maxTokens(maxTokens: number | null): this {
      this.values.maxTokens = maxTokens;
      return this;
    }

    presencePenalty(presencePenalty: number | null): this {
      this.values.presencePenalty = presencePenalty;
      return this;
    }

    stopSequences(stopSequences: readonly string[] | null): this {
      this.values.stopSequences = stopSequences;
      return this;
    }

    temperature(temperature: number | null): this {
      this.values.temperature = temperature;
      return this;
    }

    topK(topK: number | null): this {
      this.values.topK = topK;
      return this;
    }

    topP(topP: number | null): this {
      this.values.topP = topP;
      return this;
    }

    /** Takes over every field that is set in `other`; stop sequences are appended, all others overridden (OP-01, OP-02). */
    combineWith(other: ChatOptions.Builder | ChatOptions): this {
      const source: ChatOptionsValues = other instanceof Builder ? other.values : other;
      const own = this.values;
      own.model = source.model ?? own.model ?? null;
      own.frequencyPenalty = source.frequencyPenalty ?? own.frequencyPenalty ?? null;
      own.maxTokens = source.maxTokens ?? own.maxTokens ?? null;
      own.presencePenalty = source.presencePenalty ?? own.presencePenalty ?? null;
      own.temperature = source.temperature ?? own.temperature ?? null;
      own.topK = source.topK ?? own.topK ?? null;
      own.topP = source.topP ?? own.topP ?? null;
      if (source.stopSequences) own.stopSequences = [...(own.stopSequences ?? []), ...source.stopSequences];
      return this;
    }

    /** A builder with the same settings, independent of this one. */
    clone(): ChatOptions.Builder {
      return new ChatOptions.Builder(this.values);
    }

    build(): ChatOptions {
      return new ChatOptions(this.values);
    }
  }
}
