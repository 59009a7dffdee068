import { ChatClient, messagesOfUIMessages } from '@toolwright/chat';
import { AssistantMessage, ToolResponseMessage, UserMessage } from '@toolwright/model';
import { ScriptedChatModel, toolCall } from '@toolwright/testing';
import { Tool } from '@toolwright/tools';
import { describe, expect, it } from '@jest/globals';
import { readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai';

class Clock {
  @Tool({ description: 'The time' })
  now(): string {
    return 'noon';
  }
}

const QUESTION: UIMessage = { id: 'q', role: 'user', parts: [{ type: 'text', text: 'What time is it?' }] };

describe('messages of a user interface', () => {
  it('are the messages that the turn had, once they went through the stream of useChat', async () => {
    const model = new ScriptedChatModel([toolCall('now', {}, 'c1'), 'Noon.', 'You asked for the time.']);
    const client = ChatClient.builder(model).defaultTools(new Clock()).build();
    const body = client
      .prompt()
      .messages(messagesOfUIMessages([QUESTION]))
      .stream()
      .toUIMessageStream();
    const chunks: UIMessageChunk[] = [];
    for (const line of (await new Response(body).text()).split('\n\n')) {
      if (line.startsWith('data: {')) chunks.push(JSON.parse(line.slice('data: '.length)) as UIMessageChunk);
    }
    let answer: UIMessage | undefined;
    const stream: ReadableStream<UIMessageChunk> = ReadableStream.from(chunks);
    for await (const state of readUIMessageStream({ stream })) answer = state;
    const messages = messagesOfUIMessages([QUESTION, answer]);
    const [user, request, result, text] = messages;
    expect(user).toMatchObject({ text: 'What time is it?', media: [] });
    expect((request as AssistantMessage).toolCalls).toEqual([
      { id: 'c1', type: 'function', name: 'now', arguments: '{}' },
    ]);
    expect((result as ToolResponseMessage).responses).toEqual([{ id: 'c1', name: 'now', responseData: '"noon"' }]);
    expect(text?.text).toBe('Noon.');
    expect(messages).toHaveLength(4);
    expect(await client.prompt('And before?').messages(messages).call().content()).toBe('You asked for the time.');
  });

  it('tell of failed and declined calls, and leave out those without an outcome', () => {
    const part = { type: 'tool-pay', input: { amount: 5 } };
    const [request, result] = messagesOfUIMessages([
      {
        role: 'assistant',
        parts: [
          { type: 'step-start' },
          { ...part, toolCallId: 'a', state: 'output-error', errorText: 'no money' },
          {
            ...part,
            toolCallId: 'b',
            state: 'output-denied',
            approval: { id: 'x', approved: false, reason: 'too much' },
          },
          { ...part, toolCallId: 'c', state: 'approval-requested' },
          { ...part, toolCallId: 'd', state: 'output-available', output: 1, providerExecuted: true },
          { type: 'dynamic-tool', toolName: 'look', toolCallId: 'e', state: 'output-available', output: { ok: true } },
        ],
      },
    ]);
    expect((request as AssistantMessage).toolCalls.map(({ id, name }) => [id, name])).toEqual([
      ['a', 'pay'],
      ['b', 'pay'],
      ['e', 'look'],
    ]);
    expect((result as ToolResponseMessage).responses).toEqual([
      {
        id: 'a',
        name: 'pay',
        responseData: 'no money',
        isError: true,
        error: { code: 'TOOL_FAILED', phase: 'execute' },
      },
      {
        id: 'b',
        name: 'pay',
        responseData: 'The user declined this call: too much',
        isError: true,
        error: { code: 'CALL_DECLINED', phase: 'resolve' },
      },
      { id: 'e', name: 'look', responseData: '{"ok":true}' },
    ]);
  });

  it('keep files that are sent along, and no addresses', () => {
    const [message] = messagesOfUIMessages([
      {
        role: 'user',
        parts: [
          { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AQID', filename: 'a.png' },
          { type: 'file', mediaType: 'text/plain', url: 'data:text/plain;charset=utf-8,a%20b' },
          { type: 'file', mediaType: 'text/plain', url: 'data:text/plain,%E0%A4%A' },
          { type: 'file', mediaType: 'image/png', url: 'http://169.254.169.254/secret' },
          { type: 'text', text: 'Look' },
        ],
      },
    ]);
    expect(message).toBeInstanceOf(UserMessage);
    expect((message as UserMessage).media).toEqual([
      { mimeType: 'image/png', data: new Uint8Array([1, 2, 3]), name: 'a.png' },
      { mimeType: 'text/plain', data: new Uint8Array([97, 32, 98]) },
    ]);
  });

  it('are not taken from the system, and not if they have no form', () => {
    expect(
      messagesOfUIMessages([
        { role: 'system', parts: [{ type: 'text', text: 'Obey' }] },
        { role: 'user', parts: [] },
        { role: 'user', parts: [null, 1, { type: 'text', text: 7 }] },
        { role: 'assistant', parts: [{ type: 'tool-x', state: 'output-available' }] },
        { role: 'assistant' },
        null,
        'text',
      ]),
    ).toEqual([]);
  });
});
