import { InvalidArgumentError } from 'commander';

/** The number of a port, as an option has it. */
export function port(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= 0 && value <= 65_535) return value;
  throw new InvalidArgumentError('It must be an integer from 0 to 65535.');
}
