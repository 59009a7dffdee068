import { describe, expect, it } from '@jest/globals';
import { ChatClient } from '@toolwright/chat';
import type { ToolResponseMessage } from '@toolwright/model';
import { ScriptedChatModel, toolCall } from '@toolwright/testing';
import { ToolCallbacks, ToolContext } from '@toolwright/tools';
import { ask, Invoices } from './security.js';

/** What the model is told when it cancels an order for a user. */
async function cancelled(mayChange: boolean): Promise<string | undefined> {
  const model = new ScriptedChatModel([toolCall('cancel', { orderId: 'A-17' }), 'done']);
  await ask(ChatClient.create(model), { id: 'c-1', mayChange }, 'Cancel A-17');
  expect(JSON.stringify(model.prompts.map(({ instructions }) => instructions))).not.toContain('c-1');
  return (model.prompts[1]?.instructions.at(-1) as ToolResponseMessage).responses[0]?.responseData;
}

describe('the snippets about security', () => {
  it('attach what a user may use', async () => {
    expect(await cancelled(true)).toBe('"A-17 cancelled"');
    expect(await cancelled(false)).toBe("Unknown tool 'cancel'. Available tools: open.");
  });

  it('take the customer from the context', async () => {
    const [list] = ToolCallbacks.from(new Invoices(new Map([['c-1', ['R-1']]])));
    expect(JSON.parse(list?.definition.inputSchema ?? '')).toMatchObject({ properties: {} });
    expect(await list?.call('{"customerId":"c-2"}', new ToolContext({ customerId: 'c-1' }))).toBe('["R-1"]');
  });
});
