import type { JsonSchemaNode } from '../schema/JsonSchemaNode.js';

/** The node that a local reference (`#`, `#/$defs/Name`) points to; undefined if there is none. */
export function resolveReference(root: JsonSchemaNode, reference: string): JsonSchemaNode | undefined {
  if (!reference.startsWith('#')) return undefined;
  let node: unknown = root;
  for (const part of reference.slice(1).split('/').slice(1)) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined;
    node = (node as Readonly<Record<string, unknown>>)[key];
  }
  return typeof node === 'object' && node !== null ? (node as JsonSchemaNode) : undefined;
}
