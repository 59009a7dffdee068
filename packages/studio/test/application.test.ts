import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FunctionToolCallback, ToolContext } from '@toolwright/tools';
import { Studio, StudioServer } from '@toolwright/studio';
import type {
  ConditionReport,
  ConfigurationReport,
  StudioStatus,
  ToolCallResult,
  ToolList,
  ToolRanking,
  TurnDetails,
} from '@toolwright/studio/protocol';
import { HOSTILE } from './fixture/DemoModel.js';
import { type Demo, startDemo } from './fixture/startDemo.js';
import { StudioPage } from './support/StudioPage.js';

describe('what the studio shows of an application', () => {
  let demo: Demo;
  let page: StudioPage;

  beforeEach(async () => {
    demo = await startDemo({ pause: 0 });
    page = new StudioPage(demo.server);
  });

  afterEach(async () => {
    await demo.close();
  });

  it('is told in the status', async () => {
    expect(await page.get<StudioStatus>('/api/status')).toEqual({
      application: 'demo-shop',
      version: '0.1.0',
      contentVisible: false,
      contentSwitchable: true,
      capabilities: {
        tools: true,
        toolSearch: true,
        approvals: true,
        conditions: true,
        configuration: true,
        chat: true,
      },
      limits: [
        { kind: 'total-calls', toolName: null, limit: 20 },
        { kind: 'tool-calls', toolName: null, limit: 40 },
        { kind: 'tool-calls', toolName: 'ping', limit: 3 },
      ],
      turns: 0,
      maxTurns: 1000,
    });
  });

  it('has the tools with schemas and costs', async () => {
    const { tools, tokens } = await page.get<ToolList>('/api/tools');
    expect(tools).toHaveLength(46);
    expect(tools.find(({ name }) => name === 'refundOrder')).toEqual({
      name: 'refundOrder',
      description: 'Refund an amount of an order to the customer',
      inputSchema: expect.objectContaining({
        type: 'object',
        required: ['orderId', 'amount'],
        properties: {
          orderId: expect.objectContaining({ type: 'integer', description: 'Number of the order' }),
          amount: expect.objectContaining({ type: 'number' }),
        },
      }),
      source: 'demoTools',
      tokens: expect.any(Number),
      approval: 'required',
      returnDirect: false,
      attributes: expect.objectContaining({ category: 'orders' }),
    });
    expect(tokens).toBe(tools.reduce((sum, tool) => sum + (tool.tokens ?? 0), 0));
    expect(tools.find(({ name }) => name === 'readHostilePage')?.description).toBe(`Read a hostile page ${HOSTILE}`);
  });

  it('ranks the tools as the search of the model does, and says why', async () => {
    const ranking = await page.get<ToolRanking>('/api/tools/search?query=weather%20of%20a%20city&limit=1');
    expect(ranking).toMatchObject({ index: 'KeywordToolIndex', query: 'weather of a city' });
    expect([ranking.tools.length, ranking.totalMatches > 1]).toEqual([1, true]);
    expect(ranking.tools[0]).toEqual({
      name: 'getWeather',
      score: expect.any(Number),
      description: 'Get the weather of a city',
      matches: expect.arrayContaining([
        { field: 'toolName', words: ['weather'] },
        { field: 'summary', words: ['weather', 'city'] },
      ]),
    });
    expect((await page.get<ToolRanking>('/api/tools/search?query=')).tools).toEqual([]);
  });

  it('runs a tool for trying, also while content is hidden, and records no turn', async () => {
    const answer = await page.send<ToolCallResult>('POST', '/api/tools/getWeather/call', {
      arguments: { city: 'Oslo' },
    });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        status: 'succeeded',
        result: '{"city":"Oslo","sky":"sunny","temperature":12}',
        length: 46,
        errorType: null,
        duration: expect.any(Number),
      },
    ]);
    expect((await page.get<StudioStatus>('/api/status')).turns).toBe(0);
  });

  it('tells how a try has failed', async () => {
    const thrown = await page.send<ToolCallResult>('POST', '/api/tools/getForecast/call', { arguments: { days: 3 } });
    expect(thrown.body).toMatchObject({
      status: 'failed',
      result: 'There is no forecast for 3 days',
      errorType: 'RangeError',
    });
    const wrong = await page.send<ToolCallResult>('POST', '/api/tools/getForecast/call', { arguments: { days: 'x' } });
    expect([wrong.status, wrong.body.status, wrong.body.errorType]).toEqual([200, 'failed', 'ToolArgumentsException']);
    expect(wrong.body.result).toContain('days');
    expect((await page.send('POST', '/api/tools/unknown/call', { arguments: {} })).status).toBe(404);
    expect((await page.send('POST', '/api/tools/ping/call', { arguments: 'x' })).status).toBe(400);
  });

  it('cuts the result of a try', async () => {
    const { body } = await page.send<ToolCallResult>('POST', '/api/tools/readLargeFile/call', {
      arguments: { megabytes: 5 },
    });
    expect([body.result.length, body.length]).toEqual([1_000_000, 5_242_882]);
  });

  it('has the condition report and the configuration', async () => {
    const report = await page.get<ConditionReport>('/api/conditions');
    expect(report.evaluations.map(({ source, matched }) => [source, matched])).toEqual([
      ['DemoAutoConfiguration', true],
      ['RedisMemoryAutoConfiguration', false],
    ]);
    const { properties } = await page.get<ConfigurationReport>('/api/configuration');
    expect(properties[0]?.settings[0]?.value).toBe('******');
  });

  it('starts a turn that the page asks for', async () => {
    const events = await page.listen();
    const { status, body } = await page.send<{ turnId: string }>('POST', '/api/chat', {
      message: 'What is the {weather}?',
      conversationId: 'mine',
    });
    expect(status).toBe(202);
    await events.until((event) => event.type === 'turn-ended' && event.turn.id === body.turnId);
    await page.send('POST', '/api/content', { visible: true });
    const { summary } = await page.get<TurnDetails>(`/api/turns/${body.turnId}`);
    expect(summary).toMatchObject({
      conversationId: 'mine',
      status: 'completed',
      mode: 'stream',
      question: { text: 'What is the {weather}?' },
    });
    for (const message of ['', ' \n', 5]) expect((await page.send('POST', '/api/chat', { message })).status).toBe(400);
  });
});

describe('a try', () => {
  let server: StudioServer;

  afterEach(async () => {
    await server.close();
  });

  it('has the tool context of the page, and a signal that fires when the studio is closed', async () => {
    let tell: (context: ToolContext) => void = () => undefined;
    const seen = new Promise<ToolContext>((resolve) => {
      tell = resolve;
    });
    const waiting = FunctionToolCallback.builder('wait', async (_input: object, context?: ToolContext) => {
      tell(context ?? new ToolContext());
      await new Promise((resolve) => context?.signal.addEventListener('abort', resolve));
    })
      .description('Waits')
      .inputType(Object)
      .build();
    const studio = new Studio({ name: 'a', tools: () => [{ callback: waiting, bean: 'waiting' }] });
    server = await new StudioServer(studio).listen();
    const page = new StudioPage(server);
    const sent = page.send('POST', '/api/tools/wait/call', { arguments: {}, toolContext: { tenant: 'acme' } });
    sent.catch(() => undefined);
    const context = await seen;
    expect([context.get('tenant'), context.signal.aborted]).toEqual(['acme', false]);
    await server.close();
    expect(context.signal.aborted).toBe(true);
    await expect(sent).rejects.toThrow();
  });
});
