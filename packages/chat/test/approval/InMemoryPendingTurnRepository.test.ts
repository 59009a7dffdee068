import { describe, it } from '@jest/globals';
import { InMemoryPendingTurnRepository } from '@toolwright/chat';
import { pendingTurnRepositoryContract } from '@toolwright/testing';

describe('suspended turns in this process', () => {
  for (const { name, run } of pendingTurnRepositoryContract({ create: () => new InMemoryPendingTurnRepository() })) {
    it(name, run);
  }
});
