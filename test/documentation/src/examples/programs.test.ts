import { describe, expect, it } from '@jest/globals';
import { runProgram } from '../runProgram.js';

describe('the snippets that are programs', () => {
  it('readme: answers from the tool', async () => {
    expect(await runProgram('readme', ['@toolwright/starter'])).toContain('1200');
  });

  it('starter: answers without a provider', async () => {
    expect((await runProgram('starter', ['@toolwright/starter'])).trim()).not.toBe('');
  });

  it('boot: greets as often as it is told', async () => {
    expect(await runProgram('boot', [], ['--greeting.times=3'])).toBe('Hello. Hello. Hello. \n');
  });
});
