import { IllegalArgumentException } from '../exception/IllegalArgumentException.js';

/** Unit of a duration that is written as a plain number. */
export type DurationUnit = 'ns' | 'us' | 'ms' | 's' | 'm' | 'h' | 'd';

const MILLISECONDS: Readonly<Record<DurationUnit, number>> = {
  ns: 1e-6,
  us: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

const SIMPLE = /^([+-]?\d+(?:\.\d+)?)([a-zA-Z]{0,2})$/;
const ISO = /^([+-])?P(?:([+-]?\d+)D)?(?:T(?=.)(?:([+-]?\d+)H)?(?:([+-]?\d+)M)?(?:([+-]?\d+(?:[.,]\d{1,9})?)S)?)?$/i;

/**
 * Reads a duration: a number with a unit (`30s`, `500ms`, `1.5m`, case does not matter), a plain number, or ISO-8601
 * (`PT1M30S`). The same texts work in properties, in decorators and in builders.
 *
 * @param unit of a plain number; default milliseconds
 * @returns milliseconds, negative or fractional where the text says so
 * @throws {IllegalArgumentException} for any other text
 */
export function parseDuration(text: string, unit: DurationUnit = 'ms'): number {
  const simple = SIMPLE.exec(text);
  if (simple) {
    const written = (simple[2] ?? '').toLowerCase();
    const factor = MILLISECONDS[(written === '' ? unit : written) as DurationUnit];
    if (factor === undefined) throw new IllegalArgumentException(`'${text}' is not a valid simple duration`);
    const amount = Number(simple[1]);
    // Dividing gives the nearest fraction (0.00001), multiplying by 1e-6 would not.
    return factor < 1 ? amount / Math.round(1 / factor) : amount * factor;
  }
  const iso = ISO.exec(text);
  if (!iso || iso.slice(2).every((part) => part === undefined)) {
    throw new IllegalArgumentException(`'${text}' is not a valid duration`);
  }
  const part = (index: number): number => Number((iso[index] ?? '0').replace(',', '.'));
  const total = part(2) * MILLISECONDS.d + part(3) * MILLISECONDS.h + part(4) * MILLISECONDS.m + part(5) * 1_000;
  return iso[1] === '-' ? -total : total;
}
