import { RecordingLogProvider } from '@toolwright/core';
import { SimpleVectorStore } from '@toolwright/model';
import {
  KeywordToolIndex,
  LuceneToolIndex,
  RegexToolIndex,
  type ToolIndex,
  type ToolReference,
  VectorToolIndex,
} from '@toolwright/tool-search';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HashedWordsModel } from './embeddings.js';

type Tools = readonly (readonly [name: string, description: string])[];

const references = (tools: Tools): readonly ToolReference[] =>
  tools.map(([toolName, summary]) => ({ toolName, summary }));

/** The names of the tools that a query finds among `tools`, best first. */
async function find(tools: readonly ToolReference[], query: string, maxResults = 10): Promise<readonly string[]> {
  const index = new KeywordToolIndex();
  await index.indexTools('s', tools);
  const { toolReferences } = await index.search({ sessionId: 's', query, maxResults });
  return toolReferences.map(({ toolName }) => toolName);
}

/** Tools that have nothing to do with the queries of the tests. */
const OTHERS: Tools = [
  ['playSong', 'Plays a song of an album'],
  ['bookFlight', 'Reserves a seat on a plane'],
  ['convertCurrency', 'Converts money between currencies'],
  ['openTicket', 'Files a complaint of a customer'],
  ['sendEmail', 'Sends a letter to a recipient'],
  ['drawChart', 'Plots numbers as bars'],
  ['lockDoor', 'Locks the front door'],
  ['translateText', 'Translates a sentence into another language'],
  ['countWords', 'Counts the words of a document'],
  ['resizeImage', 'Changes the size of a picture'],
];

describe('The words of a tool', () => {
  it.each(['getWeather', 'get_weather', 'get-weather'])('[SX-03a] are the parts of its name: %s', async (name) => {
    const tools = references([['setWeather', 'x'], ['getAlarm', 'x'], [name, 'x'], ...OTHERS]);
    expect((await find(tools, 'get weather'))[0]).toBe(name);
    expect((await find(tools, name))[0]).toBe(name);
  });

  it('[SX-03a] are the parts of capitals and digits', async () => {
    const tools = references([...OTHERS, ['HTTPServerPing2', 'x']]);
    for (const query of ['server', 'http', 'ping 2', 'HTTPServerPing2', 'httpserverping2']) {
      expect((await find(tools, query))[0]).toBe('HTTPServerPing2');
    }
  });

  it('[SX-03b] are found in another form and with one wrong letter', async () => {
    const tools = references([...OTHERS, ['forecast', 'Outlook for tomorrow'], ['weather', 'Rain and wind']]);
    expect((await find(tools, 'forecasts'))[0]).toBe('forecast');
    expect((await find(tools, 'wether'))[0]).toBe('weather');
    expect((await find(tools, 'waether'))[0]).toBe('weather');
    expect((await find(tools, 'weathex'))[0]).toBe('weather');
    expect((await find(tools, 'weatherr'))[0]).toBe('weather');
  });

  it('are not guessed if they are short or differ in two letters', async () => {
    const tools = references([['rain', 'x'], ['weather', 'y'], ...OTHERS]);
    expect(await find(tools, 'raix')).toEqual([]);
    expect(await find(tools, 'wexthex')).toEqual([]);
  });

  it('[SX-02b] are also those of its parameters', async () => {
    const bookTrip: ToolReference = {
      toolName: 'bookTrip',
      summary: 'Arranges a journey',
      parameters: [
        { name: 'destinationAirport', description: 'IATA code' },
        { name: 'class', enum: ['economy'] },
      ],
    };
    const tools = [...references(OTHERS), bookTrip];
    expect((await find(tools, 'airport code'))[0]).toBe('bookTrip');
    expect((await find(tools, 'economy'))[0]).toBe('bookTrip');
  });

  it('include synonyms', async () => {
    expect((await find(references([...OTHERS, ['purchaseItem', 'Orders goods']]), 'buy'))[0]).toBe('purchaseItem');
  });

  it('have no accents', async () => {
    const tools = references([['cafeFinder', 'Coffee'], ['été', 'Summer'], ...OTHERS]);
    expect(await find(tools, 'café')).toEqual(['cafeFinder']);
    expect(await find(tools, 'ETE')).toEqual(['été']);
  });

  it('are searched even if a query has nothing but stop words', async () => {
    expect(await find(references([...OTHERS, ['whoIs', 'Owner of a domain']]), 'who is')).toEqual(['whoIs']);
  });

  it.each([
    ['Korean', '날씨 예보', '도시의 날씨 예보를 조회', ['주식 시세를 조회', '도시의 지도를 표시', '이메일을 전송']],
    [
      'Japanese',
      '天気予報',
      '都市の天気予報を取得する',
      ['株価を取得する', '都市の地図を表示する', 'メールを送信する'],
    ],
    ['Chinese', '天气预报', '查询城市的天气预报', ['查询股票价格', '显示城市地图', '发送电子邮件']],
  ])('[NT-08] are found in %s', async (_, query, wanted, unwanted) => {
    const others = Array.from(
      { length: 20 },
      (_unused, n) => [`tool${n}`, unwanted[n % unwanted.length] ?? ''] as const,
    );
    expect((await find(references([...others, ['wanted', wanted]]), query))[0]).toBe('wanted');
  });

  it('[NT-08] may be a single character', async () => {
    expect(
      await find(
        references([
          ['a', '都市の地図'],
          ['b', '雨の予報'],
        ]),
        '雨',
      ),
    ).toEqual(['b']);
  });
});

describe('The order of the results', () => {
  it('[SX-04a] does not depend on parts of words', async () => {
    const tools = references([
      ['updateUser', 'Updates a user record'],
      ['currentDate', 'Today'],
    ]);
    expect((await find(tools, 'date'))[0]).toBe('currentDate');
  });

  it("[SX-04b] is better than that of Spring's three indexes for requests in users' words", async () => {
    const wanted: readonly (readonly [request: string, name: string, description: string])[] = [
      ['what will the weather be tomorrow', 'getWeatherForecast', 'Returns the forecast for a city and a day'],
      ['what time is it in Tokyo', 'getCurrentTime', 'Current date and time in a time zone'],
      ['mail this to my boss', 'sendEmail', 'Sends a message to a mail address'],
      ['find me a flight to Oslo', 'searchFlights', 'Finds connections by plane between two airports'],
      ['I need a room for two nights', 'bookHotelRoom', 'Reserves accommodation in a hotel'],
      ['schedule a meeting with Ann', 'createCalendarEvent', 'Adds an appointment to the calendar'],
      ['which appointments do I have today', 'listCalendarEvents', 'Shows the appointments of a day'],
      ['how many euros are 100 dollars', 'convertCurrency', 'Computes an amount of money in another currency'],
      ['say this in French, please translate', 'translateText', 'Translates a text into another language'],
      ['how are the shares of Acme doing', 'getStockQuote', 'Price of a share on the exchange'],
      ['change my address in my profile', 'updateUserProfile', 'Changes the data of a user'],
      ['get rid of old files', 'deleteFile', 'Removes a file from the storage'],
      ['bill the customer for last month', 'createInvoice', 'Issues a bill to a customer'],
      ['I want my money back', 'refundPayment', 'Returns the money of a purchase'],
      ['where is my parcel', 'trackParcel', 'Position of a shipment'],
      ['I forgot my password', 'resetPassword', 'Lets a user choose a new password'],
    ];
    const tools = references(wanted.map(([, name, description]) => [name, description]));
    const scoreOf = async (index: ToolIndex): Promise<{ recall: number; mrr: number }> => {
      await index.indexTools('s', tools);
      const places = await Promise.all(
        wanted.map(async ([query, name]) => {
          const { toolReferences } = await index.search({ sessionId: 's', query, maxResults: 5 });
          return toolReferences.findIndex(({ toolName }) => toolName === name);
        }),
      );
      const found = places.filter((place) => place >= 0);
      const reciprocal = found.reduce((sum, place) => sum + 1 / (place + 1), 0);
      return { recall: found.length / wanted.length, mrr: reciprocal / wanted.length };
    };
    const own = await scoreOf(new KeywordToolIndex());
    expect(own.recall).toBe(1);
    expect(own.mrr).toBeGreaterThan(0.95);
    const vectors = new VectorToolIndex(new SimpleVectorStore(new HashedWordsModel()));
    for (const index of [new RegexToolIndex(), new LuceneToolIndex(), vectors]) {
      const { recall, mrr } = await scoreOf(index);
      expect(mrr).toBeLessThan(own.mrr);
      expect(recall).toBeLessThanOrEqual(own.recall);
    }
  });

  it('[SX-07] keeps a word that all tools share', async () => {
    const tools = references(
      Array.from({ length: 8 }, (_, n) => [`dataTool${n}`, `Retrieves data from source ${n}`] as const),
    );
    expect(await find(tools, 'data', 3)).toEqual(['dataTool0', 'dataTool1', 'dataTool2']);
  });

  it.each([0, 500])('[SX-07] finds a tool among %d others', async (count) => {
    const others = Array.from({ length: count }, (_, n) => [`tool${n}`, `Does thing number ${n}`] as const);
    expect(await find(references([['weatherTool', 'Get the weather'], ...others]), 'weather')).toEqual(['weatherTool']);
  });

  it('puts the best tool for each of several wishes in front', async () => {
    const songs = Array.from(
      { length: 8 },
      (_, n) => [`playSong${n}`, 'Plays a song of an album by an artist'] as const,
    );
    const tools = references([...songs, ...OTHERS, ['getWeather', 'Weather of a city']]);
    const found = await find(
      tools,
      'Play a song of an album by an artist. Then show the weather of the city today.',
      5,
    );
    expect(found).toContain('getWeather');
  });

  it('is that of the tools where scores are equal', async () => {
    const tools = references(['c', 'a', 'b'].map((name) => [`${name}${name}Tool`, 'Reads data'] as const));
    expect(await find(tools, 'reads data')).toEqual(['ccTool', 'aaTool', 'bbTool']);
  });
});

describe('A pattern of names', () => {
  const tools = references([
    ['get_user_data', 'x'],
    ['get_user_dates', 'x'],
    ['Get_Order_Data', 'x'],
    ['forget_user_data', 'x'],
  ]);

  it('[SX-05] stands for whole names', async () => {
    expect(await find(tools, 'get_*_data')).toEqual(['get_user_data', 'Get_Order_Data']);
    expect(await find(tools, ' get_user_d?s ')).toEqual([]);
    expect(await find(tools, 'get_user_da?es')).toEqual(['get_user_dates']);
    expect(await find(tools, 'get_user*')).toEqual(['get_user_data', 'get_user_dates']);
  });

  it.each(['get user *', 'user_data?', '*', '??', 'user_dates? (a+)+$'])(
    '[SX-05] is not a query of words: %s',
    async (query) => {
      const found = await find(tools, query);
      expect(found).toEqual(query.includes('user') ? expect.arrayContaining(['get_user_data']) : []);
    },
  );

  it('[SX-05] matches as its definition says, for any pattern and name', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'B', '_'), minLength: 1, maxLength: 8 });
    const glob = fc
      .string({ unit: fc.constantFrom('a', 'b', '_', '*', '?'), minLength: 2, maxLength: 8 })
      .filter((pattern) => /[ab_]/.test(pattern) && /\*|\?./.test(pattern));
    const matches = (pattern: string, name: string): boolean => {
      if (pattern === '') return name === '';
      const [head = '', rest] = [pattern[0], pattern.slice(1)];
      if (head === '*') return matches(rest, name) || (name !== '' && matches(pattern, name.slice(1)));
      return name !== '' && (head === '?' || head === name[0]) && matches(rest, name.slice(1));
    };
    await fc.assert(
      fc.asyncProperty(glob, text, async (pattern, name) => {
        const expected = matches(pattern, name.toLowerCase()) ? [name] : [];
        expect(await find(references([[name, 'x']]), pattern)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});

describe('An expensive query', () => {
  const tools = references(
    Array.from({ length: 1000 }, (_, n) => [`tool${n}`, `Does the thing number ${n} for a customer`] as const),
  );

  it.each([
    ['of nested repetitions', '(a+)+$'.repeat(1667)],
    ['that is one long pattern', `${'a*'.repeat(5000)}b`],
    ['of wishes without end', 'find a customer and count things, '.repeat(3000)],
    ['of words that no tool has', Array.from({ length: 12_000 }, (_, n) => `zzword${n.toString(36)}q`).join(' ')],
    ['of one word', 'a'.repeat(100_000)],
  ])('[SX-06] takes no more than a bounded multiple of a plain one: %s', async (_, query) => {
    const index = new KeywordToolIndex();
    await index.indexTools('s', tools);
    const fastest = async (asked: string): Promise<number> => {
      let best = Number.POSITIVE_INFINITY;
      for (let run = 0; run < 5; run++) {
        const started = performance.now();
        await index.search({ sessionId: 's', query: asked });
        best = Math.min(best, performance.now() - started);
      }
      return best;
    };
    await fastest('count things of a customer');
    const plain = await fastest('count the things of a customer, and show all of the numbers');
    expect((await fastest(query)) / Math.max(plain, 0.2)).toBeLessThan(500);
  });

  it('[SX-06] never fails, whatever the query and the tools', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { maxLength: 5 }), text, async (pairs, query) => {
        const found = await find(references(pairs), query);
        expect(found.length).toBeLessThanOrEqual(pairs.length);
      }),
    );
  });
});

describe.each([
  ['KeywordToolIndex', () => new KeywordToolIndex()],
  ['LuceneToolIndex', () => new LuceneToolIndex(0)],
])('The sessions of %s', (_, create) => {
  const SESSIONS = ['s1', 's2', 's3'] as const;
  const pool = references([...OTHERS, ['playSong', 'Plays another song'], ['weather', 'Plays with clouds']]);
  const set = fc.subarray([...pool], { minLength: 0 });
  const step = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), session: fc.constantFrom(...SESSIONS), tools: set }),
    fc.record({ kind: fc.constant('clear' as const), session: fc.constantFrom(...SESSIONS), tools: fc.constant([]) }),
    fc.record({ kind: fc.constant('search' as const), session: fc.constantFrom(...SESSIONS), tools: fc.constant([]) }),
  );

  it('give what an index of their own would give, whatever others do', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const shared = create();
        const expected = new Map<string, ToolReference[]>();
        for (const { kind, session, tools } of steps) {
          if (kind === 'add') {
            await shared.indexTools(session, tools);
            expected.set(session, [...(expected.get(session) ?? []), ...tools]);
          } else if (kind === 'clear') {
            await shared.clearIndex(session);
            expected.delete(session);
          } else {
            const own = create();
            const known = expected.get(session);
            if (known) await own.indexTools(session, known);
            const request = { sessionId: session, query: 'plays a song of the customer', maxResults: 20 };
            const [ours, theirs] = [await shared.search(request), await own.search(request)];
            expect(ours.toolReferences).toEqual(theirs.toolReferences);
            expect(ours.totalMatches).toEqual(theirs.totalMatches);
          }
        }
        for (const session of SESSIONS) expect(shared.size(session)).toBe(expected.get(session)?.length ?? 0);
      }),
      { numRuns: 60 },
    );
  });
});

describe('Sessions with the same tools', () => {
  const two_hundred = references(
    Array.from({ length: 200 }, (_, n) => [`tool${n}`, `Does the thing number ${n}`] as const),
  );

  it('[SX-01a] share one prepared set, which is freed with the last of them', async () => {
    const index = new KeywordToolIndex();
    const search = async (session: number): Promise<number | undefined> =>
      (await index.search({ sessionId: `s${session}`, query: 'thing' })).totalMatches;
    for (let session = 0; session < 1000; session++) {
      // A list of its own each time: it is the tools that count, not the array.
      await index.indexTools(`s${session}`, [...two_hundred]);
      expect(await search(session)).toBe(200);
    }
    expect(index.preparedSets).toBe(1);
    await index.clearIndex('s0');
    expect(await search(0)).toBeUndefined();
    expect(await search(999)).toBe(200);
    for (let session = 1; session < 1000; session++) {
      expect(index.preparedSets).toBe(1);
      await index.clearIndex(`s${session}`);
    }
    expect(index.preparedSets).toBe(0);
  });

  it('[SX-01a] part when one of them gets another tool', async () => {
    const index = new KeywordToolIndex();
    await index.indexTools('s1', two_hundred);
    await index.indexTools('s2', two_hundred);
    await index.indexTool('s2', { toolName: 'weather', summary: 'Rain' });
    const found = async (sessionId: string): Promise<number> =>
      (await index.search({ sessionId, query: 'rain' })).toolReferences.length;
    expect([await found('s1'), await found('s2'), index.preparedSets]).toEqual([0, 1, 2]);
  });
});

describe('KeywordToolIndex', () => {
  const index = new KeywordToolIndex();
  const three: readonly ToolReference[] = [
    { toolName: 'rain', summary: 'Weather of a city', category: 'Outdoors' },
    { toolName: 'wind', summary: 'Weather at sea', category: 'Sailing' },
    { toolName: 'sun', summary: 'Weather of a city' },
  ];
  let logs: RecordingLogProvider;

  beforeEach(async () => {
    logs = RecordingLogProvider.install();
    await index.indexTools('s', three);
  });

  afterEach(async () => {
    logs.uninstall();
    await index.clearIndex('s');
  });

  it.each(['', '   ', '?!', 'zzz'])('finds nothing for %j', async (query) => {
    expect((await index.search({ sessionId: 's', query })).toolReferences).toEqual([]);
  });

  it('finds nothing without a session, and warns if the id is blank', async () => {
    expect(await index.search({ sessionId: 'unknown', query: 'weather' })).toEqual({ toolReferences: [] });
    expect(logs.entries).toEqual([]);
    expect(await index.search({ sessionId: ' ', query: 'weather' })).toEqual({ toolReferences: [] });
    expect(logs.messages('warn')).toEqual([
      'A tool search without a session id finds nothing: pass the id under which the tools were indexed.',
    ]);
  });

  it('reports the number of matches before the cut, the query and the time', async () => {
    const response = await index.search({ sessionId: 's', query: 'weather', maxResults: 1 });
    expect(response).toEqual({
      toolReferences: [{ ...three[0], relevanceScore: expect.any(Number) }],
      totalMatches: 3,
      searchMetadata: { searchType: 'KeywordToolIndex', query: 'weather', searchTimeMs: expect.any(Number) },
    });
  });

  it('returns ten results without a maximum, and one for a maximum below one', async () => {
    const many = new KeywordToolIndex();
    await many.indexTools(
      's',
      Array.from({ length: 12 }, (_, n) => ({ toolName: `tool${n}`, summary: 'Reads data' })),
    );
    const found = async (maxResults: number | null): Promise<number> =>
      (await many.search({ sessionId: 's', query: 'data', maxResults })).toolReferences.length;
    expect([await found(null), await found(0), await found(-1), await found(1e9)]).toEqual([10, 1, 1, 12]);
  });

  it('narrows the results to a category, ignoring case', async () => {
    const found = async (categoryFilter: string | null): Promise<readonly string[]> =>
      (await index.search({ sessionId: 's', query: 'weather', categoryFilter })).toolReferences.map(
        ({ toolName }) => toolName,
      );
    expect(await found('sailing')).toEqual(['wind']);
    expect(await found('Unknown')).toEqual([]);
    expect(await found(null)).toHaveLength(3);
  });

  it('ends a search whose signal was aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(index.search({ sessionId: 's', query: 'weather' }, signal)).rejects.toThrow('enough');
  });
});
