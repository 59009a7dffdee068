import { HOSTILE } from '../fixture/DemoModel.js';

/** Members whose values the page compares or sends back; everything else is only shown. */
const MEANT = new Set(
  (
    'id turnId parentTurnId callId hash ref key nextCursor eventId ' +
    'status mode kind role field approval $schema required'
  ).split(' '),
);

/** A JSON document in which every text that is only shown ends with something that must never do anything. */
export function withHostileTexts(node: unknown, name = ''): unknown {
  if (typeof node === 'string') return MEANT.has(name) || isSchemaType(name, node) ? node : node + HOSTILE;
  if (Array.isArray(node)) return node.map((item) => withHostileTexts(item, name));
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([key, value]) => [key, withHostileTexts(value, key)]);
  const { text, length } = node as { text?: unknown; length?: unknown };
  // The length of a text that was not cut stays true.
  const whole = typeof text === 'string' && text.length === length;
  return { ...Object.fromEntries(entries), ...(whole && { length: text.length + HOSTILE.length }) };
}

function isSchemaType(name: string, value: string): boolean {
  return name === 'type' && ['object', 'string', 'integer', 'number', 'boolean', 'array', 'null'].includes(value);
}
