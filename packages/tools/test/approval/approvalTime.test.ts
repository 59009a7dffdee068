import { describe, expect, it } from '@jest/globals';
import {
  type ToolApprovalDecision,
  ToolApprovalHandler,
  ToolCallingManager,
  TurnBudget,
  TurnLimitExceededException,
  UNLIMITED_TURN,
} from '@toolwright/tools';
import { callOf, rejection, respond, sleep, texts, tool } from '../execution/testTools.js';

const APPROVED: ToolApprovalDecision = { approved: true };
const needsApproval = { attributes: { approval: 'required' } };

/** A person who takes this long, in milliseconds. */
class SlowPerson extends ToolApprovalHandler {
  constructor(private readonly time: number) {
    super();
  }

  override async decide(): Promise<ToolApprovalDecision> {
    await new Promise((resolve) => setTimeout(resolve, this.time).unref());
    return APPROVED;
  }
}

function managerWith(maxDuration: number, person: number): ToolCallingManager {
  return ToolCallingManager.builder().maxDuration(maxDuration).toolApprovalHandler(new SlowPerson(person)).build();
}

describe('the time of a person', () => {
  it('[AP-10] does not count for the time of the turn', async () => {
    const manager = managerWith(500, 800);
    const budget = TurnBudget.start(manager.turnLimits);
    const pay = tool('pay', undefined, needsApproval);
    const responses = await respond([pay], ['pay'], manager, { budget });
    expect(texts(responses)).toEqual(['Mission accomplished!']);
    expect(budget.breach).toBeNull();
    expect(budget.snapshot().elapsed).toBeLessThan(500);
    budget.stop();
  });

  it('[AP-10] does not count from the moment on at which nothing else goes on', async () => {
    const manager = managerWith(500, 900);
    const budget = TurnBudget.start(manager.turnLimits);
    const work = tool('work', async () => {
      await sleep(50);
      return 'worked';
    });
    const pay = tool('pay', undefined, needsApproval);
    const responses = await respond([pay, work], ['pay', 'work', callOf('pay', '{}', 'c2')], manager, { budget });
    expect(texts(responses)).toEqual(['Mission accomplished!', 'worked', 'Mission accomplished!']);
    budget.stop();
  });

  it('[AP-10] counts while a tool runs beside it', async () => {
    const manager = managerWith(100, 30_000);
    const budget = TurnBudget.start(manager.turnLimits);
    const hang = tool('hang', () => new Promise(() => undefined));
    const pay = tool('pay', undefined, needsApproval);
    const error = await rejection(respond([pay, hang], ['pay', 'hang'], manager, { budget }));
    expect(error).toBeInstanceOf(TurnLimitExceededException);
    expect(error).toMatchObject({ kind: 'duration', limit: 100 });
    budget.stop();
  });

  it('[AP-10] lets the clock run on when it is over', async () => {
    const manager = managerWith(300, 400);
    const budget = TurnBudget.start(manager.turnLimits);
    const pay = tool('pay', () => new Promise(() => undefined), needsApproval);
    const error = await rejection(respond([pay], ['pay'], manager, { budget }));
    expect(error).toMatchObject({ code: 'TURN_LIMIT_EXCEEDED', kind: 'duration' });
    expect(pay.inputs).toHaveLength(1);
    budget.stop();
  });

  it('[AP-10] does not count for the turn around that of an agent that is called as a tool', async () => {
    const manager = managerWith(500, 800);
    const outer = TurnBudget.start(manager.turnLimits);
    const pay = tool('pay', undefined, needsApproval);
    const agent = tool('agent', async () => {
      const inner = TurnBudget.start(UNLIMITED_TURN);
      try {
        return texts(await respond([pay], ['pay'], manager, { budget: inner })).join();
      } finally {
        inner.stop();
      }
    });
    expect(texts(await respond([agent], ['agent'], manager, { budget: outer }))).toEqual(['Mission accomplished!']);
    expect(outer.snapshot().elapsed).toBeLessThan(500);
    outer.stop();
  });

  it('[AP-10] counts for the turn around two agents while one of them works', async () => {
    const manager = managerWith(150, 30_000);
    const outer = TurnBudget.start(manager.turnLimits);
    const pay = tool('pay', undefined, needsApproval);
    const hang = tool('hang', () => new Promise(() => undefined));
    const agents = tool('agents', async () => {
      const asks = respond([pay], ['pay'], manager, { budget: TurnBudget.start(UNLIMITED_TURN) });
      const works = respond([hang], ['hang'], manager, { budget: TurnBudget.start(UNLIMITED_TURN) });
      return texts((await Promise.all([asks, works])).flat()).join();
    });
    const error = await rejection(respond([agents], ['agents'], manager, { budget: outer }));
    expect(error).toMatchObject({ code: 'TURN_LIMIT_EXCEEDED', kind: 'duration', limit: 150 });
    outer.stop();
  });

  it('[AP-10] stops no clock that runs on behind the end of the turn', async () => {
    const manager = managerWith(200, 30_000);
    const outer = TurnBudget.start(manager.turnLimits);
    const inner = TurnBudget.start(UNLIMITED_TURN, { outer });
    const controller = new AbortController();
    const pay = tool('pay', undefined, needsApproval);
    const { signal } = controller;
    const run = rejection(respond([pay], ['pay'], manager, { budget: inner, signal }));
    controller.abort();
    expect(await run).toMatchObject({ name: 'AbortError' });
    inner.stop();
    await sleep(300);
    expect(outer.breach).toMatchObject({ kind: 'duration' });
    outer.stop();
    const { elapsed } = outer.snapshot();
    await sleep(20);
    expect(outer.snapshot().elapsed).toBe(elapsed);
  });
});
