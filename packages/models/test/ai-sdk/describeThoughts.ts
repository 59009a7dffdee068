import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ChatClient } from '@toolwright/chat';
import { Prompt } from '@toolwright/model';
import { FunctionToolCallback } from '@toolwright/tools';
import { collected } from './collected.js';
import { ProviderServer } from './ProviderServer.js';
import type { WireFormat } from './wire/WireFormat.js';
import { CALLS, TEXT, wireModel } from './wireModel.js';

/** What becomes of thoughts; `back` is how the next request has them. */
export function describeThoughts(wire: WireFormat, back: object): void {
  let server: ProviderServer;
  beforeAll(async () => {
    server = await ProviderServer.start();
  });
  afterAll(async () => {
    await server.close();
  });

  it('hands thoughts out beside the text, in call and stream', async () => {
    server.answer(wire.answer({ thoughts: 'Hm.', text: ['Yes'] }), wire.stream({ thoughts: 'Hm.', text: ['Yes'] }));
    const { result } = await wireModel(wire, server.url).call(new Prompt('Hello'));
    expect([result?.output.text, result?.output.metadata['reasoningContent']]).toEqual(['Yes', 'Hm.']);
    const chunks = await collected(wireModel(wire, server.url).stream(new Prompt('Hello')));
    expect(chunks.map((chunk) => chunk.result?.output.text ?? '').join('')).toBe('Yes');
    expect(chunks.at(-1)?.result?.output.metadata['reasoningContent']).toBe('Hm.');
  });

  it.each(['answer', 'stream'] as const)('sends thoughts before calls back with their results: %s', async (kind) => {
    const tools = ['status', 'stock'].map((name) => FunctionToolCallback.builder(name, () => name).build());
    const client = ChatClient.builder(wireModel(wire, server.url))
      .defaultTools(...tools)
      .build();
    server.answer(wire[kind]({ thoughts: 'Hm.', ...CALLS }), wire[kind]({ text: TEXT }));
    const prompt = client.prompt('Status of orders 7 and 8?');
    if (kind === 'answer') await prompt.call().content();
    else await collected(prompt.stream().content());
    expect(server.requests).toHaveLength(2);
    // Without the braces: the thoughts may be one entry of a message among others.
    expect(JSON.stringify(server.requests[1]?.body)).toContain(JSON.stringify(back).slice(1, -1));
  });
}
