import { IllegalArgumentException } from '@toolwright/core';

const BYTES: Readonly<Record<string, number>> = { B: 1, KB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30, TB: 2 ** 40 };

/**
 * Reads a size such as `10MB` or `256` (bytes). Units are upper case and powers of 1024.
 *
 * @returns bytes
 * @throws {IllegalArgumentException} for any other text
 */
export function parseDataSize(text: string): number {
  const match = /^([+-]?\d+)([a-zA-Z]{0,2})$/.exec(text.trim());
  const factor = match && BYTES[match[2] === '' ? 'B' : (match[2] ?? '')];
  if (!match || factor === undefined || factor === null) {
    throw new IllegalArgumentException(`'${text}' is not a valid data size`);
  }
  return Number(match[1]) * factor;
}
