import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ChatClient } from '@toolwright/chat';
import type { ToolCall, ToolResponseMessage } from '@toolwright/model';
import { ScriptedChatModel, toolCall } from '@toolwright/testing';
import { ToolExecutionException } from '@toolwright/tools';
import { fencedBlocks } from '../snippets/fencedBlocks.mjs';
import { ROOT } from '../snippets/pages.mjs';
import { Orders, Rates } from './tool-errors.js';

/** The responses to calls of one round, by a model that then answers. */
async function responsesTo(...calls: readonly ToolCall[]): Promise<ToolResponseMessage['responses']> {
  const model = new ScriptedChatModel([calls, 'done']);
  await ChatClient.create(model).prompt('Where is my order?').tools(new Orders()).call().content();
  return (model.prompts[1]?.instructions.at(-1) as ToolResponseMessage).responses;
}

const status = (args: object): ToolCall => toolCall('status', args);

describe('the page about failing tools', () => {
  it('has what a model is told of calls that never reach their tool', async () => {
    const blocks = fencedBlocks(await readFile(join(ROOT, 'docs/tool-errors.md'), 'utf8'));
    const shown = blocks.find(({ language }) => language === 'text')?.text.split('\n');
    const responses = await responsesTo(
      status({}),
      status({ orderId: {} }),
      { ...status({}), arguments: '{"orderId": "A-17"' },
      toolCall('statuss', { orderId: 'A-17' }),
    );
    expect(responses.map(({ responseData }) => responseData)).toEqual(shown);
    expect(responses.map(({ error }) => error?.code)).toEqual([
      'INVALID_ARGUMENTS',
      'INVALID_ARGUMENTS',
      'INVALID_ARGUMENTS',
      'UNKNOWN_TOOL',
    ]);
  });

  it('tells the model what was written for it', async () => {
    const responses = await responsesTo(status({ orderId: 'B-1' }), status({ orderId: 'A-17' }));
    expect(responses.map(({ responseData, error }) => [responseData, error?.code])).toEqual([
      ['There is no order B-1. Ask for the number on the invoice.', 'TOOL_FAILED'],
      ['"shipped"', undefined],
    ]);
  });

  it('ends the turn with what is fatal, and keeps what was done', async () => {
    const failed = await responsesTo(status({ orderId: 'A-17' }), toolCall('cancel', { orderId: 'A-17' })).catch(
      (error: unknown) => error,
    );
    expect(failed).toBeInstanceOf(ToolExecutionException);
    const { code, partialToolExecutionResult } = failed as ToolExecutionException;
    expect(code).toBe('TOOL_EXECUTION');
    const last = partialToolExecutionResult?.conversationHistory.at(-1) as ToolResponseMessage;
    expect(last.responses[0]?.responseData).toBe('"shipped"');
  });

  it('tries again what may be repeated', async () => {
    let attempts = 0;
    const rates = new Rates(async () => {
      attempts += 1;
      if (attempts < 3) throw new Error('The server is busy');
      return 1.25;
    });
    const model = new ScriptedChatModel([toolCall('rate', { from: 'EUR', to: 'CHF' }), 'done']);
    await ChatClient.create(model).prompt('What is a euro in francs?').tools(rates).call().content();
    expect([
      attempts,
      (model.prompts[1]?.instructions.at(-1) as ToolResponseMessage).responses[0]?.responseData,
    ]).toEqual([3, '1.25']);
  });
});
