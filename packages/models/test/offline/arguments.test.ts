import { describe, expect, it } from '@jest/globals';
import { defineTool, defineToolWithSchema, type ParameterSchema } from '../catalogue/defineTool.js';
import { runTurn } from './runTurn.js';

/** The arguments that a request gives to a tool `archiveThing` with these parameters. */
async function argumentsFor(request: string, parameters: Record<string, ParameterSchema>): Promise<unknown> {
  const { rounds, answer } = await runTurn(request, [defineTool('archiveThing', 'Archives a thing.', parameters)]);
  const [call] = rounds[0] ?? [];
  return call === undefined ? answer : (JSON.parse(call.slice('archiveThing '.length)) as unknown);
}

const string = { type: 'string' };
const optional = true as const;

describe('values by their looks', () => {
  it.each<[string, Record<string, ParameterSchema>, unknown]>([
    ['archive the thing "a \\"b\\""', { text: string }, { text: 'a "b"' }],
    ['archive the thing “tall order”', { text: string }, { text: 'tall order' }],
    ['archive the thing `x = 1`', { text: string }, { text: 'x = 1' }],
    ["archive the thing 'it's here'", { text: string }, { text: "it's here" }],
    ['archive the thing -1.5', { amount: { type: 'number' } }, { amount: -1.5 }],
    ['archive 1,234,567 things', { amount: { type: 'integer' } }, { amount: 1234567 }],
    ['archive three things', { amount: { type: 'integer' } }, { amount: 3 }],
    ['archive the things 4,8,15', { amounts: { type: 'array', items: { type: 'integer' } } }, { amounts: [4, 8, 15] }],
    ['archive the things [1, [2, 3]]', { data: { type: 'array', items: {} } }, { data: [1, [2, 3]] }],
    ['archive the thing {"a":[1]}', { data: { type: 'object' } }, { data: { a: [1] } }],
    ['archive the thing {"a":[1]}', { json: { type: 'string', description: 'JSON text' } }, { json: '{"a":[1]}' }],
    ['archive the thing on 14 March 2026', { day: { type: 'string', format: 'date' } }, { day: '2026-03-14' }],
    ['archive the thing on March 14th, 2026', { date: string }, { date: '2026-03-14' }],
    ['archive the thing on 14.3.2026', { date: string }, { date: '2026-03-14' }],
    ['archive the thing on 2026/3/14', { date: string }, { date: '2026-03-14' }],
    ['archive the thing tomorrow', { date: string }, { date: '2026-03-16' }],
    [
      'archive the thing on 2026-03-14',
      { at: { type: 'string', format: 'date-time' } },
      { at: '2026-03-14T00:00:00Z' },
    ],
    ['archive the thing at 9:30', { time: string }, { time: '09:30' }],
    ['archive the thing docs/a-b.md.', { path: string }, { path: 'docs/a-b.md' }],
    ['archive the thing ../x/', { directory: string }, { directory: '../x/' }],
    ['archive the thing README.md', { file: string }, { file: 'README.md' }],
    [
      'archive the thing for a.b@example.org',
      { recipient: { type: 'string', format: 'email' } },
      { recipient: 'a.b@example.org' },
    ],
    ['archive the thing at https://example.org/a?b=1.', { url: string }, { url: 'https://example.org/a?b=1' }],
    ['archive the thing 2*(3+4)', { expression: string }, { expression: '2*(3+4)' }],
    ['archive the thing 12 times 7', { expression: string }, { expression: '12 * 7' }],
    ['archive the thing in Europe/Oslo', { timezone: string }, { timezone: 'Europe/Oslo' }],
    ['archive the thing QX-7', { thingId: string }, { thingId: 'QX-7' }],
  ])('%s %j', async (request, parameters, expected) => {
    expect(await argumentsFor(request, parameters)).toEqual(expected);
  });
});

describe('values by the words around them', () => {
  it.each<[string, Record<string, ParameterSchema>, unknown]>([
    [
      'archive the thing, depth 3, height 4',
      { height: { type: 'number' }, depth: { type: 'number' } },
      { height: 4, depth: 3 },
    ],
    ['archive the thing with a depth of 3', { depth: { type: 'number', optional } }, { depth: 3 }],
    ['archive the thing 3', { depth: { type: 'number', optional } }, {}],
    ['archive the thing with 7 copies', { copies: { type: 'integer', optional } }, { copies: 7 }],
    [
      'archive "b" to "c" from "a"',
      { source: string, target: string, thing: string },
      { source: 'a', target: 'c', thing: 'b' },
    ],
    ['archive the thing ascending', { order: { type: 'string', enum: ['asc', 'desc'] } }, { order: 'asc' }],
    ['archive the thing as PDF', { format: { type: 'string', enum: ['pdf', 'html'], optional } }, { format: 'pdf' }],
    ['archive the thing in km', { unit: { type: 'string', enum: ['kilometre', 'mile'] } }, { unit: 'kilometre' }],
    ['archive the recursive thing', { recursive: { type: 'boolean', optional } }, { recursive: true }],
    ['archive the thing, not recursive', { recursive: { type: 'boolean', optional } }, { recursive: false }],
    ['archive the thing', { recursive: { type: 'boolean', optional } }, {}],
    [
      'archive the thing red and green',
      { colours: { type: 'array', items: { type: 'string', enum: ['red', 'green', 'blue'] } } },
      { colours: ['red', 'green'] },
    ],
  ])('%s %j', async (request, parameters, expected) => {
    expect(await argumentsFor(request, parameters)).toEqual(expected);
  });

  it.each<[string, Record<string, ParameterSchema>, unknown]>([
    ['archive the thing in Asia/Tokyo', { timeZone: { type: 'string', optional } }, { timeZone: 'Asia/Tokyo' }],
    [
      'archive "a" with "b" in "banana"',
      { text: string, search: string, replacement: string },
      { text: 'banana', search: 'a', replacement: 'b' },
    ],
    [
      'archive how many miles the thing of 5 km has',
      {
        from: { type: 'string', enum: ['km', 'mile'] },
        to: { type: 'string', enum: ['km', 'mile'] },
      },
      { from: 'km', to: 'mile' },
    ],
    [
      'archive the 90th percentile of 1, 2 and 3',
      { numbers: { type: 'array', items: { type: 'number' } }, percent: { type: 'number', description: 'Percentile' } },
      { numbers: [1, 2, 3], percent: 90 },
    ],
    ['archive the things in docs', { path: string }, { path: 'docs' }],
    ['archive $.a[0].b of the thing', { path: string }, { path: '$.a[0].b' }],
  ])('%s %j', async (request, parameters, expected) => {
    expect(await argumentsFor(request, parameters)).toEqual(expected);
  });

  it('finds a tool for a calculation that nothing but its signs announces', async () => {
    const calculator = defineTool('evaluate', 'Evaluates an arithmetic expression.', { expression: string });
    const { rounds } = await runTurn('What is 17 times 23?', [calculator, defineTool('showTime', 'Shows the time.')]);
    expect(rounds).toEqual([['evaluate {"expression":"17 * 23"}']]);
  });

  it('fills the properties of a parameter that is an object', async () => {
    const size = {
      type: 'object',
      properties: { width: { type: 'number' }, height: { type: 'number' } },
      required: ['width', 'height'],
    };
    expect(await argumentsFor('archive the thing, width 2 and height 3', { size })).toEqual({
      size: { width: 2, height: 3 },
    });
  });

  it('follows references within the schema', async () => {
    const inputSchema = {
      $defs: { day: { type: 'string', format: 'date' } },
      properties: { on: { $ref: '#/$defs/day' } },
      required: ['on'],
    };
    const tool = defineToolWithSchema('archiveThing', 'Archives a thing.', JSON.stringify(inputSchema));
    const { rounds } = await runTurn('archive the thing 2026-03-14', [tool]);
    expect(rounds).toEqual([['archiveThing {"on":"2026-03-14"}']]);
  });

  it('does not ask for what has a default', async () => {
    expect(await argumentsFor('archive the thing', { depth: { type: 'number', default: 2 } })).toEqual({});
  });

  it('does not take a date that does not exist', async () => {
    expect(
      await argumentsFor('archive the thing on 2026-02-30', {
        day: { type: 'string', format: 'date', description: 'Day' },
      }),
    ).toBe('To use `archiveThing` I still need: Day (`day`). Please tell me.');
  });
});
