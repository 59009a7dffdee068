import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SimpleLoggerAdvisor, ToolCallingAdvisor } from '@toolwright/chat';
import { LoggerFactory, type LogProvider, RecordingLogProvider } from '@toolwright/core';
import { AssistantMessage, ToolResponseMessage } from '@toolwright/model';
import { chunkedReply, toolCall } from '@toolwright/testing';
import { callThrough, requestOf, streamThrough, textOf } from '../support/loops.js';
import { S, U } from '../support/memory.js';
import { AnyModel, scripted, TOOL_OPTIONS } from '../support/models.js';
import { StubTool } from '../support/tools.js';

let logs: RecordingLogProvider;
beforeEach(() => {
  logs = RecordingLogProvider.install();
});
afterEach(() => {
  logs.uninstall();
});

const lines = (): readonly string[] =>
  logs.entries
    .filter(({ loggerName }) => loggerName === 'toolwright.chat.advisor.simple-logger')
    .map(({ message }) => message);

describe('the logger', () => {
  it('[LG-01] stands at order 0', () => {
    expect(new SimpleLoggerAdvisor().order).toBe(0);
    expect(new SimpleLoggerAdvisor({ order: 1 }).order).toBe(1);
    expect(new SimpleLoggerAdvisor().name).toBe('SimpleLoggerAdvisor');
  });

  it('[LG-02] writes the request and the response of a call', async () => {
    await callThrough(scripted('fine'), requestOf([U('how are you?')]), new SimpleLoggerAdvisor({ logContent: true }));
    expect(logs.entries.map(({ level }) => level)).toEqual(['debug', 'debug']);
    const [request, response] = lines();
    expect(request).toMatch(/^request: .*how are you\?/);
    expect(response).toMatch(/^response: \{\n {2}"results"/);
    expect(JSON.parse(response?.slice('response: '.length) ?? '')).toEqual({
      results: [{ finishReason: 'STOP', output: { type: 'assistant', text: 'fine' } }],
      metadata: { id: '', model: 'scripted', usage: { promptTokens: 0, completionTokens: 0, totalTokens: 0 } },
    });
  });

  it('[LG-03] writes the aggregate of a stream at its end and changes no chunk', async () => {
    const advisor = new SimpleLoggerAdvisor({ logContent: true });
    const chunks = await streamThrough(scripted(chunkedReply('Hel', 'lo')), requestOf([U('u')]), advisor);
    expect(chunks.map(textOf)).toEqual(['Hel', 'lo']);
    expect(lines()).toHaveLength(2);
    expect(lines()[0]).toMatch(/^request: /);
    expect(lines()[1]).toContain('"text": "Hello"');
  });

  it('[LG-03] writes the request when the stream begins', async () => {
    const stream = new SimpleLoggerAdvisor().adviseStream(requestOf([U('u')]), {
      streamAdvisors: [],
      nextStream: () => ({ [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }) }),
      copy: () => {
        throw new Error('not asked for');
      },
    });
    expect(lines()).toEqual([]);
    for await (const _ of stream) throw new Error('no chunk');
    expect(lines()).toHaveLength(2);
  });

  it('[LG-04] puts nothing into words above debug', async () => {
    const quiet: LogProvider = { isLevelEnabled: (_, level) => level !== 'debug', write: () => {} };
    const previous = LoggerFactory.setProvider(quiet);
    try {
      let calls = 0;
      const count = (): string => `${(calls += 1)}`;
      const advisor = new SimpleLoggerAdvisor({ requestToString: count, responseToString: count });
      await callThrough(scripted('fine'), requestOf([U('u')]), advisor);
      await streamThrough(scripted('fine'), requestOf([U('u')]), advisor);
      expect(calls).toBe(0);
    } finally {
      LoggerFactory.setProvider(previous);
    }
  });

  it('[LG-04] uses functions that are given, and its own for null', async () => {
    const custom = new SimpleLoggerAdvisor({ requestToString: () => 'R', responseToString: () => 'A' });
    await callThrough(scripted('fine'), requestOf([U('u')]), custom);
    expect(lines()).toEqual(['request: R', 'response: A']);
    const defaults = new SimpleLoggerAdvisor({ requestToString: null, responseToString: null });
    await callThrough(new AnyModel([null]), requestOf([U('u')]), defaults);
    expect(lines()[3]).toBe('response: null');
    await expect(callThrough(scripted(), null as never, defaults)).rejects.toThrow();
    await defaults
      .adviseCall(null as never, {
        callAdvisors: [],
        nextCall: () => Promise.reject(new Error('x')),
        copy: () => null as never,
      })
      .catch(() => undefined);
    expect(lines()[4]).toBe('request: null');
  });

  it('[LG-05] writes one pair of lines per round at its default order', async () => {
    const options = TOOL_OPTIONS.mutate()
      .toolCallbacks([new StubTool('tool')])
      .build();
    const model = scripted(toolCall('tool'), 'done');
    await callThrough(
      model,
      requestOf([U('u')], options),
      ToolCallingAdvisor.builder().build(),
      new SimpleLoggerAdvisor(),
    );
    expect(lines().map((line) => line.split(':')[0])).toEqual(['request', 'response', 'request', 'response']);
  });

  it('[LG-06] writes content only when told to, and tool context never', async () => {
    const options = TOOL_OPTIONS.mutate()
      .toolCallbacks([new StubTool('tool')])
      .toolContext({ tenant: 'secret-tenant' })
      .build();
    const messages = [
      S('secret-system'),
      U('secret-user'),
      new AssistantMessage('secret-text', {
        toolCalls: [{ id: '1', type: 'function', name: 'tool', arguments: '"secret-arguments"' }],
      }),
      new ToolResponseMessage([{ id: '1', name: 'tool', responseData: 'secret-result' }]),
    ];
    const request = requestOf(messages, options, { key: 'secret-parameter' });
    await callThrough(scripted('secret-answer'), request, new SimpleLoggerAdvisor());
    expect(lines().join('\n')).not.toContain('secret');
    expect(lines()[0]).toContain('"tools":["tool"]');
    const before = lines().length;
    await callThrough(scripted('secret-answer'), request, new SimpleLoggerAdvisor({ logContent: true }));
    const text = lines().slice(before).join('\n');
    for (const part of ['system', 'user', 'text', 'arguments', 'result', 'answer'])
      expect(text).toContain(`secret-${part}`);
    expect(text).not.toContain('secret-tenant');
    expect(text).not.toContain('secret-parameter');
  });
});
