import { describe, expect, it } from '@jest/globals';
import type { Message, ToolResponseMessage } from '@toolwright/model';
import type { ToolCallback } from '@toolwright/tools';
import { defineTool } from '../catalogue/defineTool.js';
import { leisureTools } from '../catalogue/leisure.js';
import { warehouseTools } from '../catalogue/warehouse.js';
import { runTurn } from './runTurn.js';

const all = [...warehouseTools, ...leisureTools];

const searchParameters = {
  query: { type: 'string', description: 'What the tool should do, in natural language' },
  maxResults: {
    type: 'integer',
    description: 'Maximum number of tools (1-10). Default is 5.',
    optional: true as const,
  },
};

function searchToolNamed(name: string): ToolCallback {
  return defineTool(name, 'Searches for further tools that help with the task.', searchParameters);
}

/** Tools that a search disclosed, as an advisor would attach them: those named in the responses so far. */
function disclosing(searchTool: ToolCallback) {
  return (messages: readonly Message[]): readonly ToolCallback[] => {
    const names = messages
      .filter((message): message is ToolResponseMessage => message.messageType === 'tool')
      .flatMap(({ responses }) => responses)
      .filter(({ name }) => name === searchTool.definition.name)
      .flatMap(({ responseData }) => JSON.parse(responseData) as string[]);
    return [searchTool, ...all.filter(({ definition }) => names.includes(definition.name))];
  };
}

/** A search by words that occur in name or description, most occurrences first. */
function search({ query, maxResults = 5 }: { query: string; maxResults?: number }): string[] {
  const words = query.toLowerCase().split(' ');
  return all
    .map(({ definition: { name, description } }) => ({
      name,
      hits: words.filter((word) => `${name} ${description}`.toLowerCase().includes(word)).length,
    }))
    .filter(({ hits }) => hits > 0)
    .sort((a, b) => b.hits - a.hits)
    .slice(0, maxResults)
    .map(({ name }) => name);
}

describe('with only a tool that searches for tools', () => {
  const toolSearchTool = searchToolNamed('toolSearchTool');
  const handlers = { toolSearchTool: search, sunrise: () => '06:02', stop_timer: () => 'stopped' };

  it('searches with the words of the request, then uses what was found', async () => {
    const turn = await runTurn('When is sunrise in Oslo?', disclosing(toolSearchTool), handlers);
    expect(turn.sent[0]).toEqual(['toolSearchTool']);
    expect(turn.rounds).toEqual([['toolSearchTool {"query":"sunrise oslo"}'], ['sunrise {"city":"Oslo"}']]);
    expect(turn.answer).toBe('`sunrise`: 06:02');
  });

  it('leaves values out of the query', async () => {
    const { rounds } = await runTurn('Move pallet P-12 from bay A3 to bay C7', disclosing(toolSearchTool), handlers);
    expect(rounds).toEqual([
      ['toolSearchTool {"query":"move pallet bay"}'],
      ['movePallet {"palletId":"P-12","fromBay":"A3","toBay":"C7"}'],
    ]);
  });

  it('searches for each part of a request', async () => {
    const { rounds } = await runTurn('Stop the timer and open dock door 4', disclosing(toolSearchTool), handlers);
    expect(rounds).toEqual([
      ['toolSearchTool {"query":"stop timer"}', 'toolSearchTool {"query":"open dock door"}'],
      ['stop_timer {}', 'openDockDoor {"door":4}'],
    ]);
  });

  it('passes results on between parts', async () => {
    const { rounds } = await runTurn(
      'Reverse "drawer" and then turn it into capital letters',
      disclosing(toolSearchTool),
      {
        ...handlers,
        reverse_text: () => 'reward',
      },
    );
    expect(rounds.slice(1)).toEqual([['reverse_text {"text":"drawer"}'], ['upperCaseText {"text":"reward"}']]);
  });

  it('searches once more with other words, then says that nothing was found', async () => {
    const { rounds, answer } = await runTurn('Paint the fence', disclosing(toolSearchTool), {
      toolSearchTool: () => [],
    });
    expect(rounds).toEqual([
      ['toolSearchTool {"query":"paint fence"}'],
      ['toolSearchTool {"query":"paint fence","maxResults":10}'],
    ]);
    expect(answer).toBe('I searched for a tool with "paint fence" and found nothing suitable for this request.');
  });

  it('says so when what was found does not fit', async () => {
    const { answer } = await runTurn('Paint the fence', disclosing(toolSearchTool), {
      toolSearchTool: () => ['sunset'],
    });
    expect(answer).toContain('found nothing suitable');
  });

  it('uses what an earlier turn found without a new search', async () => {
    const first = await runTurn('When is sunrise in Oslo?', disclosing(toolSearchTool), handlers);
    const { rounds } = await runTurn(
      'When is sunrise in Bergen?',
      disclosing(toolSearchTool),
      handlers,
      first.messages,
    );
    expect(rounds).toEqual([['sunrise {"city":"Bergen"}']]);
  });

  it('takes an answer to its question', async () => {
    const asked = await runTurn('When is sunrise?', disclosing(toolSearchTool), handlers);
    expect(asked.answer).toContain('The city (`city`)');
    const { rounds } = await runTurn('Bergen', disclosing(toolSearchTool), handlers, asked.messages);
    expect(rounds).toEqual([['sunrise {"city":"Bergen"}']]);
  });

  it('recognises a search tool of another name by its description', async () => {
    const tool = searchToolNamed('discover');
    const { rounds } = await runTurn('When is sunrise in Oslo?', disclosing(tool), { ...handlers, discover: search });
    expect(rounds).toEqual([['discover {"query":"sunrise oslo"}'], ['sunrise {"city":"Oslo"}']]);
  });

  it('takes no tool for a search tool that merely searches', async () => {
    const tools = [defineTool('searchShop', 'Searches a shop for garden tools.', searchParameters), ...leisureTools];
    const { rounds } = await runTurn('stop the timer', tools, handlers);
    expect(rounds).toEqual([['stop_timer {}']]);
  });
});
