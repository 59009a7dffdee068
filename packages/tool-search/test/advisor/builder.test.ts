import { type CallAdvisorChain, HIGHEST_PRECEDENCE, LOWEST_PRECEDENCE, ToolCallingAdvisor } from '@toolwright/chat';
import { IllegalArgumentException } from '@toolwright/core';
import { UserMessage } from '@toolwright/model';
import { ScriptedChatModel, toolCall } from '@toolwright/testing';
import {
  LruEvictionStrategy,
  NeverEvictStrategy,
  RegexToolIndex,
  ToolSearchToolCallingAdvisor,
} from '@toolwright/tool-search';
import { ToolCallingManager } from '@toolwright/tools';
import { describe, expect, it } from '@jest/globals';
import { optionsOf, requestOf, runTurn, searchAdvisor, thrownBy, toolsSent, weather } from './harness.js';

const USER = [new UserMessage('hi')];

async function expectRefusal(action: () => unknown, message: string): Promise<void> {
  const error = await thrownBy(action);
  expect(error).toBeInstanceOf(IllegalArgumentException);
  expect(error.message).toBe(message);
}

describe('ToolSearchToolCallingAdvisor.Builder', () => {
  it('[SA-01a] requires an index', async () => {
    await expectRefusal(() => ToolSearchToolCallingAdvisor.builder().build(), 'toolIndex is required');
  });

  it('[SA-01b] refuses a null index', async () => {
    await expectRefusal(
      () => ToolSearchToolCallingAdvisor.builder().toolIndex(null as never),
      'toolIndex cannot be null',
    );
  });

  it.each(['', '   ', null])('[SA-01c] refuses the suffix %p', async (suffix) => {
    await expectRefusal(
      () => searchAdvisor().systemMessageSuffix(suffix as string),
      'systemMessageSuffix cannot be null or empty',
    );
  });

  it.each(['  ', null])('[SA-01d] refuses the session key %p', async (keyName) => {
    await expectRefusal(
      () => searchAdvisor().sessionIdKeyName(keyName as string),
      'sessionIdKeyName cannot be null or empty',
    );
  });

  it('[SA-01e] refuses a null eviction strategy', async () => {
    await expectRefusal(() => searchAdvisor().evictionStrategy(null as never), 'evictionStrategy must not be null');
  });

  it.each([HIGHEST_PRECEDENCE, LOWEST_PRECEDENCE])('[SA-01f] refuses the order %d', async (order) => {
    await expectRefusal(
      () => searchAdvisor().advisorOrder(order).build(),
      'advisorOrder must be between HIGHEST_PRECEDENCE and LOWEST_PRECEDENCE',
    );
  });

  it.each([0, -1, 2.5])('refuses %d results', async (maxResults) => {
    await expectRefusal(() => searchAdvisor().maxResults(maxResults), 'maxResults must be a positive integer');
  });

  it('[SA-02] has defaults for everything but the index', () => {
    const advisor = searchAdvisor().build();
    expect(advisor.name).toBe('ToolSearchToolCallingAdvisor');
    expect(advisor.order).toBe(-2147483348);
    expect(advisor.referenceToolNameAccumulation).toBe(true);
    expect(advisor.maxResults).toBeNull();
    expect(advisor.sessionIdKeyName).toBe('chat_memory_conversation_id');
    expect(advisor.evictionStrategy).toBeInstanceOf(LruEvictionStrategy);
    expect((advisor.evictionStrategy as LruEvictionStrategy).maxSessions).toBe(1000);
    expect(advisor.conversationHistoryEnabled).toBe(true);
  });

  it('[SA-03a] takes every setting in one chain', () => {
    const index = new RegexToolIndex();
    const strategy = new LruEvictionStrategy(50);
    const advisor = ToolSearchToolCallingAdvisor.builder()
      .toolCallingManager(ToolCallingManager.builder().build())
      .advisorOrder(HIGHEST_PRECEDENCE + 500)
      .toolIndex(index)
      .systemMessageSuffix('\n\nCustom suffix')
      .referenceToolNameAccumulation(false)
      .maxResults(10)
      .evictionStrategy(strategy)
      .build();
    expect(advisor.order).toBe(HIGHEST_PRECEDENCE + 500);
    expect(advisor.name).toBe('ToolSearchToolCallingAdvisor');
    expect(advisor.toolIndex).toBe(index);
    expect(advisor.systemMessageSuffix).toBe('\n\nCustom suffix');
    expect(advisor.referenceToolNameAccumulation).toBe(false);
    expect(advisor.maxResults).toBe(10);
    expect(advisor.evictionStrategy).toBe(strategy);
  });

  it('[SA-03b] is a builder of a tool-calling advisor', async () => {
    const manager = ToolCallingManager.builder().build();
    const builder: ToolCallingAdvisor.Builder = searchAdvisor();
    expect(builder).toBeInstanceOf(ToolCallingAdvisor.Builder);
    expect(builder.toolCallingManager(manager)).toBe(builder);
    expect(builder.toolExecutionEligibilityChecker(() => false)).toBe(builder);
    expect(builder.advisorOrder(7)).toBe(builder);
    expect(builder.conversationHistoryEnabled(true)).toBe(builder);
    expect(builder.disableInternalConversationHistory()).toBe(builder);
    const advisor = builder.build();
    expect(advisor).toBeInstanceOf(ToolSearchToolCallingAdvisor);
    expect(advisor.order).toBe(7);
    expect(advisor.conversationHistoryEnabled).toBe(false);
    const model = new ScriptedChatModel([toolCall('toolSearchTool', { query: 'x' })]);
    const chunks = await runTurn(advisor as ToolSearchToolCallingAdvisor, model, { messages: USER });
    expect(chunks[0]?.chatResponse?.hasToolCalls()).toBe(true);
  });

  it('[SA-04] copies all settings and shares index and strategy', async () => {
    const index = new RegexToolIndex();
    const strategy = new LruEvictionStrategy(5);
    const managers: string[] = [];
    const manager = ToolCallingManager.builder().build();
    const resolve = manager.resolveToolDefinitions.bind(manager);
    manager.resolveToolDefinitions = (options) => {
      managers.push('asked');
      return resolve(options);
    };
    const original = ToolSearchToolCallingAdvisor.builder()
      .toolCallingManager(manager)
      .toolExecutionEligibilityChecker(() => false)
      .advisorOrder(3)
      .disableInternalConversationHistory()
      .toolIndex(index)
      .systemMessageSuffix('S')
      .referenceToolNameAccumulation(false)
      .maxResults(4)
      .sessionIdKeyName('tenantId')
      .evictionStrategy(strategy)
      .alwaysDisclosed('weather');
    const copy = original.copy();
    const settings = (advisor: ToolSearchToolCallingAdvisor): unknown => ({
      order: advisor.order,
      history: advisor.conversationHistoryEnabled,
      index: advisor.toolIndex,
      suffix: advisor.systemMessageSuffix,
      accumulation: advisor.referenceToolNameAccumulation,
      maxResults: advisor.maxResults,
      key: advisor.sessionIdKeyName,
      strategy: advisor.evictionStrategy,
    });
    const expected = {
      order: 3,
      history: false,
      index,
      suffix: 'S',
      accumulation: false,
      maxResults: 4,
      key: 'tenantId',
      strategy,
    };
    expect(copy).not.toBe(original);
    const built = copy.build();
    expect(built).toBeInstanceOf(ToolSearchToolCallingAdvisor);
    expect(settings(built)).toEqual(expected);
    expect(built.toolIndex).toBe(index);
    expect(built.evictionStrategy).toBe(strategy);

    const model = new ScriptedChatModel([toolCall('toolSearchTool', { query: 'x' })]);
    const tools = [weather()];
    const responses = await runTurn(built, model, { messages: USER, tools, context: { tenantId: 1 } });
    expect(responses[0]?.chatResponse?.hasToolCalls()).toBe(true);
    expect(managers).toEqual(['asked']);
    expect(toolsSent(model.prompts[0])).toEqual(['toolSearchTool', 'weather']);

    copy
      .advisorOrder(9)
      .conversationHistoryEnabled(true)
      .toolIndex(new RegexToolIndex())
      .systemMessageSuffix('T')
      .referenceToolNameAccumulation(true)
      .maxResults(null)
      .sessionIdKeyName('other')
      .evictionStrategy(NeverEvictStrategy.INSTANCE);
    expect(settings(original.build())).toEqual(expected);
  });

  it('[SA-05] has a suffix of its own', () => {
    const { systemMessageSuffix } = searchAdvisor().build();
    expect(systemMessageSuffix).toMatch(/^\n\n\S/);
    expect(systemMessageSuffix).toContain('`toolSearchTool`');
    expect(systemMessageSuffix).toContain('special tool');
    expect(systemMessageSuffix).toContain('on demand');
    expect(systemMessageSuffix).toMatch(/no tool in your context is suitable .* search/);
  });

  it('shares sessions and search tool with advisors built from copies, as a client builds them', async () => {
    const builder = searchAdvisor();
    const tools = Object.freeze([weather()]);
    const prompts = [];
    for (const reply of ['first', 'second']) {
      const model = new ScriptedChatModel([reply]);
      await runTurn(builder.copy().build(), model, { messages: USER, tools });
      prompts.push(model.prompts[0]);
    }
    expect(optionsOf(prompts[0]).toolCallbacks?.[0]).toBe(optionsOf(prompts[1]).toolCallbacks?.[0]);
  });

  it('checks its arguments as every tool-calling advisor', async () => {
    const advisor = searchAdvisor().build();
    const chain = {} as CallAdvisorChain;
    await expectRefusal(() => advisor.adviseCall(null as never, chain), 'chatClientRequest must not be null');
    await expectRefusal(
      () => advisor.adviseCall(requestOf({ messages: USER }), null as never),
      'callAdvisorChain must not be null',
    );
  });
});
