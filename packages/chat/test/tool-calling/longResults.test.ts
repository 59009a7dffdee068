import { describe, expect, it } from '@jest/globals';
import { ChatClient, ChatMemory, MessageWindowChatMemory, ToolCallingAdvisor } from '@toolwright/chat';
import type { Prompt } from '@toolwright/model';
import { type ScriptedChatModel, textReply, toolCall } from '@toolwright/testing';
import { InMemoryToolResultRepository, isToolCallingChatOptions, ToolCallingManager } from '@toolwright/tools';
import { collect, scripted } from '../support/models.js';
import { StubTool } from '../support/tools.js';

const LONG = 'ab'.repeat(5000);

function clientOf(model: ScriptedChatModel, repository = new InMemoryToolResultRepository()): ChatClient {
  const manager = ToolCallingManager.builder().offloadResults(4000, repository).build();
  return ChatClient.builder(model, {
    toolCallingAdvisorBuilder: ToolCallingAdvisor.builder().toolCallingManager(manager),
  }).build();
}

function names({ options }: Prompt): readonly string[] {
  return isToolCallingChatOptions(options)
    ? (options.toolCallbacks ?? []).map(({ definition }) => definition.name)
    : [];
}

/** Reads what the model was last given, and asks for a part of it. */
const reads = (prompt: Prompt) => {
  const text = JSON.stringify(prompt.instructions);
  const handle = /result-[0-9a-f]{12}/.exec(text)?.[0] ?? 'none';
  return toolCall('readToolResult', { handle, offset: 1, limit: 4 });
};

describe('long results in a turn', () => {
  for (const mode of ['call', 'stream'] as const) {
    it(`[OF-01] brings readToolResult with the first long result, in ${mode}()`, async () => {
      const model = scripted(toolCall('list', {}), reads, textReply('done'));
      const spec = clientOf(model).prompt().user('go').tools(new StubTool('list', LONG));
      if (mode === 'call') expect(await spec.call().content()).toBe('done');
      else expect((await collect(spec.stream().content())).join('')).toBe('done');
      expect(model.prompts.map(names)).toEqual([['list'], ['list', 'readToolResult'], ['list', 'readToolResult']]);
      expect(JSON.stringify(model.prompts[2]?.instructions)).toContain('"responseData":"baba"');
    });
  }

  it('[OF-01] attaches the tool in later turns of the conversation, and in no other', async () => {
    const repository = new InMemoryToolResultRepository();
    const model = scripted(toolCall('list', {}), textReply('one'), textReply('two'), textReply('three'));
    const client = clientOf(model, repository);
    const ask = (id: string): Promise<string | null> =>
      client
        .prompt()
        .user('go')
        .tools(new StubTool('list', LONG))
        .advisors((spec) => spec.param(ChatMemory.CONVERSATION_ID, id))
        .call()
        .content();
    await ask('c1');
    await ask('c1');
    await ask('c2');
    expect(model.prompts.map(names)).toEqual([
      ['list'],
      ['list', 'readToolResult'],
      ['list', 'readToolResult'],
      ['list'],
    ]);
  });

  it('[OF-04] deletes the results of a conversation with the conversation', async () => {
    const repository = new InMemoryToolResultRepository();
    await repository.save('c1', 'r', 'text');
    await repository.save('c2', 'r', 'text');
    const memory = MessageWindowChatMemory.builder().toolResultRepository(repository).build();
    await memory.clear('c1');
    expect(await repository.find('c1', 'r')).toBeNull();
    expect(await repository.find('c2', 'r')).toBe('text');
  });

  it('[OF-05] hands a long result whole to the caller where it is returned directly', async () => {
    const model = scripted(toolCall('list', {}));
    const answer = clientOf(model)
      .prompt()
      .user('go')
      .tools(new StubTool('list', LONG, true))
      .call()
      .content();
    expect(await answer).toBe(LONG);
  });
});
