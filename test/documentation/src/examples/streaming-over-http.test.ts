import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { ChatClient, InMemoryPendingTurnRepository } from '@toolwright/chat';
import { ScriptedChatModel, toolCall } from '@toolwright/testing';
import { Tool, ToolParam, ToolUserError } from '@toolwright/tools';
import { answer, POST, serverOf, use, withoutTools } from './streaming-over-http.js';

class Bank {
  @Tool({ description: 'The balance' })
  balance(): number {
    return 12;
  }

  @Tool({ description: 'Pays', approval: 'required' })
  pay(@ToolParam({ description: 'In euros' }) amount: number): string {
    return `paid ${amount}`;
  }
}

const said = (text: string) => ({ role: 'user', parts: [{ type: 'text', text }] });
const typesOf = (text: string) => [...text.matchAll(/^event: (.+)$/gm)].map(([, type]) => type);

describe('the snippets about streaming over HTTP', () => {
  it('answer over a server', async () => {
    const model = new ScriptedChatModel([toolCall('balance'), 'You have 12.']);
    const server = serverOf(ChatClient.create(model), new Bank()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/?question=How%20much`);
    const text = await response.text();
    server.close();
    expect(model.prompts[0]?.userMessage.text).toBe('How much');
    expect(typesOf(text)).toContain('tool-result');
    expect(text).toContain('You have 12.');
  });

  it('keep the tools for themselves, and tell of errors that are meant for users', async () => {
    const model = new ScriptedChatModel([toolCall('balance'), 'You have 12.', new ToolUserError('Come back later.')]);
    const client = ChatClient.builder(model).defaultTools(new Bank()).build();
    const types = typesOf(await withoutTools(client.prompt('How much?').stream()).text());
    expect(types).toContain('text-delta');
    expect(types.filter((type) => type?.startsWith('tool-'))).toEqual([]);
    expect(await withoutTools(client.prompt('Again').stream()).text()).toContain('Come back later.');
  });

  it('answer the page of useChat', async () => {
    const model = new ScriptedChatModel(['Hello.']);
    const body = JSON.stringify({ messages: [said('Hi')] });
    use(ChatClient.create(model));
    const response = await POST(new Request('http://x', { method: 'POST', body }));
    expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
    expect(await response.text()).toContain('"delta":"Hello."');
    expect(model.prompts[0]?.userMessage.text).toBe('Hi');
  });

  it('go on after a decision', async () => {
    const model = new ScriptedChatModel([toolCall('pay', { amount: 5 }, 'c1'), 'Paid.']);
    const repository = new InMemoryPendingTurnRepository();
    const client = ChatClient.builder(model, { pendingTurnRepository: repository }).defaultTools(new Bank()).build();
    const first = await answer(client, [said('Pay 5')]).text();
    const id = /"approvalId":"([^"]+)"/.exec(first)?.[1];
    const part = { type: 'tool-pay', toolCallId: 'c1', state: 'approval-responded', input: { amount: 5 } };
    const decided = { role: 'assistant', parts: [{ ...part, approval: { id, approved: true } }] };
    const second = await answer(client, [said('Pay 5'), decided]).text();
    expect(second).toContain('"output":"paid 5"');
    expect(second).toContain('"delta":"Paid."');
  });
});
