import { ToolUserError } from '@toolwright/tools';

/**
 * Keeps a model from handing a tool more text than it can work through quickly.
 *
 * @param maxLength in UTF-16 code units
 * @returns the text
 * @throws {ToolUserError} if it is longer
 */
export function requireMaxLength(text: string, maxLength: number, parameter: string): string {
  if (text.length > maxLength) {
    throw new ToolUserError(
      `'${parameter}' has ${text.length} characters, at most ${maxLength} are allowed. Pass a shorter text.`,
    );
  }
  return text;
}
