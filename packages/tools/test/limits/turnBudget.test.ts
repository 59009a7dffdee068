import { describe, expect, it } from '@jest/globals';
import { AssistantMessage, type Message, UserMessage, usageOf } from '@toolwright/model';
import {
  JsonToolErrorFormatter,
  ModelPrices,
  ToolCallingManager,
  TurnBudget,
  TurnLimitExceededException,
  UNLIMITED_TURN,
} from '@toolwright/tools';
import {
  answerWith,
  callOf,
  partialOf,
  priorResponses,
  promptWith,
  rejection,
  respond,
  responsesOf,
  sleep,
  texts,
  tool,
} from '../execution/testTools.js';

const PRICES = { small: { input: 1, output: 4 } };

async function breachOf(promise: Promise<unknown>): Promise<TurnLimitExceededException> {
  const error = await rejection<TurnLimitExceededException>(promise);
  expect(error).toBeInstanceOf(TurnLimitExceededException);
  return error;
}

describe('a budget in a loop by hand', () => {
  it('[BG-01] has room for so many rounds, and answers every call of the one after', async () => {
    const manager = ToolCallingManager.builder().maxRounds(3).build();
    const budget = TurnBudget.start(manager.turnLimits);
    const body = tool('toolA');
    for (let round = 0; round < 3; round++) {
      expect(texts(await respond([body], ['toolA'], manager, { budget }))).toEqual(['Mission accomplished!']);
    }
    const messages: readonly Message[] = [new UserMessage('Go'), priorResponses('toolA', 1)];
    const answer = answerWith('toolA', callOf('toolA', '{}', '2'));
    const breach = await breachOf(manager.executeToolCalls(promptWith([body], messages), answer, { budget }));
    const text = 'Tool round limit (3) exceeded for this turn. No further tool calls are allowed.';
    expect(body.inputs).toHaveLength(3);
    expect(breach).toMatchObject({
      code: 'TURN_LIMIT_EXCEEDED',
      kind: 'rounds',
      limit: 3,
      message: 'Tool round limit (3) exceeded for this turn',
    });
    const partial = partialOf(breach);
    expect(texts(responsesOf(partial))).toEqual([text, text]);
    expect(responsesOf(partial)[0]).toMatchObject({
      isError: true,
      error: { code: 'LIMIT_EXCEEDED', phase: 'limits' },
    });
    const generation = breach.buildGeneration();
    expect(generation.output.text).toBe(text);
    expect(generation.metadata).toEqual({
      finishReason: 'toolRoundLimitExceeded',
      partialToolResponses: [{ id: 'prior-0', name: 'toolA', responseData: 'ok' }],
    });
  });

  it('[BG-02] ends the calls that run when the time is over, and keeps the results that there are', async () => {
    const manager = ToolCallingManager.builder().maxDuration('150ms').build();
    const budget = TurnBudget.start(manager.turnLimits);
    const reasons: unknown[] = [];
    const slow = tool('slow', (_input, context) => {
      context?.signal.addEventListener('abort', () => reasons.push(context.signal.reason));
      return new Promise<string>(() => undefined);
    });
    const breach = await breachOf(respond([tool('quick'), slow], ['quick', 'slow'], manager, { budget }));
    const text = 'Tool time limit (150ms) exceeded for this turn. No further tool calls are allowed.';
    expect(breach.kind).toBe('duration');
    expect(texts(responsesOf(partialOf(breach)))).toEqual(['Mission accomplished!', text]);
    expect(breach.buildGeneration().metadata).toEqual({
      finishReason: 'toolTimeLimitExceeded',
      partialToolResponses: [{ id: 'id-quick', name: 'quick', responseData: 'Mission accomplished!' }],
    });
    expect(reasons).toEqual([expect.any(TurnLimitExceededException)]);
    expect((await breachOf(respond([tool('quick')], ['quick'], manager, { budget }))).kind).toBe('duration');
  });

  it('[BG-02] leaves an abort of the caller what it is', async () => {
    const manager = ToolCallingManager.builder().maxDuration('1m').build();
    const budget = TurnBudget.start(manager.turnLimits);
    const controller = new AbortController();
    const slow = tool('slow', () => new Promise<string>(() => undefined));
    const run = respond([slow], ['slow'], manager, { budget, signal: controller.signal });
    controller.abort(new Error('enough'));
    expect(await rejection(run)).toMatchObject({ message: 'enough' });
    budget.stop();
  });

  it('[BG-03] has no room once the tokens are used up', async () => {
    const manager = ToolCallingManager.builder().maxTokens(1_000).build();
    const budget = TurnBudget.start(manager.turnLimits);
    budget.addUsage(usageOf(300, 100));
    budget.addUsage(usageOf(400, 199));
    expect(budget.breach).toBeNull();
    budget.addUsage(usageOf(1, 0));
    expect(budget.breach).toEqual({ kind: 'tokens', limit: 1_000, inherited: false });
    const breach = await breachOf(respond([tool('toolA')], ['toolA'], manager, { budget }));
    expect(breach.buildGeneration().output.text).toBe(
      'Tool token limit (1000) exceeded for this turn. No further tool calls are allowed.',
    );
    expect(breach.finishReason).toBe('toolTokenLimitExceeded');
  });

  it('[BG-04] has no room once the money is spent', async () => {
    const manager = ToolCallingManager.builder().maxCost(0.05).modelPrices(PRICES).build();
    const budget = TurnBudget.start(manager.turnLimits);
    budget.addUsage(usageOf(10_000, 9_999), 'small');
    expect(budget.snapshot().cost).toBeCloseTo(0.049996, 10);
    expect(budget.breach).toBeNull();
    budget.addUsage(usageOf(0, 1), 'small-2026-01-31');
    expect(budget.breach).toEqual({ kind: 'cost', limit: 0.05, inherited: false });
    expect((await breachOf(respond([tool('toolA')], ['toolA'], manager, { budget }))).finishReason).toBe(
      'toolCostLimitExceeded',
    );
  });

  it('[BG-04] names the keys of the price that is missing', () => {
    const { turnLimits } = ToolCallingManager.builder().maxCost(1).modelPrices(PRICES).build();
    const budget = TurnBudget.start(turnLimits);
    const text =
      "The cost limit of tool calls needs the price of model 'large'. Add tools.prices[large].input and " +
      'tools.prices[large].output, per million tokens, or remove tools.limits.max-cost.';
    expect(() => {
      budget.addUsage(usageOf(1, 1), 'large', null);
    }).toThrow(text);
    expect(() => {
      budget.requirePrice('large');
    }).toThrow(text);
    budget.requirePrice(null);
    budget.requirePrice('small');
    budget.addUsage(usageOf(0, 0), 'large');
    budget.addUsage(usageOf(1, 1), 'large', 'small');
    expect(() => {
      budget.addUsage(usageOf(1, 1), '');
    }).toThrow('The cost limit of tool calls needs a price, but the model does not say its name.');
    expect(() => new ModelPrices({ free: { input: -1, output: 0 } })).toThrow(
      "The prices of model 'free' must not be negative",
    );
  });

  it('is nothing where nothing is limited', () => {
    expect(ToolCallingManager.builder().build().turnLimits).toBe(UNLIMITED_TURN);
    expect(TurnBudget.startIfLimited(UNLIMITED_TURN)).toBeNull();
    expect(TurnBudget.startIfLimited(ToolCallingManager.builder().maxRounds(1).build().turnLimits)).not.toBeNull();
    expect(TurnBudget.start().breach).toBeNull();
    expect(TurnBudget.start().signal).toBeNull();
  });

  it('is refused with limits that are none', () => {
    const builder = ToolCallingManager.builder();
    expect(() => builder.maxRounds(0)).toThrow('maxRounds must be greater than 0');
    expect(() => builder.maxTokens(-1)).toThrow('maxTokens must be greater than 0');
    expect(() => builder.maxCost(0)).toThrow('maxCost must be greater than 0');
    expect(() => builder.maxDuration('soon')).toThrow(
      "maxDuration must be a number of milliseconds above 0, or text such as 500ms, 2s or 1m, but is 'soon'",
    );
  });

  it('writes the responses of a breach as the manager writes all errors', async () => {
    const manager = ToolCallingManager.builder().maxRounds(1).toolErrorFormatter(new JsonToolErrorFormatter()).build();
    const budget = TurnBudget.start(manager.turnLimits);
    await respond([tool('toolA')], ['toolA'], manager, { budget });
    const breach = await breachOf(respond([tool('toolA')], ['toolA'], manager, { budget }));
    expect(JSON.parse(texts(responsesOf(partialOf(breach)))[0] ?? '')).toEqual({
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Tool round limit (1) exceeded for this turn. No further tool calls are allowed.',
      },
    });
  });

  it('leaves out of the completed results what a limit has kept from running', async () => {
    const manager = ToolCallingManager.builder()
      .maxTotalToolCalls(1)
      .onLimitExceeded('RETURN_ERROR_RESPONSE')
      .maxRounds(1)
      .build();
    const budget = TurnBudget.start(manager.turnLimits);
    const tools = [tool('toolA')];
    const first = await manager.executeToolCalls(promptWith(tools), answerWith('toolA', 'toolA'), { budget });
    const next = promptWith(tools, first.conversationHistory);
    const breach = await breachOf(manager.executeToolCalls(next, answerWith('toolA'), { budget }));
    expect(breach.buildGeneration().metadata['partialToolResponses']).toEqual([
      { id: 'id-toolA', name: 'toolA', responseData: 'Mission accomplished!' },
    ]);
  });
});

describe('a budget that goes on elsewhere', () => {
  it('continues from what was used, as plain JSON', () => {
    const { turnLimits } = ToolCallingManager.builder().maxRounds(2).maxTokens(100).build();
    const budget = TurnBudget.start(turnLimits);
    budget.startRound();
    budget.addUsage(usageOf(40, 9));
    budget.pause();
    const text = JSON.stringify(budget.snapshot());
    const resumed = TurnBudget.start(turnLimits, { snapshot: JSON.parse(text) as ReturnType<TurnBudget['snapshot']> });
    expect(resumed.snapshot()).toMatchObject({ rounds: 1, tokens: 49, cost: 0 });
    expect(resumed.startRound()).toBeNull();
    expect(resumed.startRound()).toEqual({ kind: 'rounds', limit: 2, inherited: false });
    resumed.addUsage(usageOf(51, 0));
    expect(resumed.startRound()).toEqual({ kind: 'rounds', limit: 2, inherited: false });
    expect(resumed.breach).toEqual({ kind: 'tokens', limit: 100, inherited: false });
  });

  it('does not count the time for which it was paused', async () => {
    const { turnLimits } = ToolCallingManager.builder().maxDuration(60).build();
    const budget = TurnBudget.start(turnLimits);
    const { signal } = budget;
    budget.pause();
    const { elapsed } = budget.snapshot();
    await sleep(100);
    expect(budget.snapshot().elapsed).toBe(elapsed);
    expect(signal?.aborted).toBe(false);
    expect(budget.breach).toBeNull();
    budget.resume();
    await sleep(100);
    expect(signal?.aborted).toBe(true);
    expect(budget.breach).toEqual({ kind: 'duration', limit: 60, inherited: false });
  });

  it('fires no signal after its turn has ended', async () => {
    const budget = TurnBudget.start(ToolCallingManager.builder().maxDuration(20).build().turnLimits);
    const { signal } = budget;
    budget.stop();
    await sleep(60);
    expect(signal?.aborted).toBe(false);
  });
});

describe('a budget around another one', () => {
  const limits = ToolCallingManager.builder().maxRounds(3).maxTokens(100).build().turnLimits;

  it('[BG-07] is found by what runs in its tools, and by nothing else', async () => {
    const manager = ToolCallingManager.builder().maxRounds(3).build();
    const budget = TurnBudget.start(manager.turnLimits);
    const found: unknown[] = [];
    const look = tool('look', async (_input, context) => {
      await sleep(1);
      found.push(TurnBudget.current, context?.budget);
      return 'seen';
    });
    await respond([look], ['look'], manager, { budget });
    await respond([look], ['look'], manager);
    expect(found).toEqual([budget, budget, null, undefined]);
    expect(TurnBudget.current).toBeNull();
  });

  it('[BG-07] is not that of what a tool leaves running behind the turn', async () => {
    const manager = ToolCallingManager.builder().maxRounds(3).build();
    const budget = TurnBudget.start(manager.turnLimits);
    let later: Promise<TurnBudget | null> | undefined;
    const leave = tool('leave', () => {
      later = sleep(20).then(() => TurnBudget.current);
      return 'left';
    });
    await respond([leave], ['leave'], manager, { budget });
    budget.stop();
    expect(await later).toBeNull();
  });

  it('[BG-07] counts what the inner one uses, and ends it', () => {
    const outer = TurnBudget.start(limits);
    const inner = TurnBudget.startIfLimited(UNLIMITED_TURN, { outer });
    outer.startRound();
    expect(inner?.startRound()).toBeNull();
    inner?.addUsage(usageOf(60, 0));
    expect(outer.snapshot()).toMatchObject({ rounds: 2, tokens: 60 });
    outer.addUsage(usageOf(40, 0));
    expect(inner?.breach).toEqual({ kind: 'tokens', limit: 100, inherited: true });
    expect(inner?.snapshot()).toMatchObject({ rounds: 1, tokens: 60 });
  });

  it('[BG-07] leaves the inner one its own limits', () => {
    const outer = TurnBudget.start(limits);
    const inner = TurnBudget.start({ ...UNLIMITED_TURN, maxRounds: 1 }, { outer });
    expect(inner.startRound()).toBeNull();
    expect(inner.startRound()).toEqual({ kind: 'rounds', limit: 1, inherited: false });
    expect(outer.snapshot().rounds).toBe(1);
  });

  it('[BG-07] ends the time of the inner one with its own', async () => {
    const outer = TurnBudget.start({ ...UNLIMITED_TURN, maxDuration: 30 });
    const inner = TurnBudget.start({ ...UNLIMITED_TURN, maxDuration: 60_000 }, { outer });
    const { signal } = inner;
    await sleep(80);
    expect(signal?.aborted).toBe(true);
    expect(inner.breach).toEqual({ kind: 'duration', limit: 30, inherited: true });
    inner.stop();
  });
});

describe('the breach of a call limit', () => {
  it('[BG-05] holds a history in which every call has a response', async () => {
    const manager = ToolCallingManager.builder().maxTotalToolCalls(1).onLimitExceeded('FINAL_ANSWER').build();
    const run = respond([tool('toolA'), tool('toolB')], ['toolA', 'toolB', callOf('toolA', '{}', '3')], manager);
    const error = await rejection<{ answeredToolExecutionResult: ReturnType<typeof partialOf> }>(run);
    expect(texts(responsesOf(partialOf(error)))).toHaveLength(2);
    expect(texts(responsesOf(error.answeredToolExecutionResult))).toEqual([
      'Mission accomplished!',
      'Total tool call limit (1) exceeded for this turn. No further tool calls are allowed.',
      'This call was not run: Total tool call limit (1) exceeded for this turn. No further tool calls are allowed.',
    ]);
    expect(error.answeredToolExecutionResult.conversationHistory[1]).toBeInstanceOf(AssistantMessage);
  });
});
