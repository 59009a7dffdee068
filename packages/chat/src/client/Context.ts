import { requireNonNull } from '@toolwright/core';

/** Values that travel with a request and its response through the chain. Frozen. */
export type Context = Readonly<Record<string, unknown>>;

/** What is accepted where values by name are given. */
export type ContextInput = Readonly<Record<string, unknown>> | ReadonlyMap<string, unknown>;

/** The context without entries; shared, so that it can be recognised by identity. */
export const EMPTY_CONTEXT: Context = Object.freeze({});

/**
 * A frozen record of the entries of `input`; a record that is frozen already is returned as it is.
 *
 * @throws {IllegalArgumentException} with the messages given, for a missing input or a missing key of a map
 */
export function contextOf(input: ContextInput, nullMessage: string, keyMessage: string): Context {
  requireNonNull(input, nullMessage);
  if (isMap(input)) {
    for (const key of input.keys()) requireNonNull(key, keyMessage);
    return Object.freeze(Object.fromEntries(input));
  }
  return Object.isFrozen(input) ? input : Object.freeze({ ...input });
}

/**
 * `base` with one entry, or the entries of a record or map, added; equal keys are replaced (AD-18).
 *
 * @param value the value of a single entry, as the one element of the list; empty for a record or map
 * @throws {IllegalArgumentException} `context cannot be null`, `context keys cannot be null`
 */
export function extendContext(base: Context, contextOrKey: ContextInput | string, value: readonly [unknown?]): Context {
  const added =
    value.length > 0
      ? { [requireNonNull(contextOrKey as string, 'context keys cannot be null')]: value[0] }
      : contextOf(contextOrKey as ContextInput, 'context cannot be null', 'context keys cannot be null');
  return Object.freeze({ ...base, ...added });
}

/** `base` with the entries of `added`, which win; one of the two if the other brings nothing new. */
export function mergeContexts(base: Context, added: Context): Context {
  if (base === added || added === EMPTY_CONTEXT || contains(base, added)) return base;
  if (base === EMPTY_CONTEXT || containsKeys(added, base))
    return Object.isFrozen(added) ? added : Object.freeze({ ...added });
  return Object.freeze({ ...base, ...added });
}

function contains(outer: Context, inner: Context): boolean {
  for (const key in inner) if (!Object.hasOwn(outer, key) || outer[key] !== inner[key]) return false;
  return true;
}

function containsKeys(outer: Context, inner: Context): boolean {
  for (const key in inner) if (!Object.hasOwn(outer, key)) return false;
  return true;
}

/**
 * The entries of `input` as a record, for settings whose keys and values must all be there.
 *
 * @throws {IllegalArgumentException} `<plural> cannot be null`, `<singular> keys cannot contain null elements`,
 *   `<singular> values cannot contain null elements`
 */
export function recordOf(input: ContextInput, plural: string, singular: string): Readonly<Record<string, unknown>> {
  const entries: [string, unknown][] = [];
  const source = requireNonNull(input, `${plural} cannot be null`);
  for (const [key, value] of isMap(source) ? source : Object.entries(source)) {
    requireNonNull(key, `${singular} keys cannot contain null elements`);
    requireNonNull(value, `${singular} values cannot contain null elements`);
    entries.push([key, value]);
  }
  return Object.fromEntries(entries);
}

/** Whether values by name were given as a map. */
export function isMap(input: ContextInput): input is ReadonlyMap<string, unknown> {
  return input instanceof Map;
}
