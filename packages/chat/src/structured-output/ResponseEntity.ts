import type { ChatResponse } from '@toolwright/model';

/** An answer, and the value that was made of it. */
export interface ResponseEntity<T> {
  readonly response: ChatResponse | null;
  /** Null if the answer has no text. */
  readonly entity: T | null;
}
