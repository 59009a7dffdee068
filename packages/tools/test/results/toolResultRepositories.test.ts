import { describe, expect, it } from '@jest/globals';
import { toolResultRepositoryContract } from '@toolwright/testing';
import { InMemoryToolResultRepository } from '@toolwright/tools';

describe('InMemoryToolResultRepository', () => {
  for (const { name, run } of toolResultRepositoryContract({
    create: (ttl) => new InMemoryToolResultRepository({ ttl }),
  })) {
    it(`[OF-04] ${name}`, run);
  }

  it('[OF-04] lets the oldest results make room, whatever their conversation', async () => {
    const repository = new InMemoryToolResultRepository({ maxTotalChars: 10 });
    await repository.save('a', 'r1', '1234');
    await repository.save('b', 'r2', '1234');
    await repository.save('a', 'r3', '123');
    expect(await repository.find('a', 'r1')).toBeNull();
    expect(await repository.find('b', 'r2')).toBe('1234');
    expect(await repository.find('a', 'r3')).toBe('123');
    await repository.save('c', 'r4', '12345678901');
    expect(await repository.find('c', 'r4')).toBeNull();
    expect(await repository.find('b', 'r2')).toBe('1234');
  });

  it('[OF-04] refuses bounds that are none', () => {
    expect(() => new InMemoryToolResultRepository({ ttl: 0 })).toThrow('ttl must be greater than 0');
    expect(() => new InMemoryToolResultRepository({ maxTotalChars: -1 })).toThrow(
      'maxTotalChars must be greater than 0',
    );
  });
});
