import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ChatClientAutoConfiguration, ToolCallingAutoConfiguration } from '@toolwright/autoconfigure';
import { type ChatMemory, ToolCallingAdvisor } from '@toolwright/chat';
import {
  EmbeddingModel,
  type EmbeddingRequest,
  type EmbeddingResponse,
  EMPTY_USAGE,
  Prompt,
  UserMessage,
} from '@toolwright/model';
import { ApplicationContextRunner, ScriptedChatModel, toolCall } from '@toolwright/testing';
import { isRedisInstalled, startRedis } from '@toolwright/testing/servers';
import * as examples from './packages.js';

/** Knows two meanings: opening, and everything else. */
class Meanings extends EmbeddingModel {
  override async call({ inputs }: EmbeddingRequest): Promise<EmbeddingResponse> {
    const vectors = inputs.map((text) => Float32Array.from(/open/i.test(text) ? [1, 0] : [0, 1]));
    const results = vectors.map((output, index) => ({ output, index }));
    return { results, metadata: { model: 'meanings', usage: EMPTY_USAGE } };
  }
}

async function remembers(memory: ChatMemory): Promise<void> {
  await memory.add('c-1', [new UserMessage('Hello')]);
  expect((await memory.get('c-1')).map(({ text }) => text)).toEqual(['Hello']);
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the snippets of the packages', () => {
  it('models: are of a provider, or offline', async () => {
    expect(examples.modelOf('key').provider).toBe('openai.responses');
    const { output } = (await examples.askOffline()).result!;
    expect(output.toolCalls.map(({ name, arguments: args }) => [name, JSON.parse(args)])).toEqual([
      ['movePallet', { pallet: 'P-12', from: 'A3', to: 'C7' }],
    ]);
  });

  it('model: echoes, and finds by meaning', async () => {
    const { result } = await new examples.EchoModel().call(new Prompt('Hello'));
    expect(result?.output.text).toBe('Hello');
    const found = await examples.nearest(new Meanings());
    expect(found.map(({ text }) => text)).toEqual(['Opening hours: 9 to 17']);
  });

  it('chat: answers at once and in a stream', async () => {
    const log = jest.spyOn(console, 'log').mockImplementation(() => {});
    const weatherOf = (city: string) => toolCall('weather', { city });
    const model = new ScriptedChatModel([weatherOf('Oslo'), 'Rain.', weatherOf('Rome'), 'Rain too.']);
    expect(await examples.chat(model)).toBe('Rain.');
    expect(log).toHaveBeenCalledWith('Rain too.');
    expect(model.prompts[0]?.instructions[0]?.text).toBe('Be brief.');
  });

  it('tools: are called', async () => {
    expect(await examples.callTool()).toBe('"A-17 is shipped"');
  });

  it('tool-search: sends one tool first', async () => {
    const model = new ScriptedChatModel([toolCall('toolSearchTool', { query: 'pallet' }), 'A coat.']);
    expect(await examples.searchTools(model, [new examples.Warehouse()], 'c-1')).toBe('A coat.');
  });

  it('autoconfigure: replaces the loop', async () => {
    const runner = new ApplicationContextRunner()
      .withBean(ScriptedChatModel, () => new ScriptedChatModel([]))
      .withAutoConfiguration(
        ToolCallingAutoConfiguration,
        ChatClientAutoConfiguration,
        examples.AuditAutoConfiguration,
      );
    await runner.run((context) => {
      expect(context.get(ToolCallingAdvisor.Builder)).not.toBeInstanceOf(examples.AuditingBuilder);
    });
    await runner.withPropertyValues('audit.enabled=true').run((context) => {
      expect(context.get(ToolCallingAdvisor.Builder)).toBeInstanceOf(examples.AuditingBuilder);
    });
  });

  it('memory-postgres: remembers', async () => {
    await examples.withPostgres('pglite:', remembers);
  });

  (isRedisInstalled() ? it : it.skip)('memory-redis: remembers', async () => {
    const server = await startRedis();
    try {
      await examples.withRedis(server.url, remembers);
    } finally {
      await server.stop();
    }
  });
});
