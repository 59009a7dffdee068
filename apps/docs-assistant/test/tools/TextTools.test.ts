import { describe, expect, it } from '@jest/globals';
import { Toolbox } from './toolbox.js';

const toolbox = new Toolbox();

describe('wordCount', () => {
  it('counts words, characters, sentences and lines', async () => {
    expect(await toolbox.call('wordCount', { text: 'A rose is a rose. Isn’t it?\nYes!' })).toEqual({
      words: 8,
      characters: 32,
      sentences: 3,
      lines: 2,
      readingMinutes: 1,
    });
  });

  it('counts in scripts without spaces, and a family as one character', async () => {
    expect(await toolbox.call('wordCount', { text: '霧の日' })).toMatchObject({ words: 3, characters: 3 });
    expect(await toolbox.call('wordCount', { text: '👨‍👩‍👧é' })).toMatchObject({ characters: 2 });
    expect(await toolbox.call('wordCount', { text: '' })).toEqual({
      words: 0,
      characters: 0,
      sentences: 0,
      lines: 0,
      readingMinutes: 0,
    });
  });

  it('refuses a text that is too long', async () => {
    expect(await toolbox.failure('wordCount', { text: 'x'.repeat(200_001) })).toBe(
      "'text' has 200001 characters, at most 200000 are allowed. Pass a shorter text.",
    );
  });
});

describe('changeCase', () => {
  it.each([
    ['upper', 'straße 7', 'STRASSE 7'],
    ['lower', 'ÀÉÎ', 'àéî'],
    ['title', 'the pilot’s o’clock élan', 'The Pilot’s O’clock Élan'],
    ['sentence', 'ONE DAY. IT RAINED! "why?"', 'One day. It rained! "Why?"'],
    ['camel', 'Max tool-calls per turn', 'maxToolCallsPerTurn'],
    ['pascal', 'max_tool_calls', 'MaxToolCalls'],
    ['snake', 'HTMLParserOptions2', 'html_parser_options2'],
    ['kebab', 'maxToolCalls Größe', 'max-tool-calls-größe'],
    ['constant', 'max tool.calls', 'MAX_TOOL_CALLS'],
  ])('%s', async (style, text, result) => {
    expect(await toolbox.call('changeCase', { text, style })).toEqual({ result });
  });
});

describe('diffTexts', () => {
  it('marks added and removed lines', async () => {
    expect(await toolbox.call('diffTexts', { oldText: 'one\ntwo\nthree', newText: 'one\r\n2\nthree\nfour\n' })).toEqual(
      {
        added: 2,
        removed: 1,
        diff: '  one\n- two\n+ 2\n  three\n+ four',
      },
    );
    expect(await toolbox.call('diffTexts', { oldText: 'same', newText: 'same' })).toEqual({
      added: 0,
      removed: 0,
      diff: '  same',
    });
    expect(await toolbox.call('diffTexts', { oldText: '', newText: '' })).toEqual({ added: 0, removed: 0, diff: '' });
  });
});

describe('extractFromText', () => {
  const text =
    'Mail ana.maria+x@harbor.example or joão@café.pt, see https://harbor.example/a?b=1&c=(d). It cost -3.50 or 1e3 ' +
    'on 2026-11-30 and 2026-12-01T08:00Z #tide #灯台. He said "come in" and “go”, "come in". v2 x3';

  it.each([
    ['emails', ['ana.maria+x@harbor.example', 'joão@café.pt']],
    ['urls', ['https://harbor.example/a?b=1&c=(d']],
    ['numbers', ['1', '-3.50', '1e3', '2026', '11', '30', '12', '01', '00']],
    ['dates', ['2026-11-30', '2026-12-01T08:00Z']],
    ['hashtags', ['#tide', '#灯台']],
    ['quotes', ['come in', 'go']],
  ])('%s', async (kind, found) => {
    expect(await toolbox.call('extractFromText', { text, kind })).toEqual({ kind, found });
  });

  it.each(['emails', 'urls', 'numbers', 'dates', 'hashtags', 'quotes'])(
    'finds %s in a hostile text in reasonable time',
    async (kind) => {
      for (const piece of ['a', '1', 'a@', 'a.', '"', '-1.', '#', 'http://', 'a@a.', '.,;']) {
        const start = performance.now();
        await toolbox.call('extractFromText', { text: piece.repeat(150_000 / piece.length), kind });
        expect(performance.now() - start).toBeLessThan(20_000);
      }
    },
  );
});

describe('sortLines', () => {
  it('sorts numbers in words by their value, and accents with their letter', async () => {
    const text = 'ship 10\nship 9\nÉclair\nzebra\neagle\nship 9\n';
    expect(await toolbox.call('sortLines', { text })).toEqual({
      result: 'eagle\nÉclair\nship 9\nship 9\nship 10\nzebra',
      lines: 6,
    });
    expect(await toolbox.call('sortLines', { text, order: 'descending', unique: true })).toEqual({
      result: 'zebra\nship 10\nship 9\nÉclair\neagle',
      lines: 5,
    });
  });
});

describe('slugify', () => {
  it('makes the anchor that a heading has', async () => {
    expect(await toolbox.call('slugify', { title: 'Limits & “Quotas”: Größe!' })).toEqual({
      slug: 'limits--quotas-größe',
    });
    expect(await toolbox.call('slugify', { title: 'Crème Brûlée', ascii: true })).toEqual({ slug: 'creme-brulee' });
  });
});

describe('similarity', () => {
  it.each([
    ['harbor', 'harbor', 1],
    ['Harbor', 'HARBOR', 1],
    ['harbor', 'harbour', 0.923],
    ['abc', 'xyz', 0],
    ['', '', 1],
    ['', 'a', 0],
    ['é', 'e\u0301', 1],
  ])('of %j and %j', async (first, second, similarity) => {
    expect(await toolbox.call('similarity', { first, second })).toEqual({ similarity });
  });
});
