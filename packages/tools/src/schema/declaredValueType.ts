import type { ManifestValue } from '../manifest/ToolSchemaManifestData.js';
import { TYPE_HINT } from './DeclaredType.js';
import type { JsonSchemaNode } from './JsonSchemaNode.js';
import { ANY, type ContainerType, type ScalarKind, type ValueType } from './ValueType.js';

/** A type of the manifest: what can be said in terms of {@link ValueType} is, so that its values bind quickly. */
export interface DeclaredValueType {
  readonly type: ValueType;
  /** Constraints from doc comments. */
  readonly keywords: JsonSchemaNode;
}

const SCALARS: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);
const HINTED: Readonly<Record<string, ScalarKind>> = { Date: 'date', bigint: 'bigint', bytes: 'bytes' };
const SHAPING: readonly string[] = ['enum', 'const', 'anyOf', 'oneOf', 'allOf', 'not', '$ref'];

/**
 * The type of a value in the manifest.
 *
 * @param reflected what run-time metadata say: a class of the same name is kept, because only it makes instances
 */
export function declaredValueType(value: ManifestValue, reflected: ValueType | undefined): DeclaredValueType {
  const { schema = {}, definitions = {} } = value;
  const plain = plainType(schema, reflected);
  if (plain) return plain;
  const isInstance = reflected?.kind === 'class' && schema[TYPE_HINT] === `instance ${reflected.type.name}`;
  const type = {
    kind: 'declared',
    node: schema,
    definitions,
    ...(isInstance && { instanceOf: reflected.type }),
  } as const;
  return { type, keywords: NO_KEYWORDS };
}

function plainType(node: JsonSchemaNode, reflected: ValueType | undefined): DeclaredValueType | undefined {
  const { type, [TYPE_HINT]: hint, ...rest } = node;
  if (typeof hint === 'string') {
    if (reflected?.kind === 'class' && hint === `class ${reflected.type.name}`) {
      return { type: reflected, keywords: NO_KEYWORDS };
    }
    const kind = HINTED[hint];
    const { format: _format, contentEncoding: _encoding, ...keywords } = rest;
    if (kind) return { type: { kind }, keywords };
  }
  if (Object.keys(node).length === 0) return { type: ANY, keywords: NO_KEYWORDS };
  if (type === 'array' || hint === 'Map') return containerType(node, reflected);
  if (type === 'string' && isTextEnum(node['enum'])) {
    const { enum: values, ...keywords } = rest;
    return { type: { kind: 'enum', values: values as readonly string[] }, keywords };
  }
  if (!SCALARS.has(type) || SHAPING.some((keyword) => keyword in node)) return undefined;
  return { type: { kind: type as ScalarKind }, keywords: rest };
}

function containerType(node: JsonSchemaNode, reflected: ValueType | undefined): DeclaredValueType | undefined {
  const { type: _type, items, additionalProperties, uniqueItems, [TYPE_HINT]: hint, ...keywords } = node;
  const element = hint === 'Map' ? additionalProperties : items;
  if (typeof element !== 'object' || element === null || 'prefixItems' in node) return undefined;
  const known = plainType(element as JsonSchemaNode, isContainer(reflected) ? reflected.element : undefined);
  if (!known) return undefined;
  const kind: ContainerType['kind'] = hint === 'Map' ? 'map' : hint === 'Set' ? 'set' : 'array';
  return {
    type: { kind, element: known.type, elementKeywords: known.keywords },
    keywords: { ...keywords, ...(kind === 'array' && uniqueItems !== undefined && { uniqueItems }) },
  };
}

function isContainer(type: ValueType | undefined): type is ContainerType {
  return type !== undefined && 'element' in type;
}

function isTextEnum(values: unknown): boolean {
  return Array.isArray(values) && values.every((value) => typeof value === 'string');
}

const NO_KEYWORDS: JsonSchemaNode = Object.freeze({});
