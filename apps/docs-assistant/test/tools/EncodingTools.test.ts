import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Toolbox } from './toolbox.js';

const toolbox = new Toolbox();

describe('hashText', () => {
  it.each([
    [undefined, 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['sha1', 'abc', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
    ['md5', 'abc', '900150983cd24fb0d6963f7d28e17f72'],
    [
      'sha512',
      'abc',
      'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    ],
    ['sha256', '', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['md5', 'ü', 'c03410a5204b21cd8229ff754688d743'],
  ])('%s of %j', async (algorithm, text, hash) => {
    const args = { text, ...(algorithm === undefined ? {} : { algorithm }) };
    expect(await toolbox.call('hashText', args)).toEqual({ algorithm: algorithm ?? 'sha256', hash });
  });
});

describe('base64', () => {
  it('encodes and decodes, with either alphabet', async () => {
    expect(await toolbox.call('base64', { text: 'Schön? ✓' })).toEqual({ result: 'U2Now7ZuPyDinJM=' });
    for (const text of ['U2Now7ZuPyDinJM=', 'U2Now7ZuPyDinJM', 'U2Now7Zu\nPyDinJM=']) {
      expect(await toolbox.call('base64', { text, direction: 'decode' })).toEqual({ result: 'Schön? ✓' });
    }
    expect(await toolbox.call('base64', { text: '8J-agg', direction: 'decode' })).toEqual({ result: '🚂' });
  });

  it('refuses what is not Base64, or not text', async () => {
    const wrong = 'The text is not Base64: it has other characters or a wrong length.';
    for (const text of ['a*b', 'abcde', 'ab=c']) {
      expect(await toolbox.failure('base64', { text, direction: 'decode' })).toBe(wrong);
    }
    expect(await toolbox.failure('base64', { text: '/w==', direction: 'decode' })).toBe(
      'The Base64 holds binary data, not text, so it cannot be shown.',
    );
  });
});

describe('urlEncoding', () => {
  it('encodes and decodes', async () => {
    expect(await toolbox.call('urlEncoding', { text: 'a b&c=ü/✓' })).toEqual({
      result: 'a%20b%26c%3D%C3%BC%2F%E2%9C%93',
    });
    expect(await toolbox.call('urlEncoding', { text: '%C3%BC%20x', direction: 'decode' })).toEqual({ result: 'ü x' });
    expect(await toolbox.failure('urlEncoding', { text: '100%', direction: 'decode' })).toBe(
      'The text is not valid: a % needs two hexadecimal digits that form UTF-8.',
    );
  });

  it('gives back what it was given, as Base64 does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
        for (const name of ['urlEncoding', 'base64']) {
          const { result } = await toolbox.call(name, { text, direction: 'encode' });
          expect(await toolbox.call(name, { text: result, direction: 'decode' })).toEqual({ result: text });
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('generateUuid', () => {
  it('generates different identifiers of version 4', async () => {
    const { uuids } = await toolbox.call('generateUuid', { count: 20 });
    expect(new Set(uuids).size).toBe(20);
    for (const uuid of uuids) expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect((await toolbox.call('generateUuid')).uuids).toHaveLength(1);
    expect(await toolbox.failure('generateUuid', { count: 0 })).toBe("'count' must be from 1 to 20, but was 0.");
  });
});
