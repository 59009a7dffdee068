import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { InMemoryPendingTurnRepository } from '@toolwright/chat';
import { pendingTurnRepositoryContract } from '@toolwright/testing';

describe('suspended turns in this process', () => {
  for (const { name, run } of pendingTurnRepositoryContract({ create: () => new InMemoryPendingTurnRepository() })) {
    it(name, run);
  }

  it('leave no rules behind that are expired', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const repository = new InMemoryPendingTurnRepository();
    const rule = { toolName: 'pay', exact: true, approved: true, expiresAt: Date.now() - 1 };
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < 5000; index++) {
      const args = { numbers: Array.from({ length: 500 }, (_, position) => position + index) };
      await repository.addRule('long', { ...rule, ruleId: String(index), arguments: args });
    }
    collectGarbage();
    expect((process.memoryUsage().heapUsed - before) / 1_000_000).toBeLessThan(10);
    expect(await repository.findRules('long')).toEqual([]);
  });
});
