import { describe, expect, it } from '@jest/globals';
import { defineTool } from '../catalogue/defineTool.js';
import { warehouseTools } from '../catalogue/warehouse.js';
import { Failure, runTurn } from './runTurn.js';

const handbook = [
  defineTool('searchHandbook', 'Searches the pages of the staff handbook.', {
    query: { type: 'string', description: 'What to look for' },
  }),
  defineTool('listChapters', 'Lists the chapters of the staff handbook.'),
  defineTool('readChapter', 'Reads one chapter of the staff handbook.', {
    path: { type: 'string', description: 'Path of the chapter' },
  }),
];

async function answer(request: string, name: string, result: unknown): Promise<string> {
  return (await runTurn(request, handbook, { [name]: () => result })).answer;
}

describe('answers from results', () => {
  it('names the tool and the page of the first entry', async () => {
    const text = await answer('Which page explains how to claim travel expenses?', 'searchHandbook', [
      { path: 'travel/expenses.md', snippet: 'Claim within 30 days.' },
      { path: 'travel/booking.md', snippet: 'Book early.' },
    ]);
    expect(text).toBe(
      '`searchHandbook` found travel/expenses.md: Claim within 30 days.\n- travel/booking.md: Book early.',
    );
  });

  it('finds the page in an object with a list of hits', async () => {
    const text = await answer('Which page covers sick leave?', 'searchHandbook', {
      total: 2,
      hits: [{ url: 'https://hr.example.com/leave', title: 'Leave', text: 'Call before nine o’clock.' }],
    });
    expect(text).toBe('`searchHandbook`: total: 2; hits: https://hr.example.com/leave: Call before nine o’clock.');
  });

  it('names each page once with its first passage, in at most three lines', async () => {
    const passage = 'Whoever travels keeps all receipts and hands them in. '.repeat(6);
    const pages = ['a.md', 'b.md', 'a.md', 'c.md', 'b.md', 'd.md', 'e.md'];
    const hits = pages.map((page, i) => ({ page, heading: 'Receipts', snippet: `${i} ${passage}`, score: 9 - i }));
    const text = await answer('Which page covers receipts?', 'searchHandbook', hits);
    const lines = text.split('\n');
    expect(lines.map((line) => line.slice(0, 10))).toEqual(['`searchHan', '- b.md: 1 ', '- c.md: 3 ']);
    expect(text).toMatch(/^`searchHandbook` found a\.md: 0 Whoever travels/);
    expect(text).toMatch(/… \(and 2 more\)$/);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(165);
  });

  it('says in brackets what short entries tell about a page', async () => {
    const text = await answer('List the chapters', 'listChapters', {
      checked: 3,
      broken: [
        { page: 'a.md', url: 'x.md', line: 2 },
        { page: 'b.md', url: 'y.md', line: 4 },
        { page: 'a.md', url: 'z.md', line: 9 },
      ],
    });
    expect(text).toBe('`listChapters`: checked: 3; broken: a.md (x.md, line 2; z.md, line 9), b.md (y.md, line 4)');
  });

  it('shows the first rows of a table', async () => {
    const rows = [1, 2, 3, 4].map((nights) => ({ nights, berth: 'A1' }));
    expect(await answer('List the chapters', 'listChapters', { rows })).toBe(
      '`listChapters`: rows:\n- nights: 1, berth: A1\n- nights: 2, berth: A1\n- nights: 3, berth: A1 … and 1 more',
    );
  });

  it('gives the text of a page with its name', async () => {
    expect(await answer('Read the chapter travel.md', 'readChapter', { page: 'travel.md', text: 'Go by train.' })).toBe(
      '`readChapter`: travel.md: Go by train.',
    );
  });

  it('lists plain values', async () => {
    expect(await answer('List the chapters', 'listChapters', ['intro.md', 'travel.md'])).toBe(
      '`listChapters`: intro.md, travel.md',
    );
  });

  it('cuts long texts between words', async () => {
    const text = await answer('Read the chapter travel.md', 'readChapter', 'word '.repeat(500));
    expect(text.length).toBeLessThan(650);
    expect(text.endsWith('word…')).toBe(true);
  });

  it('counts what it leaves out', async () => {
    const text = await answer(
      'Which page covers leave?',
      'searchHandbook',
      Array.from({ length: 90 }, (_, i) => ({ page: `page-${i}.md` })),
    );
    expect(text.length).toBeLessThan(500);
    expect(text).toMatch(/^`searchHandbook`: page-0\.md, page-1\.md, .* … and 53 more$/);
  });

  it('says that nothing was found', async () => {
    expect(await answer('Which page covers skiing?', 'searchHandbook', [])).toBe('`searchHandbook`: nothing was found');
  });

  it('takes the subject of a question as the query', async () => {
    const { rounds } = await runTurn('Which page explains how to claim travel expenses?', handbook);
    expect(rounds).toEqual([['searchHandbook {"query":"claim travel expenses"}']]);
  });
});

describe('failed calls', () => {
  it('are reported as they are', async () => {
    const { answer: text, rounds } = await runTurn('Open dock door 4', warehouseTools, {
      openDockDoor: () => new Failure('The door is blocked.'),
    });
    expect(text).toBe('`openDockDoor` failed: The door is blocked.');
    expect(rounds).toHaveLength(1);
  });

  it('are recognised by their text where no flag marks them', async () => {
    const { answer: text } = await runTurn('Open dock door 4', warehouseTools, {
      openDockDoor: () => "Unknown tool 'openDockDoor'. Available tools: none.",
    });
    expect(text).toMatch(/^`openDockDoor` failed: Unknown tool/);
  });

  it('are corrected once with a value that the error allows', async () => {
    const tools = [defineTool('paintDoor', 'Paints a door.', { colour: { type: 'string', description: 'Colour' } })];
    const { rounds, answer: text } = await runTurn('Paint the door in "crimson" or green', tools, {
      paintDoor: ({ colour }) =>
        colour === 'green'
          ? 'painted'
          : new Failure("Invalid arguments for tool 'paintDoor': $.colour must be one of: red, green"),
    });
    expect(rounds).toEqual([['paintDoor {"colour":"crimson"}'], ['paintDoor {"colour":"green"}']]);
    expect(text).toBe('`paintDoor`: painted');
  });

  it('are corrected once with a value for an argument that turned out to be needed', async () => {
    const tools = [
      defineTool('weighLoad', 'Weighs a load.', {
        load: { type: 'string' },
        tara: { type: 'number', optional: true as const },
      }),
    ];
    const { rounds } = await runTurn('Weigh the load "bricks" less 12', tools, {
      weighLoad: ({ tara }) => (tara === undefined ? new Failure('$.tara is required') : 'ok'),
    });
    expect(rounds).toEqual([['weighLoad {"load":"bricks"}'], ['weighLoad {"load":"bricks","tara":12}']]);
  });

  it('are not repeated when the correction fails too', async () => {
    const tools = [defineTool('paintDoor', 'Paints a door.', { colour: { type: 'string', description: 'Colour' } })];
    const { rounds, answer: text } = await runTurn('Paint the door in "crimson" or green', tools, {
      paintDoor: () => new Failure('$.colour must be one of: red, green'),
    });
    expect(rounds).toHaveLength(2);
    expect(text).toBe('`paintDoor` failed: $.colour must be one of: red, green');
  });
});
