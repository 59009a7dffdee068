import { requireNonNull, requireNonNullElements, requireText } from '@toolwright/core';
import type { Media } from '@toolwright/model';
import { type ContextInput, recordOf } from './Context.js';

/** Describes the system text of a request: its template, parameters and metadata. */
export class PromptSystemSpec {
  #text: string | null = null;
  #params: Readonly<Record<string, unknown>> = {};
  #metadata: Readonly<Record<string, unknown>> = {};

  /** @throws {IllegalArgumentException} `text cannot be null or empty` */
  text(text: string): this {
    this.#text = requireText(text, 'text cannot be null or empty');
    return this;
  }

  /** @throws {IllegalArgumentException} `key cannot be null or empty`, `value cannot be null` */
  param(key: string, value: unknown): this {
    requireText(key, 'key cannot be null or empty');
    this.#params = { ...this.#params, [key]: requireNonNull(value, 'value cannot be null') };
    return this;
  }

  /** @throws {IllegalArgumentException} `params cannot be null`, and for missing keys and values (CC-15) */
  params(params: ContextInput): this {
    this.#params = { ...this.#params, ...recordOf(params, 'params', 'param') };
    return this;
  }

  /**
   * Metadata of the message: one entry or several.
   *
   * @throws {IllegalArgumentException} for missing keys and values (CC-15)
   */
  metadata(metadata: ContextInput): this;
  metadata(key: string, value: unknown): this;
  metadata(metadataOrKey: ContextInput | string, ...value: readonly [unknown?]): this {
    if (value.length > 0) {
      const key = requireText(metadataOrKey as string, 'metadata key cannot be null or empty');
      this.#metadata = { ...this.#metadata, [key]: requireNonNull(value[0], 'metadata value cannot be null') };
    } else {
      this.#metadata = { ...this.#metadata, ...recordOf(metadataOrKey as ContextInput, 'metadata', 'metadata') };
    }
    return this;
  }

  /** @internal */
  get described(): PromptText {
    return { text: this.#text, params: this.#params, metadata: this.#metadata, media: [] };
  }
}

/** Describes the user text of a request: its template, parameters, metadata and media. */
export class PromptUserSpec extends PromptSystemSpec {
  #media: readonly Media[] = [];

  /** @throws {IllegalArgumentException} `media cannot be null`, `media cannot contain null elements` */
  media(...media: readonly Media[]): this {
    if (media.length === 1) requireNonNull(media[0], 'media cannot be null');
    requireNonNullElements(media, 'media cannot be null', 'media cannot contain null elements');
    this.#media = [...this.#media, ...media];
    return this;
  }

  /** @internal */
  override get described(): PromptText {
    return { ...super.described, media: this.#media };
  }
}

/** A text of a request before it is rendered. */
export interface PromptText {
  /** The template; null if there is none. */
  readonly text: string | null;
  readonly params: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly media: readonly Media[];
}

/** A text that says nothing. */
export const NO_TEXT: PromptText = Object.freeze({
  text: null,
  params: Object.freeze({}),
  metadata: Object.freeze({}),
  media: Object.freeze([]),
});

/** `base` with what `added` says: its text if it has one, its entries beside the others (CC-07, CC-09, CC-14). */
export function mergeTexts(base: PromptText, added: PromptText): PromptText {
  return {
    text: added.text ?? base.text,
    params: joined(base.params, added.params),
    metadata: joined(base.metadata, added.metadata),
    media: added.media.length > 0 ? [...base.media, ...added.media] : base.media,
  };
}

function joined(
  base: Readonly<Record<string, unknown>>,
  added: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  for (const _ in added) return { ...base, ...added };
  return base;
}
