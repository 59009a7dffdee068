import { describe, expect, it } from '@jest/globals';
import { ChatClient, MessageWindowChatMemory } from '@toolwright/chat';
import { ScriptedChatModel } from '@toolwright/testing';
import { ToolCallingChatOptions } from '@toolwright/tools';
import { DocsAssistant } from '../../dist/assistant/DocsAssistant.js';

describe('a conversation with the assistant', () => {
  const start = (...replies: ConstructorParameters<typeof ScriptedChatModel>[0]) => {
    const model = new ScriptedChatModel(replies, { defaultOptions: ToolCallingChatOptions.builder().build() });
    const memory = MessageWindowChatMemory.builder().build();
    return { model, assistant: new DocsAssistant(ChatClient.builder(model), { objects: [] }, memory) };
  };
  const texts = (model: ScriptedChatModel, request: number) =>
    model.prompts[request]?.instructions.slice(1).map(({ text }) => text);

  it('sends earlier questions and answers along', async () => {
    const { model, assistant } = start('In docs/limits.md.', 'In the first section.');
    await assistant.ask('Where are limits explained?');
    expect((await assistant.ask('And where in it?')).answer).toBe('In the first section.');
    expect(texts(model, 1)).toEqual(['Where are limits explained?', 'In docs/limits.md.', 'And where in it?']);
  });

  it('forgets a question that failed', async () => {
    const { model, assistant } = start(new Error('busy'), 'Here.');
    await expect(assistant.ask('Where?')).rejects.toThrow('busy');
    await assistant.ask('Where?');
    expect(texts(model, 1)).toEqual(['Where?']);
  });
});
