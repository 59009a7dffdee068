import { describe, expect, it } from '@jest/globals';
import { KeywordToolIndex, type ToolReference } from '@toolwright/tool-search';

const tool = (toolName: string, summary: string): ToolReference => ({ toolName, summary });

/** The names that a query finds, best first. */
async function ranked(query: string, ...tools: readonly ToolReference[]): Promise<readonly string[]> {
  const index = new KeywordToolIndex();
  await index.indexTools('s', tools);
  const { toolReferences } = await index.search({ sessionId: 's', query });
  return toolReferences.map(({ toolName }) => toolName);
}

describe('The words of a query', () => {
  it('count less where they stand in most requests', async () => {
    const names = await ranked(
      'another interesting parcel, please',
      tool('another', 'Does another interesting thing'),
      tool('parcel', 'Follows a parcel'),
      tool('third', 'Draws'),
    );
    expect(names[0]).toBe('parcel');
  });

  it('find a tool all the same that is named by such a word alone', async () => {
    expect(await ranked('next', tool('next', 'Goes on'), tool('draw', 'Draws a line'))).toEqual(['next']);
  });

  it('count less where they are numbers', async () => {
    const names = await ranked(
      'convert 20 dollars',
      tool('level20', 'Jumps'),
      tool('convertMoney', 'Converts dollars'),
    );
    expect(names[0]).toBe('convertMoney');
  });

  it.each(['"harbour"', "'harbour'", '“harbour”'])('count less in quotes: %s', async (quoted) => {
    const tools = [tool('harbour', 'Lists ships'), tool('playSong', 'Plays melodies')];
    expect((await ranked(`play the melody ${quoted}`, ...tools))[0]).toBe('playSong');
    expect((await ranked('harbour', ...tools))[0]).toBe('harbour');
  });

  it('take no apostrophe for a quote', async () => {
    const tools = [tool('harbour', 'Lists ships'), tool('sailor', 'Finds the crew')];
    expect((await ranked("the sailor's harbour and the captain's", ...tools))[0]).toBe('harbour');
  });

  it.each([
    ['What is it like in Paris?', 'cityGuide', 'Facts about a city'],
    ['How many euros will that be?', 'rates', 'Exchange of currency'],
    ['How many calories does it have?', 'nutritionFacts', 'Nutrition of a dish'],
  ])('stand for what they are a kind of: %s', async (query, toolName, summary) => {
    const others = [tool('playChess', 'Makes a move'), tool('lockDoor', 'Locks a door')];
    expect((await ranked(query, ...others, tool(toolName, summary)))[0]).toBe(toolName);
  });

  it('stand for their kind only, not the other way round', async () => {
    expect(await ranked('city', tool('paris', 'Sights of Paris'), tool('lockDoor', 'Locks a door'))).toEqual([]);
  });
});
