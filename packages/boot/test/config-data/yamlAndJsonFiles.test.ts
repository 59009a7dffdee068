import { describe, expect, it } from '@jest/globals';
import { environmentOf } from '../env/configFolder.js';

const YAML = `
a:
  b: one
  list:
    - first
    - second
none: ~
empty: []
nothing:
when: 2026-01-02
`;

describe('YAML and JSON files', () => {
  it('[BF-12a] flattens maps and lists, splits documents and makes nothing the empty text', async () => {
    const environment = await environmentOf({ 'application.yaml': `${YAML}---\na:\n  b: two\n` });
    expect(environment.getProperty('a.b')).toBe('two');
    expect(environment.getProperty('a.list[0]')).toBe('first');
    expect(environment.getProperty('a.list[1]')).toBe('second');
    for (const key of ['none', 'empty', 'nothing']) expect(environment.getProperty(key)).toBe('');
    expect(environment.getProperty('when')).toBe('2026-01-02');
    const twice = await environmentOf({ 'application.yaml': 'a: 1\nb: 2\na: 3\n' }).catch((error: unknown) => error);
    expect(twice).toMatchObject({ code: 'CONFIG_FILE_FORMAT', origin: { line: 3 } });
  });

  it('[BF-12b] knows line and column of every value', async () => {
    const environment = await environmentOf({ 'application.yaml': YAML });
    expect(environment.getOrigin('a.b')).toMatchObject({ line: 3, column: 6 });
    expect(environment.getOrigin('a.list[1]')).toMatchObject({ line: 6, column: 7 });
  });

  it('[BF-12c] flattens JSON like YAML', async () => {
    const json =
      '{\n\t"a": {\n\t\t"b": "one", "list": ["x", 2, true]\n\t},\n\t"none": null, "empty": [], "half": 0.5\n}\n';
    const environment = await environmentOf({ 'application.json': json });
    expect(environment.getProperty('a.b')).toBe('one');
    expect(environment.getOrigin('a.b')).toMatchObject({ line: 3, column: 8 });
    expect(
      ['a.list[0]', 'a.list[1]', 'a.list[2]', 'none', 'empty', 'half'].map((key) => environment.getProperty(key)),
    ).toEqual(['x', '2', 'true', '', '', '0.5']);
    const broken = await environmentOf({ 'application.json': '{\n  "a": 1,\n}\n' }).catch((error: unknown) => error);
    expect(broken).toMatchObject({ code: 'CONFIG_FILE_FORMAT', origin: { line: 3, column: 1 } });
    const twice = await environmentOf({ 'application.json': '{"a": 1, "a": 2}' }).catch((error: unknown) => error);
    expect(twice).toMatchObject({ code: 'CONFIG_FILE_FORMAT' });
  });

  it('[BF-13] reads scalars by YAML 1.2', async () => {
    const environment = await environmentOf({
      'application.yml': 'a: on\nb: yes\nc: 010\nd: 1.10\ne: "1.10"\nf: 12345678901234567890\n',
    });
    expect(['a', 'b', 'c', 'd', 'e', 'f'].map((key) => environment.getProperty(key))).toEqual([
      'on',
      'yes',
      '10',
      '1.1',
      '1.10',
      '12345678901234567890',
    ]);
  });

  it('follows anchors and keeps dots and brackets in keys', async () => {
    const environment = await environmentOf({
      'application.yaml': 'base: &base\n  x: 1\ncopy: *base\n"a.b": 2\nmap:\n  "[weather/get]": 3\n',
    });
    expect(environment.getProperty('copy.x')).toBe('1');
    expect(environment.getProperty('a.b')).toBe('2');
    expect(environment.getProperty('map.[weather/get]')).toBe('3');
  });

  it('merges maps by `<<`, the keys of the map itself and earlier maps winning', async () => {
    const environment = await environmentOf({
      'application.yaml':
        'one: &one {x: 1, y: 1, deep: {p: 1, q: 1}}\ntwo: &two\n  <<: *one\n  y: 2\n  z: 2\nboth:\n  deep: {p: 3}\n  <<: [*two, {z: 4, v: 4}]\n"<<": text\n',
    });
    const values = ['x', 'y', 'z', 'v', 'deep.p', 'deep.q'].map((key) => environment.getProperty(`both.${key}`));
    expect(values).toEqual(['1', '2', '2', '4', '3', undefined]);
    expect(environment.getOrigin('both.x')).toMatchObject({ line: 1, column: 15 });
    expect(environment.getProperty('<<')).toBe('text');
  });

  it.each([
    ['an anchor that contains itself', 'a: &a\n  - *a\n', "'*a' contains itself.", 2],
    ['a map that merges itself', 'a: &a\n  b:\n    <<: *a\n', "'*a' contains itself.", 3],
    ['an alias without anchor', 'a: 1\nb: *gone\n', "There is no anchor '&gone'.", 2],
    ['a merge of what is no map', 'a: 1\n<<: 2\n', "'<<' needs a map, or a list of maps.", 2],
    ['a key that is a list', 'a: 1\n? [b, c]\n: 2\n', 'A key must be a single value.', 2],
  ])('refuses %s, with its place', async (_case, text, reason, line) => {
    const failure = await environmentOf({ 'application.yaml': text }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'CONFIG_FILE_FORMAT', reason, origin: { line } });
  });

  it('refuses a document that is no map', async () => {
    const failure = await environmentOf({ 'application.yaml': '- a\n' }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ reason: 'The document must be a map of keys.' });
  });
});
