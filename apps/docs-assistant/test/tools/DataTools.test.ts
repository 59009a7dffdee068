import { describe, expect, it } from '@jest/globals';
import { Toolbox } from './toolbox.js';

const toolbox = new Toolbox();
const CSV = 'name;size\nAda;3\nBo;10\n"Cy; the 3rd";\n';

describe('queryJson', () => {
  it('queries a file', async () => {
    const args = { jsonFile: 'fleet.json', query: "ships[?flag == 'NO'].name" };
    expect(await toolbox.call('queryJson', args)).toEqual({ result: ['Albatros', 'Zephyr'] });
    const longest = { jsonFile: 'fleet.json', query: 'max_by(ships, &length).{ship: name, meters: length}' };
    expect(await toolbox.call('queryJson', longest)).toEqual({ result: { ship: 'Zephyr', meters: 24 } });
  });

  it('queries text', async () => {
    expect(await toolbox.call('queryJson', { jsonFile: '{"a":{"ü":[1,2]}}', query: 'a."ü"[-1]' })).toEqual({
      result: 2,
    });
    expect(await toolbox.call('queryJson', { jsonFile: '{"a":1}', query: 'b' })).toEqual({ result: null });
    expect(await toolbox.call('queryJson', { jsonFile: '{"a":1}', query: 'constructor' })).toEqual({ result: null });
  });

  it('explains wrong data, wrong expressions and results that are too long', async () => {
    expect(await toolbox.failure('queryJson', { jsonFile: '{"a":', query: 'a' })).toMatch(
      /^The text is not valid JSON: /,
    );
    expect(await toolbox.failure('queryJson', { jsonFile: '{}', query: 'a[' })).toMatch(
      /^The JMESPath expression is wrong: .* Write it like items\[0\]\.name or /,
    );
    const long = JSON.stringify(Array(9_000).fill('x'));
    expect(await toolbox.failure('queryJson', { jsonFile: long, query: '@' })).toBe(
      'The result is longer than 20000 characters. Narrow the query.',
    );
    expect(await toolbox.failure('queryJson', { jsonFile: '../secret.json', query: '@' })).toMatch(
      /^'..\/secret.json' is outside the folder/,
    );
  });
});

describe('formatJson', () => {
  it('indents, minifies and sorts', async () => {
    const json = '{"b":[{"d":1,"c":"ü"}],"a":null}';
    expect(await toolbox.call('formatJson', { json })).toEqual({
      result: '{\n  "b": [\n    {\n      "d": 1,\n      "c": "ü"\n    }\n  ],\n  "a": null\n}',
    });
    expect(await toolbox.call('formatJson', { json, indent: 0, sortKeys: true })).toEqual({
      result: '{"a":null,"b":[{"c":"ü","d":1}]}',
    });
  });

  it('keeps a key that is the name of the prototype', async () => {
    expect(await toolbox.call('formatJson', { json: '{"__proto__":1}', indent: 0, sortKeys: true })).toEqual({
      result: '{"__proto__":1}',
    });
  });

  it('says where the text is wrong', async () => {
    expect(await toolbox.failure('formatJson', { json: '[1,]' })).toMatch(/^The text is not valid JSON: .*/);
  });
});

describe('csvToJson', () => {
  it('reads a file with quotes and empty cells', async () => {
    const { rows, totalRows } = await toolbox.call('csvToJson', { csvFile: 'visits.csv', limit: 2 });
    expect(totalRows).toBe(4);
    expect(rows).toEqual([
      { ship: 'Albatros', nights: '3', berth: 'A1', note: '' },
      { ship: 'Möwe', nights: '12', berth: 'A2', note: 'early, please' },
    ]);
  });

  it('recognises the delimiter, and a table of one column', async () => {
    expect((await toolbox.call('csvToJson', { csvFile: CSV })).rows).toEqual([
      { name: 'Ada', size: '3' },
      { name: 'Bo', size: '10' },
      { name: 'Cy; the 3rd', size: '' },
    ]);
    expect((await toolbox.call('csvToJson', { csvFile: 'name\nAda' })).rows).toEqual([{ name: 'Ada' }]);
  });

  it('names the line that is wrong', async () => {
    expect(await toolbox.failure('csvToJson', { csvFile: 'a,b\n1,2\n3' })).toBe(
      'The CSV is wrong in line 3: Too few fields: expected 2 fields but parsed 1. The first line must name the columns.',
    );
    expect(await toolbox.failure('csvToJson', { csvFile: 'a,b' })).toBe(
      'The CSV has no rows below the line with the column names.',
    );
  });
});

describe('csvColumnStatistics', () => {
  it('describes a column of numbers', async () => {
    expect(await toolbox.call('csvColumnStatistics', { csvFile: 'visits.csv', column: 'Nights' })).toEqual({
      column: 'nights',
      empty: 1,
      numbers: { count: 3, sum: 16, mean: 5.333333333, median: 3, min: 1, max: 12, standardDeviation: 5.859465277 },
    });
  });

  it('counts the values of any other column', async () => {
    expect(await toolbox.call('csvColumnStatistics', { csvFile: 'visits.csv', column: 'berth' })).toEqual({
      column: 'berth',
      empty: 0,
      distinct: 3,
      topValues: [
        { value: 'A1', count: 2 },
        { value: 'A2', count: 1 },
        { value: 'B1', count: 1 },
      ],
    });
  });

  it('names the columns there are', async () => {
    expect(await toolbox.failure('csvColumnStatistics', { csvFile: 'visits.csv', column: 'night' })).toBe(
      "There is no column 'night'. Did you mean 'nights'? The columns are ship, nights, berth, note.",
    );
  });
});

describe('csvFilter', () => {
  it.each([
    ['equals', 'size', '10', ['Bo']],
    ['equals', 'name', 'ada', ['Ada']],
    ['differs', 'name', 'Ada', ['Bo', 'Cy; the 3rd']],
    ['contains', 'name', '3RD', ['Cy; the 3rd']],
    ['greater', 'size', '3', ['Bo']],
    ['less', 'size', '10', ['Ada']],
    ['greater', 'name', 'b', ['Bo', 'Cy; the 3rd']],
  ])('%s in %s: %s', async (comparison, column, value, names) => {
    const { rows, totalRows } = await toolbox.call('csvFilter', { csvFile: CSV, column, value, comparison });
    expect(rows.map(({ name }: { name: string }) => name)).toEqual(names);
    expect(totalRows).toBe(names.length);
  });

  it('compares for equality by default', async () => {
    const { rows } = await toolbox.call('csvFilter', { csvFile: 'visits.csv', column: 'ship', value: 'möwe' });
    expect(rows).toEqual([{ ship: 'Möwe', nights: '12', berth: 'A2', note: 'early, please' }]);
  });
});
