/** Marks a value that JSON has no form for, and a plain object that has a property of this name. */
const TAG = '$type';

/** The value as JSON data; undefined for what is left out: functions, symbols, undefined, the second visit of a cycle. @internal */
export function toJsonValue(value: unknown, ancestors: readonly object[] = []): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : tagged('number', String(value));
    case 'bigint':
      return tagged('bigint', String(value));
    case 'object':
      return value === null ? null : ancestors.includes(value) ? undefined : objectToJson(value, [...ancestors, value]);
    default:
      return undefined;
  }
}

/** What {@link toJsonValue} was given. @internal */
export function fromJsonValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(fromJsonValue);
  const tag = Object.hasOwn(value, TAG) ? (value as Tagged) : undefined;
  if (!tag) return objectFrom(value);
  const content = tag.value;
  switch (tag.$type) {
    case 'number':
      return Number(content);
    case 'bigint':
      return BigInt(content as string);
    case 'date':
      return new Date(content as number);
    case 'url':
      return new URL(content as string);
    case 'bytes':
      return new Uint8Array(Buffer.from(content as string, 'base64'));
    case 'map':
      return new Map((content as readonly [unknown, unknown][]).map(fromJsonValue) as [unknown, unknown][]);
    case 'set':
      return new Set((content as readonly unknown[]).map(fromJsonValue));
    default:
      return objectFrom(content as object);
  }
}

interface Tagged {
  readonly $type: string;
  readonly value: unknown;
}

/** An object that says itself what it is in JSON. */
interface JsonForm {
  toJSON(): unknown;
}

function tagged(type: string, value: unknown): Tagged {
  return { [TAG]: type, value };
}

function objectToJson(value: object, ancestors: readonly object[]): unknown {
  const item = (element: unknown): unknown => toJsonValue(element, ancestors) ?? null;
  if (Array.isArray(value)) return value.map(item);
  if (value instanceof Date) return tagged('date', Number.isNaN(value.getTime()) ? 'invalid' : value.getTime());
  if (value instanceof URL) return tagged('url', value.href);
  if (value instanceof Uint8Array) return tagged('bytes', Buffer.from(value).toString('base64'));
  if (value instanceof Map)
    return tagged(
      'map',
      [...value].map(([key, entry]) => [item(key), item(entry)]),
    );
  if (value instanceof Set) return tagged('set', [...value].map(item));
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return toJsonValue((value as JsonForm).toJSON(), ancestors);
  const entries = Object.entries(value).flatMap(([key, entry]) => {
    const json = toJsonValue(entry, ancestors);
    return json === undefined ? [] : [[key, json] as const];
  });
  const object = Object.fromEntries(entries);
  return Object.hasOwn(object, TAG) ? tagged('object', object) : object;
}

function objectFrom(value: object): object {
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, fromJsonValue(entry)]));
}
