// CSI and OSC sequences of terminals first, so that their visible rest goes too.
const ANSI = /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[@-_]/gu;
// C0 without tab and line break, C1, soft hyphen, zero-width and bidirectional characters, tags, byte order mark.
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/**
 * Text of a server without what a reader does not see but a model does: control, zero-width and bidirectional characters
 * and escape sequences (MX-07). Tabs and line breaks stay.
 */
export function sanitizeText(text: string): string {
  return text.replace(ANSI, '').replace(HIDDEN, '');
}

const TEXT_KEYWORDS: ReadonlySet<string> = new Set(['title', 'description', '$comment']);

/**
 * A schema with its texts for readers sanitized; everything that has a meaning for a validator stays as it is. The same
 * object if nothing had to be changed.
 */
export function sanitizeSchema<T>(schema: T): T {
  return sanitizeNode(schema, false) as T;
}

/** @param named whether the keys are names that the schema gives, not keywords */
function sanitizeNode(node: unknown, named: boolean): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) {
    const items = node.map((item) => sanitizeNode(item, false));
    return items.some((item, index) => item !== node[index]) ? items : node;
  }
  let changed = false;
  const entries = Object.entries(node).map(([key, value]): [string, unknown] => {
    const clean = sanitizeMember(key, value, named);
    changed ||= clean !== value;
    return [key, clean];
  });
  return changed ? Object.fromEntries(entries) : node;
}

const VALUE_KEYWORDS: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);
const NAME_KEYWORDS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);

function sanitizeMember(key: string, value: unknown, named: boolean): unknown {
  if (named) return sanitizeNode(value, false);
  if (VALUE_KEYWORDS.has(key)) return value;
  if (TEXT_KEYWORDS.has(key) && typeof value === 'string') return sanitizeText(value);
  return sanitizeNode(value, NAME_KEYWORDS.has(key));
}
