import type { AbstractClassType } from '@toolwright/core';
import type { DeclaredType } from './DeclaredType.js';
import type { JsonSchemaNode } from './JsonSchemaNode.js';

/** A type that a model can send: the common ground of schema generation and argument conversion. */
export type ValueType =
  | { readonly kind: ScalarKind }
  | { readonly kind: 'enum'; readonly values: readonly (string | number)[] }
  | ContainerType
  | { readonly kind: 'class'; readonly type: AbstractClassType }
  | DeclaredType;

/** A type with elements of one type: arrays and sets by position, maps and records by key. */
export interface ContainerType {
  readonly kind: 'array' | 'set' | 'map' | 'record';
  readonly element: ValueType;
  /** Constraints of each element. */
  readonly elementKeywords?: JsonSchemaNode;
}

/** Types without parts. `object` is any JSON object; `void` is no value at all. */
export type ScalarKind =
  | 'any'
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'bigint'
  | 'date'
  | 'bytes'
  | 'object'
  | 'void';

/** The type of which nothing is known. */
export const ANY: ValueType = Object.freeze({ kind: 'any' });

/** A named place for a value: a parameter of a tool, or a property of a parameter's class. */
export interface ValueSlot {
  /** The key in the JSON. */
  readonly name: string;
  readonly type: ValueType;
  /** Constraints added to the type's node. */
  readonly keywords: JsonSchemaNode;
  /** Given by the application instead of a generated node. */
  readonly node?: JsonSchemaNode;
  readonly description?: string;
  readonly required: boolean;
}
