import type { ClassType } from '@toolwright/core';
import { PropertyName, toKebabCase } from '../env/PropertyName.js';
import { configurationPropertiesOf } from './ConfigurationProperties.js';
import { allowedValues, type PropertyField, propertyFieldsOf } from './propertyFields.js';
import { type ScalarType, singleType } from './PropertyType.js';

/** A JSON Schema, or a part of one. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** An object of the schema while it grows. */
interface SchemaNode {
  readonly properties: Record<string, SchemaNode | JsonSchema>;
  /** Whether keys that are not known may stand here: above all prefixes only. */
  open: boolean;
  description?: string;
}

/** Definitions of maps, which contain themselves, by their key. */
type Definitions = Record<string, JsonSchema>;

/**
 * A JSON Schema (draft-07, which editors understand) of configuration files in YAML or JSON, made from properties classes:
 * the keys in canonical form with type, default, allowed values, bounds and description (BH-08).
 *
 * What the binder reads from text is accepted as text too: `"5"`, `30s`, `${key:default}`. Unknown keys are refused below
 * the prefix of a class and allowed elsewhere. Secrets have no default.
 *
 * @param types classes with `@ConfigurationProperties`
 * @param otherKeys keys of any type that something else reads, such as conditions
 */
export function configurationSchema(
  types: readonly ClassType<object>[],
  otherKeys: readonly string[] = [],
): JsonSchema {
  const root = newNode(true);
  const definitions: Definitions = {};
  for (const type of new Set(types)) {
    const prefix = configurationPropertiesOf(type)?.prefix;
    if (prefix === undefined) continue;
    const node = nodeAt(root, prefix.split('.'));
    node.open = false;
    addFields(node, propertyFieldsOf(type), prefix, definitions);
  }
  for (const key of otherKeys) addOther(root, key);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration',
    ...written(root),
    definitions,
  };
}

function addFields(node: SchemaNode, fields: readonly PropertyField[], prefix: string, definitions: Definitions): void {
  for (const field of fields) {
    const key = `${prefix}.${field.key}`;
    const single = singleType(field.type);
    if (single.kind === 'object' && !('items' in field.type)) {
      const child = nodeAt(node, [field.key]);
      child.open = false;
      if (field.description !== null) child.description = field.description;
      addFields(child, propertyFieldsOf(single.type), key, definitions);
    } else {
      node.properties[field.key] = fieldSchema(field, key, definitions);
    }
  }
}

function fieldSchema(field: PropertyField, key: string, definitions: Definitions): JsonSchema {
  const about: JsonSchema = {
    ...(field.description === null ? {} : { description: field.description }),
    ...(field.secret || defaultOf(field) === undefined ? {} : { default: defaultOf(field) }),
  };
  const single = singleType(field.type);
  let item: JsonSchema;
  if (single.kind === 'object') {
    const node = newNode(false);
    addFields(node, propertyFieldsOf(single.type), key, definitions);
    item = written(node);
  } else item = scalarSchema(single, field);
  if (field.type.kind === 'list') {
    return { ...about, anyOf: [{ type: 'array', items: item }, { type: 'string' }] };
  }
  if (field.type.kind === 'map') {
    // A key with dots is written as objects in each other (BP-16).
    const nested = single.kind === 'object' ? item : { anyOf: [item, { $ref: `#/definitions/${key}` }] };
    definitions[key] = { type: 'object', additionalProperties: nested };
    return { ...about, allOf: [{ $ref: `#/definitions/${key}` }] };
  }
  return { ...about, ...item };
}

const PLACEHOLDER = '\\$\\{';
/** Texts that a type is read from; empty means "not set". */
const TEXTS: Readonly<Record<Exclude<ScalarType['kind'], 'string' | 'enum'>, string>> = {
  int: '[+-]?\\d+|0[xX][0-9a-fA-F]+',
  number: '[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?',
  boolean: ['true', 'on', 'yes', '1', 'false', 'off', 'no', '0'].map(anyCase).join('|'),
  duration: '[+-]?\\d+(\\.\\d+)?([nN][sS]|[uU][sS]|[mM][sS]|[sSmMhHdD])?|[+-]?[pP][-+0-9a-zA-Z.,]+',
  datasize: '[+-]?\\d+(B|KB|MB|GB|TB)?',
};

function scalarSchema(type: ScalarType, { minimum, maximum }: PropertyField): JsonSchema {
  const bounds = { ...(minimum === null ? {} : { minimum }), ...(maximum === null ? {} : { maximum }) };
  switch (type.kind) {
    case 'string':
      return { type: ['string', 'number', 'boolean'] };
    case 'boolean':
      return { anyOf: [{ type: 'boolean' }, text(TEXTS.boolean)] };
    case 'enum': {
      const names = allowedValues({ kind: 'enum', values: type.values });
      const relaxed = names.map((name) => anyCase(name.replace(/[^\p{L}\p{N}]/gu, '')).replace(/\]\[/g, '][-_]*['));
      return { anyOf: [{ enum: names }, text(relaxed.join('|'))] };
    }
    case 'int':
      return { anyOf: [{ type: 'integer', ...bounds }, text(TEXTS.int)] };
    case 'number':
      return { anyOf: [{ type: 'number', ...bounds }, text(TEXTS.number)] };
    default:
      // A plain number may have another unit than the bounds.
      return { anyOf: [{ type: 'number' }, text(TEXTS[type.kind])] };
  }
}

function text(pattern: string): JsonSchema {
  return { type: 'string', pattern: `^\\s*(${pattern})?\\s*$|${PLACEHOLDER}` };
}

/** A pattern for `word` in any case, one character class per letter. */
function anyCase(word: string): string {
  return Array.from(word, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`).join('');
}

function defaultOf({ type, defaultValue }: PropertyField): unknown {
  if (defaultValue instanceof Map) {
    return singleType(type).kind === 'object' ? undefined : Object.fromEntries(defaultValue as Map<string, unknown>);
  }
  if (defaultValue === null) return undefined;
  return type.kind === 'list' && singleType(type).kind === 'object' ? undefined : defaultValue;
}

function newNode(open: boolean): SchemaNode {
  return { properties: {}, open };
}

function nodeAt(root: SchemaNode, path: readonly string[]): SchemaNode {
  let node = root;
  for (const part of path) {
    const child = node.properties[part];
    if (child && isNode(child)) node = child;
    else {
      const made = newNode(true);
      node.properties[part] = made;
      node = made;
    }
  }
  return node;
}

function addOther(root: SchemaNode, key: string): void {
  const path = PropertyName.of(key).elements.map(({ text: part }) => toKebabCase(part));
  const last = path.pop();
  let node: SchemaNode = root;
  for (const part of path) {
    const child = node.properties[part];
    // Something inside of a list or map, which its own schema describes.
    if (child && !isNode(child)) return;
    node = nodeAt(node, [part]);
  }
  if (last !== undefined) node.properties[last] ??= {};
}

function isNode(schema: SchemaNode | JsonSchema): schema is SchemaNode {
  return 'open' in schema && typeof schema.open === 'boolean';
}

function written({ properties, open, description }: SchemaNode): JsonSchema {
  return {
    ...(description === undefined ? {} : { description }),
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([key, value]) => [key, isNode(value) ? written(value) : value]),
    ),
    ...(open ? {} : { additionalProperties: false }),
  };
}
