import type { MaybePromise } from '@toolwright/core';

/** Tells a model what form its answer must have, and makes a value of the answer. Any object of this shape will do. */
export interface StructuredOutputConverter<T> {
  /** The instruction that is appended to the user text; `''` for none. */
  readonly format: string;
  /** JSON Schema of the answer, for providers that take one and for validation; `''` if there is none. */
  readonly jsonSchema: string;
  /** @throws if the text does not have the form */
  convert(text: string): MaybePromise<T>;
}
