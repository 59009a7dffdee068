import { RecordingLogProvider } from '@toolwright/core';
import { RegexToolIndex, type ToolReference } from '@toolwright/tool-search';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RE2JS } from 're2js';

const pattern = (query: string | null): string => RegexToolIndex.convertQueryToPattern(query);

const tool = (toolName: string, summary: string): ToolReference => ({ toolName, summary });

/** Names and scores of a search over tools given as name and description. */
async function rank(
  tools: readonly (readonly [string, string])[],
  query: string,
  maxResults?: number,
): Promise<(readonly [string, number | undefined])[]> {
  const index = new RegexToolIndex();
  await index.indexTools(
    's',
    tools.map(([name, description]) => tool(name, description)),
  );
  const request = { sessionId: 's', query };
  const response = await index.search(maxResults === undefined ? request : { ...request, maxResults });
  return response.toolReferences.map(({ toolName, relevanceScore }) => [toolName, relevanceScore] as const);
}

describe('The pattern of a query', () => {
  it('[IX-R01a] has the words as alternatives', () => {
    expect(pattern('weather tools')).toBe('(?i)(weather|tools)');
  });

  it('[IX-R01b] keeps the order of the words', () => {
    expect(pattern('get user data')).toBe('(?i)(get|user|data)');
  });

  it('[IX-R01c] is in lower case, whatever the locale', () => {
    expect(pattern('GET INVENTORY')).toBe('(?i)(get|inventory)');
  });

  it('[IX-R01d] matches letters outside ASCII without regard to case', async () => {
    expect(pattern('ÉTÉ')).toBe('(?i)(été)');
    expect(await rank([['ÉTÉ', 'x']], 'ÉTÉ')).toEqual([['ÉTÉ', 3]]);
  });

  it('[IX-R02a] matches everything without a query', () => {
    expect([pattern(''), pattern('   '), pattern(null)]).toEqual(['.*', '.*', '.*']);
  });

  it('[IX-R02b] matches everything without a word', () => {
    expect(pattern('?!')).toBe('.*');
  });

  it('[IX-R02c] keeps stop words if there is nothing else', () => {
    expect(pattern('what is it')).toBe('(?i)(what|is|it)');
  });

  it('[IX-R02d] keeps single letters if there is nothing else', () => {
    expect([pattern('a'), pattern('x y z'), pattern('a b the')]).toEqual(['(?i)(a)', '(?i)(x|y|z)', '(?i)(a|b|the)']);
  });

  it('[IX-R03a] leaves out stop words and single letters', () => {
    expect(pattern('I need to get the weather')).toBe('(?i)(get|weather)');
  });

  it('[IX-R03b] splits at punctuation, not at hyphens', () => {
    expect([pattern("what's the weather"), pattern('user.name'), pattern('send e-mail')]).toEqual([
      '(?i)(weather)',
      '(?i)(user|name)',
      '(?i)(send|e-mail)',
    ]);
  });

  it('[IX-R03c] has each word once', () => {
    expect(pattern('weather weather')).toBe('(?i)(weather)');
  });

  it('[IX-R04a] takes a star literally', () => {
    expect(pattern('get_*_data')).toBe('(?i)(get_\\*_data)');
  });

  it('[IX-R04b] escapes every metacharacter', () => {
    expect([pattern('c++ build'), pattern('price $5'), pattern('get_user|drop')]).toEqual([
      '(?i)(c\\+\\+|build)',
      '(?i)(price|\\$5)',
      '(?i)(get_user\\|drop)',
    ]);
  });

  it('[IX-R05a] loses words from the end until it has at most 200 characters', () => {
    const words = Array.from({ length: 60 }, (_, i) => `word${i}`);
    expect(pattern(words.join(' '))).toBe(`(?i)(${words.slice(0, 29).join('|')})`);
  });

  it('[IX-R05b] ends before a word that is too long, and keeps a single one', () => {
    const long = 'b'.repeat(250);
    expect(pattern(`alpha ${long} gamma`)).toBe('(?i)(alpha)');
    expect(pattern(long)).toBe(`(?i)(${long})`);
  });

  it('[IX-R06] is checked for syntax and length', () => {
    const patterns = ['(?i)(weather|tools)', '[invalid', null, '  ', 'a'.repeat(201)];
    expect(patterns.map((candidate) => RegexToolIndex.isValidPattern(candidate))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('is valid for any query of short words', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 40, unit: 'binary' })), (words) => {
        expect(RegexToolIndex.isValidPattern(pattern(words.join(' ')))).toBe(true);
      }),
    );
  });

  it('finds every word of a tool name, whatever characters it has', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[a-zé*+^$|\\/_-]{2,20}$/), async (name) => {
        expect(await rank([[name, 'x y']], name)).toHaveLength(1);
      }),
    );
  });
});

describe('The score of a tool', () => {
  it('[IX-R07] adds matches in the name and in the description', async () => {
    const tools = [
      ['weatherTool', 'Returns current weather conditions'],
      ['calculatorTool', 'Performs arithmetic calculations'],
    ] as const;
    expect(await rank(tools, 'weather')).toEqual([['weatherTool', 4.1923076923076925]]);
  });

  it('[IX-R08] counts every match of the description', async () => {
    const tools = [
      ['toolA', 'Fetches stock price data'],
      ['toolB', 'Converts temperature units'],
    ] as const;
    expect(await rank(tools, 'stock price')).toEqual([['toolA', 2.2777777777777777]]);
  });

  it('[IX-R09] prefers the name', async () => {
    const tools = [
      ['weatherTool', 'General purpose tool'],
      ['genericTool', 'Provides weather forecasts'],
    ] as const;
    expect(await rank(tools, 'weather')).toEqual([
      ['weatherTool', 3],
      ['genericTool', 1.263157894736842],
    ]);
  });

  it('[IX-R10] keeps the order of registration where it is equal', async () => {
    const tools = [0, 1, 2, 3].map((n) => [`dataTool${n}`, `Retrieves data from source ${n}`] as const);
    expect(await rank(tools, 'data', 3)).toEqual([
      ['dataTool0', 4.25],
      ['dataTool1', 4.25],
      ['dataTool2', 4.25],
    ]);
  });

  it('[IX-R11] grows with the number of words found', async () => {
    const tools = [
      ['getWeather', 'Get the weather for a city'],
      ['getForecast', 'Get the forecast'],
      ['setAlarm', 'Set an alarm'],
    ] as const;
    expect(await rank(tools, 'get weather')).toEqual([
      ['getWeather', 7.5],
      ['getForecast', 4.5],
    ]);
  });

  it('[IX-R12] counts a text and its empty end for an empty query', async () => {
    const tools = [
      ['a1', 'x'],
      ['b2', ''],
    ] as const;
    expect(await rank(tools, '')).toEqual([
      ['a1', 7.5],
      ['b2', 6.5],
    ]);
  });

  it('[IX-R13] favours an early match', async () => {
    const tools = [
      ['currentTime', 'Current date and time for a given location'],
      ['weather', 'Get the weather for a given location at a given time'],
    ] as const;
    expect(await rank(tools, 'what is the time')).toEqual([
      ['currentTime', 3.773420479302832],
      ['weather', 1.0862068965517242],
    ]);
  });

  it('[IX-R14] tries the words in their order', async () => {
    const tools = [
      ['sendEmail', 'Send an email or mail'],
      ['mailbox', 'Read mail'],
    ] as const;
    expect(await rank(tools, 'email mail')).toEqual([
      ['sendEmail', 4.992063492063492],
      ['mailbox', 4.333333333333333],
    ]);
  });

  it('[IX-R15] counts parts of words', async () => {
    const tools = [
      ['updateUser', 'Updates a user record'],
      ['currentDate', 'Today'],
    ] as const;
    expect(await rank(tools, 'date')).toEqual([
      ['updateUser', 4.25],
      ['currentDate', 2.5882352941176467],
    ]);
  });

  it('[IX-R16a] searches stop words if there is nothing else', async () => {
    const tools = [
      ['iterate', 'items'],
      ['monitor', 'watch'],
    ] as const;
    expect(await rank(tools, 'is it on')).toEqual([
      ['monitor', 4.909090909090909],
      ['iterate', 4.5],
    ]);
  });

  it('[IX-R16b] ignores case', async () => {
    expect(await rank([['WEATHER', 'Weather']], 'weather')).toEqual([['WEATHER', 4.5]]);
  });

  it('[IX-R16c] is 0 for a tool without a match, which is left out', async () => {
    const tools = [
      ['clothing', 'Get clothing shop names for a given location at a given time'],
      ['shopping', 'List shops that are open'],
    ] as const;
    expect(await rank(tools, 'open shops')).toEqual([['shopping', 2.3333333333333335]]);
  });
});

it('scores what the pattern of the query matches, for any texts', async () => {
  const letter = fc.constantFrom('a', 'B', 'k', 'S', ' ', '\u212a', '\u017f', 'É', 'é', '_', '*', '\n');
  const text = fc.oneof(
    fc.string({ unit: letter, minLength: 1, maxLength: 30 }),
    fc.string({ unit: fc.constantFrom('a', 'B', 'b', 'A', ' ', '*'), minLength: 1, maxLength: 30 }),
  );
  const points = (query: string, searched: string, perMatch: number, forPosition: number): number => {
    const matcher = RE2JS.compile(pattern(query)).matcher(searched);
    const starts: number[] = [];
    while (matcher.find()) starts.push(matcher.start());
    return starts.length === 0 ? 0 : starts.length * perMatch + forPosition / (1 + 0.1 * (starts[0] ?? 0));
  };
  await fc.assert(
    fc.asyncProperty(text, text, text, async (name, description, query) => {
      const score = points(query, name, 2, 1) + points(query, description, 1, 0.5);
      expect(await rank([[name, description]], query)).toEqual(score > 0 ? [[name, score]] : []);
    }),
    { numRuns: 500 },
  );
});

describe('RegexToolIndex', () => {
  const index = new RegexToolIndex();
  const three = [tool('weatherTool', 'Weather'), tool('alarmTool', 'Alarms'), tool('taxTool', 'Taxes')];
  let logs: RecordingLogProvider;

  beforeEach(() => {
    logs = RecordingLogProvider.install();
  });

  afterEach(() => {
    logs.uninstall();
    index.close();
  });

  it('[IX-R17a] finds nothing in a session that it does not know', async () => {
    expect(await index.search({ sessionId: 'unknown', query: 'weather' })).toEqual({ toolReferences: [] });
    expect(logs.entries).toEqual([]);
  });

  it.each([
    ['null', null],
    ['blank', '  '],
  ])('[IX-R17b] finds nothing without a session id and warns once (%s)', async (_, sessionId) => {
    expect(await index.search({ sessionId: sessionId as string, query: 'weather' })).toEqual({ toolReferences: [] });
    expect(logs.messages('warn')).toEqual([
      'A tool search without a session id finds nothing: pass the id under which the tools were indexed.',
    ]);
  });

  it('[IX-R18a] counts the tools of a session and of all', async () => {
    await index.indexTools('s1', three);
    await index.indexTool('s2', three[0]!);
    expect([index.size('s1'), index.size('s2'), index.totalSize()]).toEqual([3, 1, 4]);
  });

  it('[IX-R18b] forgets a session', async () => {
    await index.indexTools('s1', three);
    await index.clearIndex('s1');
    await index.clearIndex('unknown');
    expect(index.size('s1')).toBe(0);
    expect((await index.search({ sessionId: 's1', query: 'weather' })).toolReferences).toEqual([]);
  });

  it('[IX-R18c] keeps sessions apart', async () => {
    await index.indexTools('s1', [three[0]!]);
    await index.indexTools('s2', [three[1]!]);
    expect((await index.search({ sessionId: 's2', query: 'weather' })).toolReferences).toEqual([]);
  });

  it('[IX-R18d] forgets everything when it is closed, and can be used again', async () => {
    await index.indexTools('s1', three);
    await index.indexTools('s2', three);
    index.close();
    expect([index.size('s1'), index.size('s2'), index.totalSize()]).toEqual([0, 0, 0]);
    await index.indexTools('s1', three);
    expect((await index.search({ sessionId: 's1', query: 'tax' })).toolReferences.map((r) => r.toolName)).toEqual([
      'taxTool',
    ]);
  });

  it('[IX-R19a] [SX-17a] reports the number of matches before the cut, the query and the time', async () => {
    await index.indexTools('s1', three);
    const response = await index.search({ sessionId: 's1', query: 'Tool', maxResults: 2 });
    expect(response.toolReferences.map((reference) => reference.toolName)).toEqual(['taxTool', 'alarmTool']);
    expect(response.totalMatches).toBe(3);
    expect(response.searchMetadata).toEqual({
      searchType: 'RegexToolIndex',
      query: 'Tool',
      searchTimeMs: expect.any(Number),
    });
    expect(response.searchMetadata?.searchTimeMs).toBeGreaterThanOrEqual(0);
  });

  it('[IX-R19b] [SX-13b] returns one result for a maximum below one, and ten without a maximum', async () => {
    await index.indexTools(
      's1',
      Array.from({ length: 12 }, (_, n) => tool(`tool${n}`, 'x')),
    );
    const found = async (maxResults?: number): Promise<number> =>
      (await index.search({ sessionId: 's1', query: 'tool', maxResults: maxResults ?? null })).toolReferences.length;
    expect([await found(0), await found(-1), await found(), await found(11)]).toEqual([1, 1, 10, 11]);
  });

  it('[IX-R19c] keeps a tool twice that is indexed twice', async () => {
    await index.indexTool('s1', three[0]!);
    await index.indexTool('s1', three[0]!);
    expect(index.size('s1')).toBe(2);
    const response = await index.search({ sessionId: 's1', query: three[0]!.toolName });
    expect(response.toolReferences.map(({ toolName }) => toolName)).toEqual([three[0]!.toolName, three[0]!.toolName]);
  });

  it('gives back the whole reference, the indexed one unchanged', async () => {
    const reference: ToolReference = Object.freeze({
      toolName: 'w',
      summary: 'Weather',
      parameters: [{ name: 'city' }],
      category: 'outdoors',
    });
    await index.indexTool('s1', reference);
    const [found] = (await index.search({ sessionId: 's1', query: 'weather' })).toolReferences;
    expect(found).toEqual({ ...reference, relevanceScore: 1.5 });
  });

  it('does not search when the signal has fired', async () => {
    const reason = new Error('gone');
    await expect(index.search({ sessionId: 's1', query: 'x' }, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
