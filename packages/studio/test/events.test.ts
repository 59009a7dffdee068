import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { StudioEvent, TurnDetails } from '@toolwright/studio/protocol';
import { type Demo, startDemo } from './fixture/startDemo.js';
import { StudioPage } from './support/StudioPage.js';

let demo: Demo;
let page: StudioPage;

beforeEach(async () => {
  demo = await startDemo({ pause: 0, includeContent: true });
  page = new StudioPage(demo.server);
});

afterEach(async () => {
  await demo.close();
});

const ended = ({ type }: StudioEvent): boolean => type === 'turn-ended';

describe('the events of a studio', () => {
  it('tell of a streamed turn as it runs: rounds, pieces of text, calls', async () => {
    const stream = await page.listen();
    expect([stream.status, stream.contentType]).toEqual([200, 'text/event-stream; charset=utf-8']);
    await demo.ask('What is the weather?');
    await stream.until(ended);
    const types = stream.types.map((type, at) => (type === stream.types[at - 1] ? '' : type)).filter(Boolean);
    expect(types).toEqual([
      'turn-started',
      'round-started',
      'round-answered',
      'call-started',
      'call-ended',
      'round-started',
      'text-delta',
      'round-answered',
      'turn-ended',
    ]);
    const deltas = stream.received.flatMap(({ event }) => (event.type === 'text-delta' ? [event] : []));
    expect(deltas.length).toBe(13);
    expect(deltas.map(({ text }) => text).join('')).toBe(
      'It is sunny in Oslo and it rains in Bergen; the forecast failed.',
    );
    expect(deltas.every(({ round }) => round === 1)).toBe(true);
    const calls = stream.received.flatMap(({ event }) => (event.type === 'call-ended' ? [event.call] : []));
    // In the order in which they ended: Bergen takes less time than Oslo.
    expect(calls.map(({ key, status }) => [key, status])).toEqual([
      ['0.2', 'failed'],
      ['0.1', 'succeeded'],
      ['0.0', 'succeeded'],
    ]);
  });

  it('come while the turn runs, and the text so far is in its details', async () => {
    await demo.close();
    demo = await startDemo({ pause: 30, includeContent: true });
    page = new StudioPage(demo.server);
    const stream = await page.listen();
    const turn = demo.ask('Tell me many many words one after the other so that there is time to look');
    const { event } = await stream.until(({ type }) => type === 'text-delta');
    const turnId = event.type === 'text-delta' ? event.turnId : '';
    const { summary, rounds, answer, eventId } = await page.get<TurnDetails>(`/api/turns/${turnId}`);
    expect([summary.status, summary.duration, answer]).toEqual(['running', null, null]);
    expect(rounds[0]?.answer).toMatchObject({ complete: false, finishReason: null });
    expect(rounds[0]?.answer?.text?.text).toMatch(/^You /);
    expect(summary.answer).toEqual(rounds[0]?.answer?.text);
    await turn;
    // What has come behind the details continues them.
    await stream.until(ended);
    const at = stream.received.findIndex(({ id }) => id === eventId);
    const rest = stream.received
      .slice(at + 1)
      .flatMap((each) => (each.event.type === 'text-delta' ? [each.event] : []));
    expect((rounds[0]?.answer?.text?.text ?? '') + rest.map(({ text }) => text).join('')).toBe(
      'You said: Tell me many many words one after the other so that there is time to look',
    );
  });

  it('tell of a limit', async () => {
    const stream = await page.listen();
    await demo.ask('Run into the limit');
    const { event } = await stream.until(({ type }) => type === 'limit-breached');
    expect(event).toEqual({
      type: 'limit-breached',
      turnId: expect.any(String),
      kind: 'tool-calls',
      toolName: 'ping',
      limit: 3,
    });
  });

  it('are sent again to a page that was cut off, without gap or repetition', async () => {
    const first = await page.listen();
    await demo.ask('What is the weather?');
    await first.until(ended);
    const cut = first.received[4];
    first.close();
    await demo.ask('Another question');
    const second = await page.listen(cut?.id);
    await second.until((event) => event.type === 'turn-ended' && event.turn.question.text === 'Another question');
    const known = first.received.slice(5);
    expect(second.received.slice(0, known.length)).toEqual(known);
    const numbers = second.received.map(({ id }) => Number(id.split(':')[1]));
    expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at));
    expect(numbers[0]).toBe(Number(cut?.id.split(':')[1]) + 1);
  });

  it('are not missed by a page that was cut off before it had seen any', async () => {
    await demo.ask('Hello');
    const first = await page.listen();
    await first.opened();
    first.close();
    expect([first.received, first.lastId]).toEqual([[], expect.stringMatching(/:\d+$/)]);
    await demo.ask('Another question');
    const second = await page.listen(first.lastId);
    await second.until(ended);
    expect(second.received[0]?.event).toMatchObject({ type: 'turn-started', turn: { question: { length: 16 } } });
  });

  it.each([['another:5'], ['nonsense'], ['']])('say reset to a page that comes with the id "%s"', async (id) => {
    await demo.ask('Hello');
    const stream = await page.listen(id);
    await stream.until(({ type }) => type === 'reset');
    expect(stream.types).toEqual(['reset']);
  });

  it('say reset when too much has happened meanwhile', async () => {
    const stream = await page.listen();
    await demo.ask('Hello');
    const { id } = await stream.until(ended);
    stream.close();
    await demo.fill(1500);
    expect((await (await page.listen(id)).until(({ type }) => type === 'reset')).event).toEqual({ type: 'reset' });
  });

  it('carry no content while it is hidden, and forget what they carried before', async () => {
    const stream = await page.listen();
    await demo.ask('Hello');
    const { id } = await stream.until(ended);
    await page.send('POST', '/api/content', { visible: false });
    await stream.until((event) => event.type === 'content-changed' && !event.visible);
    await demo.ask('What is the weather?');
    await stream.until((event) => event.type === 'turn-ended' && event.turn.calls === 3);
    const at = stream.types.indexOf('content-changed');
    const hidden = JSON.stringify(stream.received.slice(at));
    for (const text of ['weather?', 'Oslo', 'sunny', 'There is no forecast']) expect(hidden).not.toContain(text);
    expect(hidden).toContain('"text":null');
    expect((await (await page.listen(id)).until(({ type }) => type === 'reset')).event.type).toBe('reset');
  });

  it('cut a large result', async () => {
    const stream = await page.listen();
    await demo.ask('Read the large file');
    const { event } = await stream.until(({ type }) => type === 'call-ended');
    const result = event.type === 'call-ended' ? event.call.result : null;
    expect([result?.text?.length, result?.length, result?.ref]).toEqual([4000, 5_242_882, 'calls.0.0.result']);
  });

  it('end when the studio is closed', async () => {
    const stream = await page.listen();
    await demo.server.close();
    await stream.ended();
    await expect(page.get('/api/status')).rejects.toThrow('The studio does not listen.');
  });
});
