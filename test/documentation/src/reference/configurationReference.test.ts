import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { configurationReference, REFERENCE } from './configurationReference.js';

describe('docs/configuration-reference.md', () => {
  it('has every key as its properties class describes it; npm run docs:reference writes it', async () => {
    const written = await readFile(REFERENCE, 'utf8').catch(() => '');
    expect(written).toBe(await configurationReference());
  });
});
