import type { ArgumentViolation } from '@toolwright/tools';
import { cleanJson } from './cleanJson.js';
import { StructuredOutputException } from './StructuredOutputException.js';

/** @throws {StructuredOutputException} if the text is no JSON, with the parser's error as cause */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(cleanJson(text)) as unknown;
  } catch (cause) {
    throw new StructuredOutputException('it is no JSON', { cause });
  }
}

/** The error for a value that does not have the form that was asked for. */
export function notFitting(violations: readonly ArgumentViolation[]): StructuredOutputException {
  return new StructuredOutputException(violationsText(violations));
}

/** What is wrong with a value, in one line. */
export function violationsText(violations: readonly ArgumentViolation[]): string {
  return violations.map(({ path, expectation }) => `${path} ${expectation}`).join('; ');
}
