import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ChatClient } from '@toolwright/chat';
import { ScriptedChatModel, toolCall } from '@toolwright/testing';
import { FunctionToolCallback } from '@toolwright/tools';
import { clientOf, registry } from './observability.js';

afterEach(() => {
  jest.restoreAllMocks();
});

const tick = FunctionToolCallback.builder('tick', () => 'tock').build();

describe('the snippets about observations', () => {
  it('measure turns, requests and tools', async () => {
    const log = jest.spyOn(console, 'log').mockImplementation(() => {});
    const client = clientOf(new ScriptedChatModel([toolCall('tick'), 'Tock.']));
    expect(await client.prompt('Tick').tools(tick).call().content()).toBe('Tock.');
    const names = log.mock.calls.map(([name]) => String(name));
    expect(names).toContain('execute_tool tick');
    expect(log.mock.calls.every(([, milliseconds]) => Number(milliseconds) >= 0)).toBe(true);
  });

  it('observe without an SDK', async () => {
    const model = new ScriptedChatModel([toolCall('tick'), 'Tock.']);
    const client = ChatClient.create(model, { observationRegistry: registry });
    expect(await client.prompt('Tick').tools(tick).call().content()).toBe('Tock.');
  });
});
