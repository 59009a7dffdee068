import { describe, expect, it } from '@jest/globals';
import { defineTool } from '../catalogue/defineTool.js';
import { leisureTools } from '../catalogue/leisure.js';
import { warehouseTools } from '../catalogue/warehouse.js';
import { runTurn } from './runTurn.js';

const optional = true as const;
const text = (description: string) => ({ type: 'string', description });

const office = [
  defineTool('rescale', 'Converts a measured quantity to another unit.', {
    quantity: { type: 'number', description: 'Quantity' },
    from: text('Unit of the quantity'),
    to: text('Unit that is wanted'),
  }),
  defineTool('lettersOf', 'Lists the letters of a person.', { person: text('Name of the person') }),
  defineTool('lettersTo', 'Finds who wrote letters to a person.', { person: text('Name of the person') }),
  defineTool('listShelves', 'Lists the shelves of the archive.', {
    room: { ...text('Only in this room'), optional },
    folder: { ...text('Only in this folder'), optional },
    count: { type: 'integer', description: 'How many', optional },
    emptyOnly: { type: 'boolean', description: 'Skip full shelves', optional },
  }),
  defineTool('matchScans', 'Finds scans whose names match a pattern.', { pattern: text('Glob pattern') }),
  defineTool('shiftDeadline', 'Moves a deadline by days.', {
    deadline: text('Date'),
    days: { type: 'integer', description: 'Days; negative to move it back' },
  }),
  defineTool('searchManual', 'Searches the office manual.', { query: text('What to look for') }),
];

async function firstRound(request: string, tools = office): Promise<readonly string[]> {
  return (await runTurn(request, tools)).rounds[0] ?? [];
}

describe('what the form of a request says', () => {
  it.each([
    ['How many inches are in 3 feet?', 'rescale {"quantity":3,"from":"feet","to":"inches"}'],
    ['What is 20 °C in fahrenheit?', 'rescale {"quantity":20,"from":"°C","to":"fahrenheit"}'],
    ['80 km/h to mph', 'rescale {"quantity":80,"from":"km/h","to":"mph"}'],
    ['Find the letters to Miller', 'lettersTo {"person":"Miller"}'],
    ['Show the letters of Miller', 'lettersOf {"person":"Miller"}'],
    ['List the shelves in the folder maps', 'listShelves {"folder":"maps"}'],
    ['List the shelves in the maps folder', 'listShelves {"folder":"maps"}'],
    ['List the shelves of room North Wing', 'listShelves {"room":"North Wing"}'],
    ['List 4 shelves', 'listShelves {"count":4}'],
    ['List the shelves and skip the full shelves', 'listShelves {"emptyOnly":true}'],
    ['Find scans that match 2026/**/*.tif', 'matchScans {"pattern":"2026/**/*.tif"}'],
    ['Move the deadline 2026-03-20 by 3 days', 'shiftDeadline {"deadline":"2026-03-20","days":3}'],
    ['Move the deadline 2026-03-20 back by 3 days', 'shiftDeadline {"deadline":"2026-03-20","days":-3}'],
  ])('%s', async (request, call) => {
    expect(await firstRound(request)).toEqual([call]);
  });
});

describe('a question that no tool fits', () => {
  it.each([
    ['How do I water the plants?', 'water plants'],
    ['Where can visitors park?', 'visitors park'],
    ['What happens at midnight?', 'happens midnight'],
  ])('is looked up where something is written: %s', async (request, query) => {
    expect(await firstRound(request)).toEqual([`searchManual ${JSON.stringify({ query })}`]);
  });

  it.each(['Water the plants', 'how are you?', 'Sing a song'])(
    'is not looked up if it is none: %s',
    async (request) => {
      expect(await firstRound(request)).toEqual([]);
    },
  );

  it('is not looked up in a search for something else', async () => {
    expect(await firstRound('How do I water the plants?', [...warehouseTools, ...leisureTools])).toEqual([]);
  });
});
