import type { RJSFSchema } from '@rjsf/utils';
import { withoutInvisible } from '../text/markInvisible.js';

/** Characters of a title or description that a form shows. */
const LONGEST = 600;

/**
 * The schema for a form: titles and descriptions, which tools of others wrote, with invisible characters written out and
 * cut at a length. Null if it describes no object, and so no arguments.
 */
export function readableSchema(schema: unknown): RJSFSchema | null {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return null;
  const readable = inSchema(schema) as RJSFSchema;
  return readable.type === undefined || readable.type === 'object' ? { ...readable, type: 'object' } : null;
}

/** Keywords under which names of the tool's own choice lead to schemas. */
const MAPS = new Set(['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas']);
/** Keywords whose value is data and no schema. */
const DATA = new Set(['const', 'enum', 'default', 'examples', 'required']);

function inSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(inSchema);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if ((key === 'title' || key === 'description') && typeof value === 'string') return [key, readable(value)];
      if (DATA.has(key)) return [key, value];
      if (MAPS.has(key) && typeof value === 'object' && value !== null) return [key, inMap(value as object)];
      return [key, inSchema(value)];
    }),
  );
}

function inMap(map: object): unknown {
  return Object.fromEntries(
    Object.entries(map).map(([name, schema]) => {
      const shown = readable(name);
      const inner = inSchema(schema);
      const titled = shown !== name && typeof inner === 'object' && inner !== null ? { title: shown, ...inner } : inner;
      return [name, titled];
    }),
  );
}

function readable(text: string): string {
  return withoutInvisible(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
}
