import { afterEach, describe, expect, it } from '@jest/globals';
import {
  type CallAdvisor,
  ChatClientObservationContext,
  ChatModelObservationContext,
  LOWEST_PRECEDENCE,
} from '@toolwright/chat';
import { type ObservationContext, ObservationFilter } from '@toolwright/core';
import { SystemMessage } from '@toolwright/model';
import { ToolCallingObservationContext } from '@toolwright/tools';
import type { ConversationPage, TextPart, TurnDetails, TurnPage } from '@toolwright/studio/protocol';
import { HOSTILE } from './fixture/DemoModel.js';
import { type Demo, type DemoOptions, startDemo } from './fixture/startDemo.js';
import { StudioPage } from './support/StudioPage.js';

let demo: Demo;
let page: StudioPage;

afterEach(async () => {
  await demo.close();
});

async function open(options: DemoOptions = {}): Promise<void> {
  demo = await startDemo({ pause: 0, ...options });
  page = new StudioPage(demo.server);
}

async function lastTurn(): Promise<TurnDetails> {
  const { turns } = await page.get<TurnPage>('/api/turns?limit=1');
  return page.get<TurnDetails>(`/api/turns/${turns[0]?.id ?? ''}`);
}

/** Puts another context in the place of each one that the studio knows. */
class Copy extends ObservationFilter {
  override map(context: ObservationContext): ObservationContext {
    const copy = copyOf(context);
    copy.error = context.error;
    copy.addLowCardinalityKeyValues(Object.fromEntries(context.lowCardinalityKeyValues));
    return copy;
  }
}

function copyOf(context: ObservationContext): ObservationContext {
  if (context instanceof ChatClientObservationContext) {
    const copy = new ChatClientObservationContext(context.request, context.advisors, context.streaming);
    copy.response = context.response;
    return copy;
  }
  if (context instanceof ChatModelObservationContext) {
    const copy = new ChatModelObservationContext(context.prompt, context.provider, context.streaming);
    copy.response = context.response;
    return copy;
  }
  if (!(context instanceof ToolCallingObservationContext)) return context;
  return ToolCallingObservationContext.builder()
    .toolDefinition(context.toolDefinition)
    .toolCallArguments(context.toolCallArguments)
    .toolCallResult(context.toolCallResult)
    .toolCallId(context.toolCallId)
    .build();
}

describe('a recorded turn', () => {
  it('ends, with its rounds and calls, although a filter puts other contexts in their places', async () => {
    await open();
    demo.registry.addFilter(new Copy());
    await demo.ask('What is the weather?');
    const { summary, rounds } = await lastTurn();
    expect(summary).toMatchObject({ status: 'completed', rounds: 2, calls: 3, failedCalls: 1 });
    expect(rounds.map(({ answer }) => answer?.finishReason)).toEqual(['TOOL_CALLS', 'STOP']);
    expect(rounds[0]?.calls.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'failed']);
  });

  it('shows two rounds with parallel calls, what was sent and what it cost', async () => {
    await open({ includeContent: true });
    await demo.ask('What is the weather?', 'oslo');
    const { summary, rounds, answer, finishReason, usage, approvals, tokenizer } = await lastTurn();

    expect(summary).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      conversationId: 'oslo',
      parentTurnId: null,
      status: 'completed',
      mode: 'stream',
      startedAt: expect.any(Number),
      duration: expect.any(Number),
      model: 'demo-1',
      question: { text: 'What is the weather?', length: 20 },
      answer: { text: 'It is sunny in Oslo and it rains in Bergen; the forecast failed.', length: 64 },
      rounds: 2,
      calls: 3,
      failedCalls: 1,
      pendingApprovals: 0,
      usage: { promptTokens: 240, completionTokens: 60, totalTokens: 300 },
      failure: null,
    });
    expect(answer).toEqual({
      text: 'It is sunny in Oslo and it rains in Bergen; the forecast failed.',
      length: 64,
    });
    expect([finishReason, usage?.totalTokens, approvals, tokenizer]).toEqual(['STOP', 300, [], 'o200k_base']);

    const [first, second] = rounds;
    expect(rounds).toHaveLength(2);
    expect(first?.messages.map(({ role, text }) => [role, text?.text])).toEqual([
      ['system', expect.stringMatching(/^You help the customers of a shop\..*toolSearchTool/s)],
      ['user', 'What is the weather?'],
    ]);
    expect(first?.answer?.toolCalls.map(({ name, arguments: args }) => [name, args.text])).toEqual([
      ['getWeather', '{"city":"Oslo"}'],
      ['getWeather', '{"city":"Bergen"}'],
      ['getForecast', '{"days":3}'],
    ]);
    expect(second?.messages.map(({ role }) => role)).toEqual(['assistant', 'tool']);
    expect(second?.messages[1]?.toolResponses.map(({ name, isError }) => [name, isError])).toEqual([
      ['getWeather', false],
      ['getWeather', false],
      ['getForecast', true],
    ]);
    expect([first?.messageCount, second?.messageCount, second?.droppedMessages]).toEqual([2, 4, 0]);
    const added = second?.messages.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0) ?? 0;
    expect(added).toBeGreaterThan(100);
    expect(second?.messageTokens).toBe((first?.messageTokens ?? 0) + added);
    expect(second?.answer).toMatchObject({ complete: true, finishReason: 'STOP', usage: { totalTokens: 150 } });
  });

  it('tells apart the calls that ran at the same time, with arguments, results and durations', async () => {
    await open({ includeContent: true });
    await demo.ask('What is the weather?');
    const [oslo, bergen, forecast] = (await lastTurn()).rounds[0]?.calls ?? [];
    expect(oslo).toEqual({
      key: '0.0',
      id: expect.stringMatching(/^call_/),
      name: 'getWeather',
      status: 'succeeded',
      startedAt: expect.any(Number),
      duration: expect.any(Number),
      arguments: { text: '{"city":"Oslo"}', length: 15 },
      result: { text: '{"city":"Oslo","sky":"sunny","temperature":12}', length: 46 },
      failure: null,
    });
    expect(oslo?.duration).toBeGreaterThanOrEqual(25);
    expect([bergen?.key, bergen?.result?.text]).toEqual(['0.1', '{"city":"Bergen","sky":"rain","temperature":12}']);
    // They ran at the same time: the second started before the first had ended.
    expect((bergen?.startedAt ?? 0) - (oslo?.startedAt ?? 0)).toBeLessThan(oslo?.duration ?? 0);
    expect([forecast?.status, forecast?.failure?.type]).toEqual(['failed', 'RangeError']);
    expect(forecast?.failure?.message.text).toContain('There is no forecast for 3 days');
    expect(forecast?.result?.text).toContain('There is no forecast for 3 days');
  });

  it('shows what the tools cost that were sent, and those that tool search held back', async () => {
    await open();
    await demo.ask('Where is my invoice?');
    const { rounds } = await lastTurn();
    expect(rounds).toHaveLength(3);
    const [first, , third] = rounds;
    expect(first?.tools.map(({ name }) => name)).toEqual([
      'toolSearchTool',
      'getWeather',
      'getForecast',
      'refundOrder',
      'ping',
      'readHostilePage',
      'readLargeFile',
    ]);
    expect(first?.withheldTools).toHaveLength(40);
    expect(third?.tools.map(({ name }) => name)).toContain('findInvoice');
    expect(third?.withheldTools.map(({ name }) => name)).not.toContain('findInvoice');
    for (const round of rounds) {
      expect(round.tools.every(({ tokens }) => tokens !== null && tokens > 10)).toBe(true);
      expect(round.toolTokens).toBe(round.tools.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0));
      expect(round.withheldTokens).toBe(round.withheldTools.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0));
    }
    expect(rounds.flatMap(({ calls }) => calls.map(({ name }) => name))).toEqual(['toolSearchTool', 'findInvoice']);
  });

  it('shows how near its limits it came, and the one that ended it', async () => {
    await open();
    await demo.ask('Run into the limit');
    const { summary, limits, rounds, finishReason } = await lastTurn();
    expect([summary.status, finishReason, summary.calls]).toEqual(['limited', 'toolCallLimitExceeded', 4]);
    expect(limits).toEqual([
      { kind: 'total-calls', toolName: null, used: 4, limit: 20, breached: false },
      { kind: 'tool-calls', toolName: 'ping', used: 4, limit: 3, breached: true },
    ]);
    const refused = rounds[3]?.calls[0];
    expect([refused?.status, refused?.failure?.type]).toEqual(['refused', 'limit_exceeded']);
  });

  it('shows a model that fails', async () => {
    await open({ includeContent: true });
    await demo.ask('Let it fail');
    const { summary, rounds, answer } = await lastTurn();
    expect([summary.status, answer]).toEqual(['failed', null]);
    const failure = {
      type: 'Error',
      message: { text: 'The provider answers 503 <b>Service Unavailable</b>', length: 51 },
    };
    expect(summary.failure).toEqual(failure);
    expect(rounds[0]?.failure).toEqual(failure);
  });

  it('tells a turn whose reader has left from one that has ended', async () => {
    await open();
    for await (const _ of demo.client.prompt('What is the weather?').stream().content()) break;
    expect((await lastTurn()).summary.status).toBe('cancelled');
  });

  it('does not call a message new that an advisor has only made again', async () => {
    await open({ includeContent: true });
    const again: CallAdvisor = {
      name: 'Again',
      order: LOWEST_PRECEDENCE - 1,
      adviseCall: (request, chain) =>
        chain.nextCall(
          request.withPrompt(request.prompt.augmentSystemMessage(({ text }) => new SystemMessage(`${text} Be brief.`))),
        ),
    };
    await demo.client.prompt('What is the weather?').advisors(again).call().content();
    const [first, second] = (await lastTurn()).rounds;
    expect(first?.messages[0]?.text?.text).toMatch(/ Be brief\.$/);
    expect(second?.messages.map(({ role }) => role)).toEqual(['assistant', 'tool']);
    expect([second?.messageCount, second?.droppedMessages]).toEqual([4, 0]);
  });
});

describe('content', () => {
  it('is not sent until it is switched on, and then that of earlier turns is', async () => {
    await open();
    await demo.ask('What is the weather?');
    const hidden = await lastTurn();
    const sent = JSON.stringify(hidden);
    for (const text of ['What is the weather', 'sunny', 'Oslo', 'You help', 'There is no forecast']) {
      expect(sent).not.toContain(text);
    }
    expect(hidden.summary.question).toEqual({ text: null, length: 20 });
    expect(hidden.rounds[0]?.calls[0]?.arguments).toEqual({ text: null, length: 15 });
    const ref = '/text?ref=calls.0.0.result';
    expect((await page.send('GET', `/api/turns/${hidden.summary.id}${ref}`)).status).toBe(404);

    const { status, body } = await page.send('POST', '/api/content', { visible: true });
    expect([status, body]).toEqual([200, expect.objectContaining({ contentVisible: true })]);
    const shown = await lastTurn();
    expect(shown.summary.question).toEqual({ text: 'What is the weather?', length: 20 });

    await page.send('POST', '/api/content', { visible: false });
    expect(JSON.stringify(await lastTurn())).not.toContain('sunny');
  });

  it('is not even kept where the page may not switch it on', async () => {
    await open({ contentSwitch: false });
    await demo.ask('What is the weather?');
    expect((await page.send('POST', '/api/content', { visible: true })).status).toBe(403);
    const turn = demo.studio.store.page({ limit: 1 }).items[0];
    expect(turn?.question).toEqual({ text: '', length: 20 });
    expect(turn?.rounds[0]?.calls[0]?.result).toEqual({ text: '', length: 46 });
    expect(JSON.stringify(turn?.rounds.map(({ added }) => added))).not.toContain('weather?');
  });

  it('passes hostile texts as the JSON that they are', async () => {
    await open({ includeContent: true });
    await demo.ask('Read the hostile page', HOSTILE);
    const { summary, rounds, answer } = await lastTurn();
    expect(summary.conversationId).toBe(HOSTILE);
    expect(answer?.text).toBe(`The page says ${HOSTILE}`);
    expect(JSON.parse(rounds[0]?.calls[0]?.arguments.text ?? '')).toEqual({ note: HOSTILE });
    expect(JSON.parse(rounds[0]?.calls[0]?.result?.text ?? '')).toMatchObject({ html: HOSTILE, note: HOSTILE });
    const { turns } = await page.get<TurnPage>(`/api/turns?conversation=${encodeURIComponent(HOSTILE)}`);
    expect(turns.map(({ id }) => id)).toEqual([summary.id]);
    const answered = await page.send('GET', `/api/turns/${summary.id}`);
    expect(answered.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answered.headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('a result of 5 MB', () => {
  it('is cut, and its rest can be fetched in parts', async () => {
    await open({ includeContent: true });
    await demo.ask('Read the large file');
    const { rounds, summary } = await lastTurn();
    const result = rounds[0]?.calls[0]?.result;
    const whole = 16 * 65_536 * 5 - 7 + '<b></b>'.length + 2;
    expect(result).toEqual({
      text: expect.stringMatching(/^"<b>3456789abcdef/),
      length: whole,
      ref: 'calls.0.0.result',
    });
    expect(result?.text).toHaveLength(16_384);
    expect(JSON.stringify(rounds).length).toBeLessThan(150_000);

    const parts: string[] = [];
    for (let offset = 0; offset < whole; ) {
      const path = `/api/turns/${summary.id}/text?ref=calls.0.0.result&offset=${offset}`;
      const part = await page.get<TextPart>(path);
      expect([part.length, part.stored]).toEqual([whole, whole]);
      parts.push(part.text);
      offset += part.text.length;
    }
    const text = parts.join('');
    expect(text).toHaveLength(whole);
    expect(text.slice(-10)).toBe('789ab</b>"');
  });

  it('is kept in part where the store has no room for it', async () => {
    await open({ includeContent: true, maxSize: 2 ** 20 });
    await demo.ask('Read the large file');
    const { rounds } = await lastTurn();
    expect(rounds[0]?.calls[0]?.result).toMatchObject({ stored: 65_536, length: 5_242_882 });
  });

  it('never cuts a character in two', async () => {
    await open({ includeContent: true });
    await demo.ask(`x${'😀'.repeat(20_000)}`);
    const { rounds, summary } = await lastTurn();
    const message = rounds[0]?.messages[1];
    expect(message?.text?.text).toHaveLength(16_383);
    expect(message?.text?.text).toMatch(/^x(?:😀)+$/u);
    const ref = message?.text?.ref ?? '';
    const part = await page.get<TextPart>(`/api/turns/${summary.id}/text?ref=${ref}&offset=1&length=3`);
    expect(part.text).toBe('😀');
  });

  it('refuses a text that the turn does not have', async () => {
    await open({ includeContent: true });
    await demo.ask('Hello');
    const { summary } = await lastTurn();
    const answer = await page.send('GET', `/api/turns/${summary.id}/text?ref=calls.9.9.result`);
    expect([answer.status, answer.body]).toEqual([404, { code: 'NOT_FOUND', message: 'The turn has no such text.' }]);
  });
});

describe('many turns', () => {
  it('stay bounded, and are paged newest first, without gaps while others are added', async () => {
    await open({ includeContent: true, maxTurns: 5000 });
    await demo.fill(10_000);
    const first = await page.get<TurnPage>('/api/turns');
    expect([first.total, first.turns.length]).toEqual([5000, 50]);
    expect(first.turns[0]?.question.text).toBe('Question number 9999');
    await demo.ask('One more', 'other');
    const second = await page.get<TurnPage>(`/api/turns?cursor=${first.nextCursor}&limit=200`);
    expect(second.turns).toHaveLength(200);
    expect(second.turns[0]?.question.text).toBe('Question number 9949');
    expect(second.turns[199]?.question.text).toBe('Question number 9750');
    let page3 = second;
    let seen = 250;
    while (page3.nextCursor !== null) {
      page3 = await page.get<TurnPage>(`/api/turns?cursor=${page3.nextCursor}&limit=200`);
      seen += page3.turns.length;
    }
    // The oldest was forgotten for the one that came meanwhile.
    expect(seen).toBe(4999);
    expect(page3.turns.at(-1)?.question.text).toBe('Question number 5001');
  });

  it('are listed by conversation, the one with the newest turn first', async () => {
    await open({ includeContent: true });
    await demo.fill(120);
    const { conversations, total, nextCursor } = await page.get<ConversationPage>('/api/conversations?limit=2');
    expect(total).toBe(100);
    expect(conversations.map(({ conversationId, turns }) => [conversationId, turns])).toEqual([
      ['customer-19', 2],
      ['customer-18', 2],
    ]);
    expect(conversations[0]?.lastTurn.question.text).toBe('Question number 119');
    const next = await page.get<ConversationPage>(`/api/conversations?limit=2&cursor=${nextCursor}`);
    expect(next.conversations.map(({ conversationId }) => conversationId)).toEqual(['customer-17', 'customer-16']);
    const { turns } = await page.get<TurnPage>('/api/turns?conversation=customer-19');
    expect(turns.map(({ question }) => question.text)).toEqual(['Question number 119', 'Question number 19']);
  });

  it('refuses a cursor or limit that is none', async () => {
    await open();
    for (const query of ['cursor=x', 'limit=-1', 'limit=1.5', 'cursor=1e3']) {
      expect((await page.send('GET', `/api/turns?${query}`)).status).toBe(400);
    }
  });
});
