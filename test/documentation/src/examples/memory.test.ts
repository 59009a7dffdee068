import { describe, expect, it } from '@jest/globals';
import { ChatClient, InMemoryChatMemoryRepository, MessageWindowChatMemory } from '@toolwright/chat';
import { UserMessage } from '@toolwright/model';
import { ScriptedChatModel, toolCall } from '@toolwright/testing';
import { ask, cleanUp, Minutes } from './memory.js';

describe('the snippets about memory', () => {
  it('send the conversation along, and show it to tools', async () => {
    const model = new ScriptedChatModel(['Hello Ada.', toolCall('transcript'), 'You are Ada.']);
    const memory = MessageWindowChatMemory.builder().maxMessages(40).build();
    const builder = ChatClient.builder(model).defaultTools(new Minutes());
    expect(await ask(builder.clone(), memory, 'c-1', 'I am Ada.')).toBe('Hello Ada.');
    expect(await ask(builder.clone(), memory, 'c-1', 'Who am I?')).toBe('You are Ada.');
    expect(model.prompts[1]?.instructions.map(({ text }) => text)).toEqual(['I am Ada.', 'Hello Ada.', 'Who am I?']);
    const seen = JSON.stringify(model.prompts[2]?.instructions.at(-1));
    for (const text of ['I am Ada.', 'Hello Ada.', 'Who am I?']) expect(seen).toContain(text);
  });

  it('forget what is idle', async () => {
    const repository = new InMemoryChatMemoryRepository();
    await repository.saveAll('c-1', [new UserMessage('Hello')]);
    expect(await cleanUp(repository)).toBe(0);
  });
});
