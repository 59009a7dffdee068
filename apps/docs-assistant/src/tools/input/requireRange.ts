import { ToolUserError } from '@toolwright/tools';

/**
 * Checks a number that a model chose.
 *
 * @returns the number
 * @throws {ToolUserError} if it lies outside `min` to `max`, both included
 */
export function requireRange(value: number, min: number, max: number, parameter: string): number {
  if (!(value >= min && value <= max)) {
    throw new ToolUserError(`'${parameter}' must be from ${min} to ${max}, but was ${value}.`);
  }
  return value;
}
