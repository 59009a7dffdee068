import { IllegalArgumentException, parseDuration } from '@toolwright/core';
import convict from 'convict';
import { booleanOf } from '../env/booleanOf.js';
import { parseDataSize } from './parseDataSize.js';
import type { ScalarType } from './PropertyType.js';

/**
 * A format of convict. `coerce` turns text into a value, or leaves it as it is if it cannot, since convict would stop at
 * its exception; `validate` then says what is wrong with it.
 */
interface Format {
  coerce(text: string): unknown;
  /** @param schema has the values of an enumeration under `allowed` */
  validate(value: unknown, schema: convict.SchemaObj<unknown>): void;
}

const SCALARS: Readonly<Record<ScalarType['kind'], Format>> = {
  string: {
    coerce: (text) => text,
    validate: (value) => {
      if (typeof value !== 'string') throw new IllegalArgumentException(`'${String(value)}' is not a text`);
    },
  },
  int: {
    coerce: (text) => {
      const value = /^\s*([+-]?\d+|0x[0-9a-f]+)\s*$/i.test(text) ? Number(text) : NaN;
      return Number.isSafeInteger(value) ? value : text;
    },
    validate: (value) => {
      if (!Number.isSafeInteger(value)) throw new IllegalArgumentException(`'${String(value)}' is not a valid integer`);
    },
  },
  number: {
    coerce: (text) => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text),
    validate: (value) => {
      if (!Number.isFinite(value)) throw new IllegalArgumentException(`'${String(value)}' is not a valid number`);
    },
  },
  boolean: {
    // An option without a value, such as `--debug`, is on.
    coerce: (text) => (text.trim() === '' ? true : (booleanOf(text) ?? text)),
    validate: (value) => {
      if (typeof value !== 'boolean') throw new IllegalArgumentException(`Invalid boolean value '${String(value)}'`);
    },
  },
  duration: parsed((text) => parseDuration(text)),
  datasize: parsed(parseDataSize),
  enum: {
    coerce: (text) => text,
    validate: (value, schema) => {
      const allowed = schema['allowed'] as readonly unknown[];
      if (!allowed.includes(value)) throw new IllegalArgumentException(`'${String(value)}' is not a valid value`);
    },
  },
};

/** The name under which convict knows the format of a type: `tw-int`, `tw-list<tw-int>`, `tw-map<tw-duration>`. */
export function formatName(kind: ScalarType['kind'], container?: 'list' | 'map'): string {
  return container ? `tw-${container}<tw-${kind}>` : `tw-${kind}`;
}

/**
 * Lists and maps arrive as JSON text, of texts and of pairs of texts: convict coerces nothing but text, and would take
 * the dots in a map's keys for its own.
 */
for (const [kind, scalar] of Object.entries(SCALARS) as [ScalarType['kind'], Format][]) {
  convict.addFormats({
    [formatName(kind)]: scalar,
    [formatName(kind, 'list')]: {
      coerce: (text: string) => (JSON.parse(text) as string[]).map((item) => scalar.coerce(item)),
      validate: (value: unknown, schema: convict.SchemaObj<unknown>) => {
        for (const item of arrayOf(value)) scalar.validate(item, schema);
      },
    },
    [formatName(kind, 'map')]: {
      coerce: (text: string) =>
        (JSON.parse(text) as [string, string][]).map(([key, item]) => [key, scalar.coerce(item)]),
      validate: (value: unknown, schema: convict.SchemaObj<unknown>) => {
        for (const pair of arrayOf(value)) scalar.validate(arrayOf(pair)[1], schema);
      },
    },
  });
}

/** A format whose text `parse` reads, and whose value is a number. */
function parsed(parse: (text: string) => number): Format {
  return {
    coerce: (text) => {
      try {
        return parse(text);
      } catch {
        return text;
      }
    },
    validate: (value) => {
      if (typeof value === 'string') parse(value);
      else if (!Number.isFinite(value)) throw new IllegalArgumentException(`'${String(value)}' is not a number`);
    },
  };
}

function arrayOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new IllegalArgumentException(`'${String(value)}' is not a list`);
  return value;
}
