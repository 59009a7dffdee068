import { describe, expect, it } from '@jest/globals';
import { AdvisorParams, ChatClient, ToolCallingAdvisor, type TurnEvent } from '@toolwright/chat';
import { AssistantMessage, ChatResponse, Generation, type ToolCall, usageOf } from '@toolwright/model';
import { ToolCallingManager } from '@toolwright/tools';
import { PassingAdvisor } from '../support/advisors.js';
import { textOf } from '../support/loops.js';
import { asks, call, chunk, collect, says } from '../support/models.js';
import { StreamingModel } from '../support/StreamingModel.js';
import { RecordingManager, StubTool } from '../support/tools.js';

/** A chunk with one piece of a tool call. */
function piece(toolCall: Partial<ToolCall>): ChatResponse {
  const output = new AssistantMessage('', { toolCalls: [{ id: '', type: '', name: '', arguments: '', ...toolCall }] });
  return new ChatResponse([new Generation(output)]);
}

/** Events in short: the response of `finish` is its text. */
function brief(events: readonly TurnEvent[]): readonly unknown[] {
  return events.map((event) => {
    if (event.type === 'finish') return { type: 'finish', reason: event.reason, text: textOf(event.response) };
    if (event.type === 'usage') return { type: 'usage', total: event.usage.totalTokens };
    return event;
  });
}

describe('The events of a stream', () => {
  it('[CX-119] tell of texts, tool calls and results, by round, and are in no chunk', async () => {
    const model = new StreamingModel([
      [
        chunk('Let me check.'),
        piece({ id: 'c1', name: 'weather', arguments: '{"city"', index: 0 }),
        piece({ arguments: ':"Oslo"}', index: 0 }),
        new ChatResponse([], { usage: usageOf(10, 20, 30) }),
      ],
      [chunk('Sunny'), says('.', usageOf(1, 2, 3))],
    ]);
    const spec = ChatClient.create(model).prompt('go').tools(new StubTool('weather', 'sun'));
    const toolCall = { id: 'c1', type: 'function', name: 'weather', arguments: '{"city":"Oslo"}' };
    expect(brief(await collect(spec.stream().events()))).toEqual([
      { type: 'round-start', round: 0 },
      { type: 'text-delta', round: 0, text: 'Let me check.' },
      { type: 'tool-call-delta', round: 0, index: 0, id: 'c1', name: 'weather', arguments: '{"city"' },
      { type: 'tool-call-delta', round: 0, index: 0, arguments: ':"Oslo"}' },
      { type: 'usage', total: 30 },
      { type: 'tool-call', round: 0, call: toolCall },
      { type: 'tool-result', round: 0, response: { id: 'c1', name: 'weather', responseData: 'sun' } },
      { type: 'round-end', round: 0 },
      { type: 'round-start', round: 1 },
      { type: 'text-delta', round: 1, text: 'Sunny' },
      { type: 'text-delta', round: 1, text: '.' },
      { type: 'usage', total: 33 },
      { type: 'round-end', round: 1 },
      { type: 'finish', reason: 'STOP', text: 'Sunny.' },
    ]);
    expect(await collect(spec.stream().content())).toEqual(['Let me check.', 'Sunny', '.']);
  });

  it('[CX-119] count the calls of each round from 0', async () => {
    const round = (number: number): ChatResponse => asks([call('a', `a${number}`), call('b', `b${number}`)]);
    const model = new StreamingModel([[round(0)], [round(1)], [chunk('done')]]);
    const spec = ChatClient.create(model).prompt('go').tools(new StubTool('a'), new StubTool('b'));
    const deltas = (await collect(spec.stream().events())).filter((event) => event.type === 'tool-call-delta');
    expect(deltas.map(({ round: number, index, name }) => [number, index, name])).toEqual([
      [0, 0, 'a'],
      [0, 1, 'b'],
      [1, 0, 'a'],
      [1, 1, 'b'],
    ]);
  });

  it('[CX-119] are told while the tools run, each result when its call ends', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = new StubTool('slow', () => released.then(() => 'slow result'));
    const quick = new StubTool('quick', 'quick result');
    const model = new StreamingModel([[asks([call('slow'), call('quick')])], [chunk('done')]]);
    const results: string[] = [];
    for await (const event of ChatClient.create(model).prompt('go').tools(slow, quick).stream().events()) {
      if (event.type === 'tool-call') results.push(`call ${event.call.name}`);
      if (event.type !== 'tool-result') continue;
      results.push(event.response.responseData);
      // Would never come if the events of a batch were held back until all of it is done.
      release();
    }
    expect(results).toEqual(['call slow', 'call quick', 'quick result', 'slow result']);
  });

  it('tell the results once, also with a manager that does not tell them as they come', async () => {
    const advisor = ToolCallingAdvisor.builder().toolCallingManager(new RecordingManager()).build();
    const model = new StreamingModel([[asks(call('weather'))], [chunk('done')]]);
    const events = await collect(ChatClient.create(model).prompt('go').advisors(advisor).stream().events());
    expect(events.filter(({ type }) => type === 'tool-result')).toEqual([
      { type: 'tool-result', round: 0, response: { id: 'call-weather', name: 'weather', responseData: 'T1' } },
    ]);
  });

  it('take texts from the outermost advisor', async () => {
    const hiding = new PassingAdvisor('hiding', 0, undefined, (response) =>
      response
        .mutate()
        .chatResponse(chunk((textOf(response) ?? '').replace('secret', '***')))
        .build(),
    );
    const model = new StreamingModel([[chunk('the secret')]]);
    const events = await collect(ChatClient.create(model).prompt('go').advisors(hiding).stream().events());
    expect(brief(events)).toEqual([
      { type: 'round-start', round: 0 },
      { type: 'text-delta', round: 0, text: 'the ***' },
      { type: 'round-end', round: 0 },
      { type: 'finish', reason: '', text: 'the ***' },
    ]);
  });

  it('end with the answer of a tool that returns directly, and with that of a breached limit', async () => {
    const model = () => new StreamingModel([[asks(call('weather'))]]);
    const direct = new StubTool('weather', 'sun', true);
    const [, , , ...ended] = brief(
      await collect(ChatClient.create(model()).prompt('go').tools(direct).stream().events()),
    );
    expect(ended).toEqual([
      { type: 'tool-result', round: 0, response: { id: 'call-weather', name: 'weather', responseData: 'sun' } },
      { type: 'text-delta', round: 0, text: 'sun' },
      { type: 'round-end', round: 0 },
      { type: 'finish', reason: 'returnDirect', text: 'sun' },
    ]);

    const manager = ToolCallingManager.builder().maxCallsPerTool(1).build();
    const advisor = ToolCallingAdvisor.builder().toolCallingManager(manager).build();
    const twice = new StreamingModel([[asks([call('weather', 'c1'), call('weather', 'c2')])]]);
    const events = await collect(
      ChatClient.create(twice).prompt('go').tools(new StubTool('weather')).advisors(advisor).stream().events(),
    );
    expect(events.filter(({ type }) => type === 'tool-result')).toMatchObject([
      { response: { id: 'c2', isError: true } },
      { response: { id: 'c1', responseData: 'weather result' } },
    ]);
    expect(brief(events).at(-1)).toMatchObject({ type: 'finish', reason: 'toolCallLimitExceeded' });
  });

  it('are told from the chunks where the loop is the caller’s', async () => {
    const model = new StreamingModel([[chunk('Hm.'), asks(call('weather'), usageOf(1, 2, 3))]]);
    const spec = ChatClient.create(model)
      .prompt('go')
      .tools(new StubTool('weather'))
      .advisors(AdvisorParams.toolCallingAdvisorAutoRegister(false));
    expect(brief(await collect(spec.stream().events()))).toEqual([
      { type: 'round-start', round: 0 },
      { type: 'text-delta', round: 0, text: 'Hm.' },
      { type: 'tool-call-delta', round: 0, index: 0, id: 'call-weather', name: 'weather', arguments: '{}' },
      { type: 'tool-call', round: 0, call: call('weather') },
      { type: 'usage', total: 3 },
      { type: 'round-end', round: 0 },
      { type: 'finish', reason: 'TOOL_CALLS', text: 'Hm.' },
    ]);
    const silent = ChatClient.create(new StreamingModel([[]])).prompt('go');
    expect(brief(await collect(silent.stream().events()))).toEqual([
      { type: 'round-start', round: 0 },
      { type: 'round-end', round: 0 },
      { type: 'finish', reason: '', text: '' },
    ]);
  });

  it('end with the error of a turn that fails, without finish', async () => {
    const seen: string[] = [];
    const failing = new PassingAdvisor('failing', ToolCallingAdvisor.DEFAULT_ORDER + 1, (request) => {
      if (request.round === 1) throw new Error('broken');
      return request;
    });
    const model = new StreamingModel([[asks(call('weather'))]]);
    const spec = ChatClient.create(model).prompt('go').tools(new StubTool('weather')).advisors(failing);
    const consume = async (): Promise<void> => {
      for await (const { type } of spec.stream().events()) seen.push(type);
    };
    await expect(consume()).rejects.toThrow('broken');
    expect(seen).toEqual(['round-start', 'tool-call-delta', 'tool-call', 'tool-result', 'round-end', 'round-start']);
  });

  it('end the turn when their consumer stops, also while tools run', async () => {
    const model = new StreamingModel([[asks(call('slow'))], [chunk('never')]]);
    const slow = new StubTool(
      'slow',
      (_input, context) =>
        new Promise<string>((_resolve, reject) => {
          context?.signal.addEventListener('abort', () => reject(new Error('stopped')));
        }),
    );
    for await (const { type } of ChatClient.create(model).prompt('go').tools(slow).stream().events()) {
      if (type === 'tool-call') break;
    }
    expect(slow.contexts[0]?.signal.aborted).toBe(true);
    expect(model.prompts).toHaveLength(1);
  });
});
