import { access, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ChatClient } from '@toolwright/chat';
import { ScriptedChatModel, toolCall } from '@toolwright/testing';
import { isRedisInstalled } from '@toolwright/testing/servers';
import { Tool } from '@toolwright/tools';
import * as examples from './testing.js';

class Weather {
  @Tool({ description: 'The weather' })
  getWeather(city: string): string {
    return `rain in ${city}`;
  }
}

class Orders {
  @Tool({ description: 'Refunds an order' })
  refund(order: number): string {
    return `refunded ${order}`;
  }
}

describe('the snippets about testing', () => {
  it('answer by a script', async () => {
    await examples.scripted(new Weather());
  });

  it('look at prompts', async () => {
    expect(await ChatClient.create(examples.assertingModel()).prompt('Hello').call().content()).toBe('Hi');
    const other = ChatClient.create(examples.assertingModel()).prompt('Hallo').call().content();
    await expect(other).rejects.toThrow('Hello');
  });

  it('record and replay', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolwright-recording-'));
    const before = process.cwd();
    const real = () => new ScriptedChatModel([toolCall('refund', { order: 1002 }), 'Done.']);
    try {
      process.chdir(folder);
      await mkdir('test/recordings', { recursive: true });
      process.env['TOOLWRIGHT_RECORD'] = 'true';
      expect(await examples.recorded(real, new Orders())).toBe('Done.');
      delete process.env['TOOLWRIGHT_RECORD'];
      const unused = () => {
        throw new Error('the real model is not asked');
      };
      expect(await examples.recorded(unused, new Orders())).toBe('Done.');
      await access('test/recordings/refund.json');
    } finally {
      delete process.env['TOOLWRIGHT_RECORD'];
      process.chdir(before);
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('start contexts', async () => {
    await examples.contexts();
  });

  (isRedisInstalled() ? it : it.skip)('start and stop a server', async () => {
    const stops: (() => Promise<void>)[] = [];
    const server = await examples.servers((stop) => stops.push(stop));
    expect(server.url).toMatch(/^redis:/);
    for (const stop of stops) await stop();
  });

  describe('hold a repository to its contract', () => {
    examples.memoryContract();
    examples.turnContract();
  });
});
