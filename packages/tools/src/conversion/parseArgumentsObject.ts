import type { ToolDefinition } from '../definition/ToolDefinition.js';
import { parseArguments } from './parseArguments.js';
import { ToolArgumentsException } from './ToolArgumentsException.js';

/**
 * The arguments that a model sent, for tools that take them apart themselves: parsed as forgivingly as those of every tool
 * (TX-06), and empty where some models send null or an empty text (MT-26).
 *
 * @throws {ToolArgumentsException} if the text is not one JSON object
 */
export function parseArgumentsObject(text: string, toolDefinition: ToolDefinition): Readonly<Record<string, unknown>> {
  const parsed = parseArguments(text, toolDefinition);
  const input = parsed === null || parsed === '' ? {} : parsed;
  if (typeof input !== 'object' || Array.isArray(input)) throw ToolArgumentsException.notAnObject(toolDefinition);
  return input as Readonly<Record<string, unknown>>;
}
