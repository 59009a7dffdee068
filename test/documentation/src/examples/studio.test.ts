import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ScriptedChatModel } from '@toolwright/testing';
import { studioOf } from './studio.js';

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the snippets about the studio', () => {
  it('show the turns of a client', async () => {
    const log = jest.spyOn(console, 'log').mockImplementation(() => {});
    const { client, server } = await studioOf(new ScriptedChatModel(['Hello.']));
    try {
      expect(log.mock.calls).toEqual([[server.url]]);
      expect(await client.prompt('Hi').call().content()).toBe('Hello.');
      const headers = { authorization: `Bearer ${server.token}` };
      const answer = await fetch(`${server.origin}/api/turns`, { headers });
      expect(await answer.json()).toMatchObject({ total: 1, turns: [{ status: 'completed', rounds: 1 }] });
    } finally {
      await server.close();
    }
  });
});
