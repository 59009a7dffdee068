import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import * as autoconfigure from '@toolwright/autoconfigure';
import * as boot from '@toolwright/boot';
import * as chat from '@toolwright/chat';
import * as core from '@toolwright/core';
import * as mcp from '@toolwright/mcp';
import * as memoryPostgres from '@toolwright/memory-postgres';
import * as memoryRedis from '@toolwright/memory-redis';
import * as model from '@toolwright/model';
import * as models from '@toolwright/models';
import * as observability from '@toolwright/observability';
import * as testing from '@toolwright/testing';
import * as toolSearch from '@toolwright/tool-search';
import * as tools from '@toolwright/tools';
import { ROOT } from '../../snippets/pages.mjs';
import * as examples from './from-spring-ai.js';

const { ChatClient, ToolCallingAdvisor } = chat;
const { ScriptedChatModel, toolCall } = testing;

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the snippets about porting from Spring AI', () => {
  it('attach tools and a context', async () => {
    const scripted = new ScriptedChatModel([toolCall('getWeather', { city: 'Oslo' }), 'Rain.']);
    expect(await examples.ask(ChatClient.builder(scripted))).toBe('Rain.');
    expect(JSON.stringify(scripted.prompts[1]?.instructions.at(-1))).toContain('F: rain in Oslo');
  });

  it('advise, stream, and build the loop by hand', async () => {
    const log = jest.spyOn(console, 'log').mockImplementation(() => {});
    const reply = testing.textReply('Once.', model.usageOf(3, 4));
    const client = ChatClient.builder(new ScriptedChatModel([reply, 'Once.']))
      .defaultAdvisors(new examples.TokenLogger())
      .build();
    await client.prompt('Hi').call().content();
    expect(log).toHaveBeenCalledWith(7);
    const texts: string[] = [];
    const plain = ChatClient.create(new ScriptedChatModel([testing.chunkedReply('Once ', 'upon')]));
    await examples.stream(plain, (text) => texts.push(text));
    expect(texts).toEqual(['Once ', 'upon']);
    const tool = tools.FunctionToolCallback.builder('tick', () => 'tock').build();
    const builder = ChatClient.builder(new ScriptedChatModel([toolCall('tick'), 'Tock.']));
    const byHand = examples.byHand(builder, tools.ToolCallingManager.builder().build(), [tool]);
    expect(await byHand.prompt('Tick').call().content()).toBe('Tock.');
  });

  it('swap the loop', async () => {
    const runner = new testing.ApplicationContextRunner()
      .withBean(ScriptedChatModel, () => new ScriptedChatModel([]))
      .withAutoConfiguration(
        autoconfigure.ToolCallingAutoConfiguration,
        autoconfigure.ChatClientAutoConfiguration,
        examples.MyLoopAutoConfiguration,
      );
    await runner.withPropertyValues('my.loop.enabled=true').run((context) => {
      expect(context.get(ToolCallingAdvisor.Builder)).toBeInstanceOf(examples.MyLoopBuilder);
    });
    await examples.checks();
  });
});

describe('the tables of types', () => {
  const exported = new Set(
    [
      autoconfigure,
      boot,
      chat,
      core,
      mcp,
      memoryPostgres,
      memoryRedis,
      model,
      models,
      observability,
      testing,
      toolSearch,
      tools,
    ].flatMap((module) => Object.keys(module)),
  );
  /** Types that leave no value behind. */
  const TYPES_ONLY = new Set([
    'CallAdvisor',
    'CallAdvisorChain',
    'StreamAdvisor',
    'StreamAdvisorChain',
    'Usage',
    'Media',
    'ToolCall',
  ]);

  it('name what there is', async () => {
    const page = await readFile(join(ROOT, 'docs/porting/from-spring-ai.md'), 'utf8');
    const tables = page.slice(page.indexOf('## Type by type'));
    const rows = [...tables.matchAll(/^\| `[^|]+` \| ([^|]*)\|/gm)].map(([, ours = '']) => ours);
    const names = rows.flatMap((cell) => [...cell.matchAll(/`@?([A-Z]\w+)/g)].map(([, name = '']) => name));
    expect(names.length).toBeGreaterThan(80);
    expect(names.filter((name) => !exported.has(name) && !TYPES_ONLY.has(name))).toEqual([]);
  });
});
