import type { ToolCallback } from '../callback/ToolCallback.js';
import { TextToolCallResultConverter } from '../conversion/TextToolCallResultConverter.js';
import { ToolArgumentsException } from '../conversion/ToolArgumentsException.js';
import { FunctionToolCallback } from '../function/FunctionToolCallback.js';
import { ToolMetadata } from '../metadata/ToolMetadata.js';
import { conversationOf } from './conversationOf.js';
import { findInText } from './findInText.js';
import type { ToolResultRepository } from './ToolResultRepository.js';

/** The name of the tool that reads long results; no other tool may have it where results are put away. */
export const READ_TOOL_RESULT = 'readToolResult';

interface ReadToolResultInput {
  readonly handle: string;
  readonly offset?: number;
  readonly limit?: number;
  readonly pattern?: string;
}

/**
 * The tool that reads a long result in parts (OF-02): a slice, or the lines that contain a text. What the conversation
 * of the call does not own is answered like what does not exist (OF-03).
 *
 * @param maxChars characters of one slice
 */
export function readToolResultTool(repository: ToolResultRepository, maxChars: number): ToolCallback {
  const tool = FunctionToolCallback.builder<ReadToolResultInput>(
    READ_TOOL_RESULT,
    async ({ handle, offset = 0, limit = maxChars, pattern }, toolContext) => {
      const conversationId = toolContext ? conversationOf(toolContext) : null;
      const text = conversationId === null ? null : await repository.find(conversationId, handle);
      if (text === null)
        throw invalid('$.handle', 'must be the handle of a result of this conversation that is still kept');
      if (pattern !== undefined) return findInText(text, pattern);
      if (offset >= text.length) throw invalid('$.offset', `must be less than ${text.length}`);
      return text.slice(offset, offset + limit);
    },
  )
    .description(
      'Reads a tool result that was too long to be shown whole: the characters from an offset on, or the lines that ' +
        'contain a text.',
    )
    .inputSchema(schemaOf(maxChars))
    .toolMetadata(
      ToolMetadata.builder().attributes({ readOnly: true, idempotent: true, maxResultChars: Infinity }).build(),
    )
    .toolCallResultConverter(new TextToolCallResultConverter())
    .build();
  const invalid = (path: string, expectation: string): ToolArgumentsException =>
    ToolArgumentsException.invalid(tool.definition, [{ path, expectation }]);
  return tool;
}

function schemaOf(maxChars: number): string {
  return JSON.stringify({
    type: 'object',
    properties: {
      handle: { type: 'string', maxLength: 64, description: 'The handle that the shortened result names.' },
      offset: { type: 'integer', minimum: 0, description: 'The first character to read, from 0; default 0.' },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: maxChars,
        description: `How many characters to read; default and maximum ${maxChars}.`,
      },
      pattern: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        description:
          'Returns the lines that contain this text instead, with their numbers; upper and lower case are equal.',
      },
    },
    required: ['handle'],
    additionalProperties: false,
  });
}
