import type { AbstractClassType } from '@toolwright/core';

/**
 * A type as application code writes it, where run-time metadata cannot tell.
 *
 * - a name: `'string'`, `'number'`, `'integer'`, `'boolean'`, `'bigint'`, `'date'`, `'bytes'` (base64 text), `'object'`
 *   (any JSON object), `'any'`, `'void'` (no input at all)
 * - a class: `String`, `Number`, `Boolean`, `Date`, or a class whose decorated properties make the schema
 * - `[T]`: an array of T
 * - `{ enum: E }`: one of the values of an enum object, or of a list
 * - `{ map: T }`: a `Map` from text to T; `{ record: T }`: a plain object of T; `{ set: T }`: a `Set` of T
 */
export type TypeSpec =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'bigint'
  | 'date'
  | 'bytes'
  | 'object'
  | 'any'
  | 'void'
  | AbstractClassType
  | readonly [TypeSpec]
  | { readonly enum: Readonly<Record<string, string | number>> | readonly (string | number)[] }
  | { readonly map: TypeSpec }
  | { readonly record: TypeSpec }
  | { readonly set: TypeSpec };
