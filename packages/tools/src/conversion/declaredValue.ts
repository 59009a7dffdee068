import { type DeclaredType, dereference, TYPE_HINT } from '../schema/DeclaredType.js';
import type { JsonSchemaNode } from '../schema/JsonSchemaNode.js';
import type { ScalarKind, ValueType } from '../schema/ValueType.js';
import { isIsoDate } from './isIsoDate.js';

/** What is done with a value whose type has a form of its own, and with objects that have unknown keys. */
export interface DeclaredValueRules {
  /** For values of types without parts. */
  readonly leaf: (value: unknown, type: ValueType) => unknown;
  /** For values that should be an object or array, before their parts are looked at. */
  readonly container: (value: unknown, opening: '{' | '[') => unknown;
  /** For a finished object or array, with the hint of its type. */
  readonly finish: (value: unknown, hint: unknown) => unknown;
  /** Whether null for an optional property means that it is absent. */
  readonly dropsNull: boolean;
  readonly unknownKeys: { readonly keep: boolean; readonly dropped: () => void };
}

const HINTED: Readonly<Record<string, ScalarKind>> = { Date: 'date', bigint: 'bigint', bytes: 'bytes' };

/** Applies the rules to a value and to its parts, as far as the schema of the manifest describes them. */
export function mapDeclared(value: unknown, type: DeclaredType, rules: DeclaredValueRules): unknown {
  return mapValue(value, type.node, type, rules);
}

function mapValue(value: unknown, reference: JsonSchemaNode, type: DeclaredType, rules: DeclaredValueRules): unknown {
  if (value === undefined) return value;
  const node = dereference(reference, type);
  const alternatives = alternativesOf(node);
  if (alternatives) {
    const fitting = alternatives.find((alternative) => fits(value, dereference(alternative, type), type));
    if (fitting) return mapValue(value, fitting, type, rules);
    const opened = rules.container(rules.container(value, '{'), '[');
    return opened === value ? value : mapValue(opened, reference, type, rules);
  }
  if (value === null) return value;
  const hint = node[TYPE_HINT];
  const types = typesOf(node).filter((name) => name !== 'null');
  if (types.length !== 1) return value;
  if (types[0] === 'array') {
    const array = rules.container(value, '[');
    return Array.isArray(array) ? rules.finish(mapItems(array, node, type, rules), hint) : array;
  }
  if (types[0] === 'object') {
    const object = rules.container(value, '{');
    return isObject(object) ? rules.finish(mapProperties(object, node, type, rules), hint) : object;
  }
  return rules.leaf(value, leafType(node, types[0] as string));
}

function mapItems(
  array: readonly unknown[],
  node: JsonSchemaNode,
  type: DeclaredType,
  rules: DeclaredValueRules,
): readonly unknown[] {
  const first = (node['prefixItems'] ?? []) as readonly JsonSchemaNode[];
  return array.map((item, index) => {
    const itemNode = first[index] ?? node['items'];
    return isObject(itemNode) ? mapValue(item, itemNode, type, rules) : item;
  });
}

function mapProperties(
  object: Readonly<Record<string, unknown>>,
  node: JsonSchemaNode,
  type: DeclaredType,
  rules: DeclaredValueRules,
): object {
  const properties = node['properties'] as Readonly<Record<string, JsonSchemaNode>> | undefined;
  const others = node['additionalProperties'];
  if (!properties && !isObject(others)) return object;
  const required = (node['required'] ?? []) as readonly string[];
  const entries: [string, unknown][] = [];
  let dropped = false;
  for (const [key, value] of Object.entries(object)) {
    const property = properties && Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (property) {
      const isAbsent = value === null && rules.dropsNull && !required.includes(key) && !allowsNullNode(property, type);
      if (!isAbsent) entries.push([key, mapValue(value, property, type, rules)]);
    } else if (isObject(others)) {
      entries.push([key, mapValue(value, others, type, rules)]);
    } else if (others !== undefined || rules.unknownKeys.keep || node['patternProperties'] !== undefined) {
      entries.push([key, value]);
    } else {
      dropped = true;
    }
  }
  if (dropped) rules.unknownKeys.dropped();
  return Object.fromEntries(entries);
}

/** Whether a schema lets null through. */
export function allowsNullNode(reference: JsonSchemaNode, type: DeclaredType): boolean {
  const node = dereference(reference, type);
  const alternatives = alternativesOf(node);
  if (alternatives) return alternatives.some((alternative) => allowsNullNode(alternative, type));
  if (Array.isArray(node['enum'])) return node['enum'].includes(null);
  const types = typesOf(node);
  return types.length === 0 ? !('const' in node) || node['const'] === null : types.includes('null');
}

/** Whether a value is of the kind that an alternative describes; the validator looks closer. */
function fits(value: unknown, node: JsonSchemaNode, type: DeclaredType): boolean {
  if ('const' in node) return value === node['const'];
  if (Array.isArray(node['enum'])) return node['enum'].includes(value);
  const alternatives = alternativesOf(node);
  if (alternatives) return alternatives.some((alternative) => fits(value, dereference(alternative, type), type));
  const types = typesOf(node);
  if (types.length > 0 && !types.some((name) => isOfType(value, name))) return false;
  // Text that is no date may be another alternative.
  if (node[TYPE_HINT] === 'Date' && typeof value === 'string') return isIsoDate(value);
  if (!isObject(value)) return true;
  const properties = (node['properties'] ?? {}) as Readonly<Record<string, JsonSchemaNode>>;
  return (
    ((node['required'] ?? []) as readonly string[]).every((key) => Object.hasOwn(value, key)) &&
    Object.entries(properties).every(([key, property]) => {
      const inner = dereference(property, type);
      return !('const' in inner) || !Object.hasOwn(value, key) || value[key] === inner['const'];
    })
  );
}

function isOfType(value: unknown, name: unknown): boolean {
  switch (name) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === name;
  }
}

function alternativesOf(node: JsonSchemaNode): readonly JsonSchemaNode[] | undefined {
  const alternatives = node['anyOf'] ?? node['oneOf'];
  return Array.isArray(alternatives) ? (alternatives as readonly JsonSchemaNode[]) : undefined;
}

function typesOf(node: JsonSchemaNode): readonly unknown[] {
  const type = node['type'];
  if (type === undefined) return [];
  return Array.isArray(type) ? type : [type];
}

function leafType(node: JsonSchemaNode, type: string): ValueType {
  const hinted = HINTED[String(node[TYPE_HINT])];
  if (hinted) return { kind: hinted };
  const values = Array.isArray(node['enum']) ? (node['enum'] as readonly (string | number)[]) : undefined;
  return values && type !== 'boolean' ? { kind: 'enum', values } : { kind: type as ScalarKind };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
