import { describe, expect, it } from '@jest/globals';
import { ConfigFileFormatException } from '@toolwright/boot';
import fc from 'fast-check';
import { environmentOf } from '../env/configFolder.js';

async function load(content: string | Buffer) {
  const environment = await environmentOf({ 'application.properties': content });
  return {
    value: (key: string) => environment.getProperty(key),
    at: (key: string) => {
      const origin = environment.getOrigin(key);
      return origin && `${origin.line}:${origin.column}`;
    },
    sources: environment.propertySources.filter((source) => source.name.endsWith('application.properties')),
  };
}

describe('.properties files', () => {
  it('[BF-01a] splits key and value at the first separator', async () => {
    const file = await load(
      '# first\nblah   =   hello world\ntest-colon-separator: my-property\nhello   world\nbar   foo=baz\nbling = a=b\n',
    );
    expect(file.value('blah')).toBe('hello world');
    expect(file.at('blah')).toBe('2:12');
    expect(file.value('test-colon-separator')).toBe('my-property');
    expect(file.value('hello')).toBe('world');
    expect(file.value('bar')).toBe('foo=baz');
    expect(file.value('bling')).toBe('a=b');
  });

  it('[BF-01b] reads a key alone, and a key without value, as the empty text', async () => {
    const file = await load('foo\nbar=\n');
    expect(file.value('foo')).toBe('');
    expect(file.value('bar')).toBe('');
  });

  it('[BF-01c] keeps trailing blanks and drops leading ones', async () => {
    expect((await load('x= trailing \n')).value('x')).toBe('trailing ');
  });

  it('[BF-02] ignores comments, which have no continuation, and keeps their characters inside values', async () => {
    const file = await load('  # one\n\t! two\n# ends in \\\na=b\nc=foo !bar #foo\n');
    expect(file.value('a')).toBe('b');
    expect(file.value('c')).toBe('foo !bar #foo');
    expect(file.sources[0]?.entries).toHaveLength(2);
  });

  it('[BF-03a] replaces escapes in values', async () => {
    const file = await load('a=x\\ty\\rz\\nu\\fv\nb=\\:\\=\\ \\\\\nc=\\q\\"\n');
    expect(file.value('a')).toBe('x\ty\rz\nu\fv');
    expect(file.value('b')).toBe(':= \\');
    expect(file.value('c')).toBe('q"');
  });

  it('[BF-03b] replaces escapes in keys', async () => {
    const { sources } = await load('test\\=property=helloworld\nproper\\\\ty=test\n');
    expect(sources[0]?.entries.map(({ name, value }) => [name.toString(), value])).toEqual([
      ['test=property', 'helloworld'],
      ['proper\\ty', 'test'],
    ]);
  });

  it('[BF-04] reads unicode escapes and refuses malformed ones with file and line', async () => {
    const file = await load('a=\\u0026\nb=\\uD83D\\uDE03\nc=\\\\u(026\n');
    expect(file.value('a')).toBe('&');
    expect(file.value('b')).toBe('😃');
    expect(file.value('c')).toBe('\\u(026');
    const failure = await load('ok=1\na=\\u(026\n').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConfigFileFormatException);
    expect(failure).toMatchObject({ reason: 'Malformed \\uxxxx encoding.', origin: { line: 2, column: 3 } });
    expect((failure as ConfigFileFormatException).origin.source).toMatch(/application\.properties$/);
  });

  it('[BF-05] drops the leading blanks of continuation lines', async () => {
    expect((await load('ml= a\\\n  b\\\\\\\n  c\n')).value('ml')).toBe('ab\\c');
    expect((await load('ml= a\\\r\n  b\\\\\\\r\n  c\r\n')).value('ml')).toBe('ab\\c');
  });

  it('[BF-06] continues on a line that looks like a comment, and locates the value there', async () => {
    const file = await load('x=\\\nfoo\ny=\\\n!foo\n');
    expect(file.value('x')).toBe('foo');
    expect(file.at('x')).toBe('2:1');
    expect(file.value('y')).toBe('!foo');
    expect(file.at('y')).toBe('4:1');
  });

  it('[BF-07] reads `key[]` as a list whose elements have a location each', async () => {
    const file = await load('foods[]=Apple,\\\nOrange\n');
    expect([file.value('foods[0]'), file.at('foods[0]')]).toEqual(['Apple', '1:9']);
    expect([file.value('foods[1]'), file.at('foods[1]')]).toEqual(['Orange', '2:1']);
  });

  it('[BF-08] lets the last of two equal keys win', async () => {
    expect((await load('a=1\na=2\n')).value('a')).toBe('2');
  });

  it.each(['a=a\n#---\nb=b\n', 'a=a\n!---\nb=b\n', 'a=a\n#---  \nb=b\n'])(
    '[BF-09] splits documents at a separator: %j',
    async (text) => {
      expect((await load(text)).sources.map(({ entries }) => entries.map(({ value }) => value))).toEqual([
        ['b'],
        ['a'],
      ]);
    },
  );

  it.each([
    ['leading blanks', 'a=a\n #---\nb=b\n', 1],
    ['text behind', 'a=a\n#--- x\nb=b\n', 1],
    ['the same comment before', 'a=a\n# c\n#---\nb=b\n', 1],
    ['the same comment after', 'a=a\n#---\n# c\nb=b\n', 1],
    ['another comment before', 'a=a\n! c\n#---\nb=b\n', 2],
  ])('[BF-10] %s', async (_case, text, documents) => {
    expect((await load(text)).sources).toHaveLength(documents);
  });

  it('[BF-11] reads UTF-8, skips a byte order mark and refuses other bytes with file and line', async () => {
    const file = await load(Buffer.from('\uFEFFa=Grüß Gott\n', 'utf8'));
    expect(file.value('a')).toBe('Grüß Gott');
    expect(file.at('a')).toBe('1:3');
    const latin = await load(Buffer.from('a=1\nb=Grüß\n', 'latin1')).catch((error: unknown) => error);
    expect(latin).toMatchObject({ code: 'CONFIG_FILE_FORMAT', reason: 'The line is not UTF-8.', origin: { line: 2 } });
  });

  it('[BH-14] gives the exact text of a UTF-8 file', async () => {
    expect((await load('greeting=Grüß Gott\n')).value('greeting')).toBe('Grüß Gott');
  });

  it('reads back any text whose special characters are escaped', async () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('${') && !/[\r\n\f\t]/.test(value));
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        const escaped = value.replace(/[\\ :=#!]/g, (character) => `\\${character}`);
        expect((await load(`key=${escaped}\n`)).value('key')).toBe(value);
      }),
      { numRuns: 50 },
    );
  });
});
