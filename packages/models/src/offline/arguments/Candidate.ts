/** What a piece of a request looks like. */
export type CandidateKind =
  | 'quoted'
  | 'json'
  | 'url'
  | 'email'
  | 'date'
  | 'time'
  | 'path'
  | 'zone'
  | 'expression'
  | 'unit'
  | 'code'
  | 'number'
  | 'number-word'
  | 'name'
  | 'phrase'
  | 'labelled'
  | 'value'
  | 'reference';

/** A piece of a request that may be the value of a parameter. */
export interface Candidate {
  readonly kind: CandidateKind;
  /** Index of its first character in the request, quotation marks included. */
  readonly start: number;
  /** Index behind its last character. */
  readonly end: number;
  /** As it is written, without quotation marks. */
  readonly text: string;
  /** What it means: a number, an ISO date, a parsed JSON value, the result referred to; otherwise the text. */
  readonly value: unknown;
}

/** Whether two pieces share a character. */
export function overlaps(
  a: { readonly start: number; readonly end: number },
  b: { readonly start: number; readonly end: number },
): boolean {
  return a.start < b.end && b.start < a.end;
}
