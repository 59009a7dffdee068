import { describe, expect, it } from '@jest/globals';
import {
  Advisor,
  approve,
  ChatClient,
  ChatMemory,
  deny,
  InMemoryPendingTurnRepository,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  type SuspendedTurn,
  ToolCallingAdvisor,
} from '@toolwright/chat';
import { type ToolApprovalDecision, ToolApprovalHandler, ToolCallingManager } from '@toolwright/tools';
import { complaintsAbout, ID } from '../support/memory.js';
import { asks, says, scripted, shorthand } from '../support/models.js';
import { textOf } from '../support/loops.js';
import { Bank, callOf, rejection, suspended } from './approvalFixtures.js';

const OUTSIDE = Advisor.DEFAULT_CHAT_MEMORY_PRECEDENCE_ORDER;
const INSIDE = ToolCallingAdvisor.DEFAULT_ORDER + 100;
const MODES = ['call', 'stream'] as const;
const refund = (id: string, amount: number) => callOf(id, 'refund', { amount });

/** A conversation that outlives its processes: what is stored is shared, each client is new. */
class Conversation {
  readonly repository = new InMemoryPendingTurnRepository();
  readonly memory = MessageWindowChatMemory.builder().build();
  readonly bank = new Bank();

  constructor(
    readonly order: number,
    readonly mode: (typeof MODES)[number],
  ) {}

  client(model: ReturnType<typeof scripted>): ChatClient {
    return ChatClient.builder(model, { pendingTurnRepository: this.repository })
      .defaultSystem('rules')
      .defaultTools(this.bank)
      .defaultAdvisors(MessageChatMemoryAdvisor.builder(this.memory).order(this.order).build())
      .build();
  }

  async ask(model: ReturnType<typeof scripted>, question: string) {
    const spec = this.client(model)
      .prompt(question)
      .advisors((advisors) => advisors.param(ChatMemory.CONVERSATION_ID, ID));
    return this.mode === 'call' ? spec.call().chatClientResponse() : spec.stream().final();
  }

  async resume(model: ReturnType<typeof scripted>, { turnId }: SuspendedTurn, decisions = { c1: approve as never }) {
    const client = this.client(model);
    return this.mode === 'call'
      ? client.resume(turnId, decisions).chatClientResponse()
      : client.resumeStream(turnId, decisions).final();
  }

  async stored(): Promise<readonly string[]> {
    const messages = await this.memory.get(ID);
    expect(complaintsAbout(messages)).toEqual([]);
    return shorthand(messages);
  }
}

describe.each(MODES)('the memory of a suspended turn in %s()', (mode) => {
  it('[AP-11] outside the loop holds nothing of it at the pause, and question and answer after the end', async () => {
    const talk = new Conversation(OUTSIDE, mode);
    await talk.ask(scripted(says('hello')), 'hi');
    const turn = suspended(await talk.ask(scripted(asks([refund('c1', 1), callOf('c0', 'lookUp')])), 'pay'));
    expect(await talk.stored()).toEqual(['U hi', 'A hello']);
    const model = scripted(says('paid'));
    expect(textOf(await talk.resume(model, turn))).toBe('paid');
    expect(await talk.stored()).toEqual(['U hi', 'A hello', 'U pay', 'A paid']);
    expect(shorthand(model.prompts[0])).toEqual([
      'S rules',
      'U hi',
      'A hello',
      'U pay',
      'A(tc) refund,lookUp',
      'T "refunded 1","found"',
    ]);
  });

  it('[AP-11] outside the loop keeps what was said while the turn waited', async () => {
    const talk = new Conversation(OUTSIDE, mode);
    const turn = suspended(await talk.ask(scripted(asks(refund('c1', 1))), 'pay'));
    await talk.ask(scripted(says('sunny')), 'weather?');
    expect(textOf(await talk.resume(scripted(says('paid')), turn))).toBe('paid');
    expect(await talk.stored()).toEqual(['U weather?', 'A sunny', 'U pay', 'A paid']);
  });

  it('[AP-11] inside the loop holds complete steps at the pause, and all of the turn after the end', async () => {
    const talk = new Conversation(INSIDE, mode);
    await talk.ask(scripted(says('hello')), 'hi');
    const turn = suspended(await talk.ask(scripted(asks(callOf('c0', 'lookUp')), asks(refund('c1', 1))), 'pay'));
    expect(await talk.stored()).toEqual(['U hi', 'A hello', 'U pay', 'A(tc) lookUp', 'T "found"']);
    const model = scripted(says('paid'));
    expect(textOf(await talk.resume(model, turn))).toBe('paid');
    const whole = ['U hi', 'A hello', 'U pay', 'A(tc) lookUp', 'T "found"', 'A(tc) refund', 'T "refunded 1"'];
    expect(await talk.stored()).toEqual([...whole, 'A paid']);
    expect(shorthand(model.prompts[0])).toEqual(['S rules', ...whole]);
  });

  it('[AP-11] inside the loop begins with the question of a turn that waited in its first round', async () => {
    const talk = new Conversation(INSIDE, mode);
    const turn = suspended(await talk.ask(scripted(asks(refund('c1', 1))), 'pay'));
    expect(await talk.stored()).toEqual([]);
    const model = scripted(says('no refund'));
    await talk.resume(model, turn, { c1: deny('no budget') as never });
    const whole = ['U pay', 'A(tc) refund', 'T The user declined this call: no budget'];
    expect(await talk.stored()).toEqual([...whole, 'A no refund']);
    expect(shorthand(model.prompts[0])).toEqual(['S rules', ...whole]);
  });

  it('[AP-11] inside the loop keeps what was said while the turn waited, and nothing twice', async () => {
    const talk = new Conversation(INSIDE, mode);
    const turn = suspended(await talk.ask(scripted(asks(callOf('c0', 'lookUp')), asks(refund('c1', 1))), 'pay'));
    await talk.ask(scripted(says('sunny')), 'weather?');
    expect(textOf(await talk.resume(scripted(says('paid')), turn))).toBe('paid');
    const stored = await talk.stored();
    expect(stored.filter((text) => text === 'U pay')).toHaveLength(1);
    expect(stored.slice(-3)).toEqual(['A(tc) refund', 'T "refunded 1"', 'A paid']);
    expect(stored).toHaveLength(8);
  });

  it('[AP-11] inside the loop keeps results that go to the caller', async () => {
    const talk = new Conversation(INSIDE, mode);
    const turn = suspended(await talk.ask(scripted(asks(callOf('c1', 'print', { page: 'A' }))), 'print it'));
    expect(textOf(await talk.resume(scripted(), turn))).toBe('"printed A"');
    expect(await talk.stored()).toEqual(['U print it', 'A(tc) print', 'T "printed A"', 'A "printed A"']);
  });

  it('[AP-11] inside the loop holds nothing twice when the model fails after the approval', async () => {
    for (const rounds of [[], [asks(callOf('c0', 'lookUp'))]]) {
      const talk = new Conversation(INSIDE, mode);
      await talk.ask(scripted(says('hello')), 'hi');
      const turn = suspended(await talk.ask(scripted(...rounds, asks(refund('c1', 1))), 'pay'));
      for (const decisions of [{ c1: approve as never }, {} as never]) {
        await rejection(talk.resume(scripted(), turn, decisions));
      }
      const model = scripted(says('paid'));
      expect(textOf(await talk.resume(model, turn, {} as never))).toBe('paid');
      const before = rounds.length > 0 ? ['A(tc) lookUp', 'T "found"'] : [];
      const whole = ['U hi', 'A hello', 'U pay', ...before, 'A(tc) refund', 'T "refunded 1"'];
      expect(await talk.stored()).toEqual([...whole, 'A paid']);
      expect(shorthand(model.prompts[0])).toEqual(['S rules', ...whole]);
      expect(talk.bank.log.filter((line) => line === 'refund 1')).toHaveLength(1);
    }
  });

  it('[AP-11] inside the loop holds nothing twice when others have spoken after the failure', async () => {
    const talk = new Conversation(INSIDE, mode);
    const turn = suspended(await talk.ask(scripted(asks(refund('c1', 1))), 'pay'));
    await rejection(talk.resume(scripted(), turn));
    await talk.ask(scripted(says('sunny')), 'weather?');
    const model = scripted(asks(callOf('c2', 'lookUp')), says('paid'));
    expect(textOf(await talk.resume(model, turn, {} as never))).toBe('paid');
    const stored = await talk.stored();
    expect(stored.toSorted()).toEqual(
      [
        'U pay',
        'A(tc) refund',
        'T "refunded 1"',
        'U weather?',
        'A sunny',
        'A(tc) lookUp',
        'T "found"',
        'A paid',
      ].toSorted(),
    );
    expect(shorthand(model.prompts[0]).slice(-2)).toEqual(['A(tc) refund', 'T "refunded 1"']);
  });

  it('[AP-11] stays as it was when the model fails after the approval', async () => {
    const talk = new Conversation(OUTSIDE, mode);
    const turn = suspended(await talk.ask(scripted(asks(refund('c1', 1))), 'pay'));
    await rejection(talk.resume(scripted(), turn));
    expect(await talk.stored()).toEqual([]);
    expect(textOf(await talk.resume(scripted(says('paid')), turn, {} as never))).toBe('paid');
    expect(await talk.stored()).toEqual(['U pay', 'A paid']);
    expect(talk.bank.log).toEqual(['refund 1']);
  });
});

describe('the limits of a suspended turn', () => {
  const clientOf = (
    model: ReturnType<typeof scripted>,
    repository: InMemoryPendingTurnRepository,
    configure: (builder: ToolCallingManager.Builder) => void,
  ): ChatClient => {
    const manager = ToolCallingManager.builder();
    configure(manager);
    const toolCallingAdvisorBuilder = ToolCallingAdvisor.builder().toolCallingManager(manager.build());
    return ChatClient.builder(model, { pendingTurnRepository: repository, toolCallingAdvisorBuilder })
      .defaultTools(new Bank())
      .build();
  };

  it('[AP-10] counts rounds across the pause', async () => {
    const repository = new InMemoryPendingTurnRepository();
    const two = (builder: ToolCallingManager.Builder) => void builder.maxRounds(2);
    const first = clientOf(scripted(asks([refund('c1', 1), refund('c2', 2)])), repository, two);
    const { turnId } = suspended(await first.prompt('pay').call().chatClientResponse());
    const partly = clientOf(scripted(), repository, two);
    suspended(await partly.resume(turnId, { c1: approve }));
    const model = scripted(asks(callOf('c3', 'lookUp')), asks(callOf('c4', 'lookUp')));
    const response = await clientOf(model, repository, two).resume(turnId, { c2: approve });
    expect(response.chatResponse?.result?.metadata.finishReason).toBe('toolRoundLimitExceeded');
    expect(model.prompts).toHaveLength(2);
  });

  it('[AP-10] does not count the time of waiting', async () => {
    const repository = new InMemoryPendingTurnRepository();
    const short = (builder: ToolCallingManager.Builder) => void builder.maxDuration(1500);
    const first = clientOf(scripted(asks(refund('c1', 1))), repository, short);
    const { turnId } = suspended(await first.prompt('pay').call().chatClientResponse());
    await new Promise((resolve) => setTimeout(resolve, 1600));
    const response = await clientOf(scripted(says('paid')), repository, short).resume(turnId, { c1: approve });
    expect(textOf(response)).toBe('paid');
  });

  it.each(MODES)(
    '[AP-01] [AP-10] does not count the time of somebody who is asked while the turn waits, %s',
    async (mode) => {
      class Slow extends ToolApprovalHandler {
        override async decide(): Promise<ToolApprovalDecision> {
          await new Promise((resolve) => setTimeout(resolve, 1200));
          return { approved: true };
        }
      }
      const short = (builder: ToolCallingManager.Builder) => void builder.maxDuration(1000);
      const model = scripted(asks(refund('c1', 1)), says('paid'));
      const client = clientOf(model, new InMemoryPendingTurnRepository(), short);
      const spec = client.prompt('pay').toolApprovalHandler(new Slow());
      expect(textOf(await (mode === 'call' ? spec.call().chatClientResponse() : spec.stream().final()))).toBe('paid');
    },
  );

  it('[AP-10] counts calls across the pause', async () => {
    const repository = new InMemoryPendingTurnRepository();
    const two = (builder: ToolCallingManager.Builder) => void builder.maxTotalToolCalls(2);
    const first = clientOf(scripted(asks([refund('c1', 1), callOf('c0', 'lookUp')])), repository, two);
    const { turnId } = suspended(await first.prompt('pay').call().chatClientResponse());
    const model = scripted(asks(callOf('c3', 'lookUp')));
    const response = await clientOf(model, repository, two).resume(turnId, { c1: approve });
    expect(response.chatResponse?.result?.metadata.finishReason).toBe('toolCallLimitExceeded');
  });

  it('[AP-10] counts tokens across the pause', async () => {
    const repository = new InMemoryPendingTurnRepository();
    const some = (builder: ToolCallingManager.Builder) => void builder.maxTokens(20);
    const usage = { promptTokens: 10, completionTokens: 2, totalTokens: 12 } as never;
    const first = clientOf(scripted(asks(refund('c1', 1), usage)), repository, some);
    const { turnId } = suspended(await first.prompt('pay').call().chatClientResponse());
    const model = scripted(asks(callOf('c3', 'lookUp'), usage), says('never'));
    const response = await clientOf(model, repository, some).resume(turnId, { c1: approve });
    expect(response.chatResponse?.result?.metadata.finishReason).toBe('toolTokenLimitExceeded');
    expect(model.prompts).toHaveLength(1);
  });

  it('[AP-03] is not suspended without a repository: the call is declined', async () => {
    const model = scripted(asks(refund('c1', 1)), says('sorry'));
    const bank = new Bank();
    const client = ChatClient.builder(model).defaultTools(bank).build();
    expect(await client.prompt('pay').call().content()).toBe('sorry');
    expect(shorthand(model.prompts[1]).at(-1)).toBe('T The user declined this call: no approval handler is configured');
    expect(bank.log).toEqual([]);
    expect((await rejection(client.resume('t', {}))).message).toBe(
      "Turn 't' cannot be resumed: this client has no PendingTurnRepository. Give one to ChatClient.builder as " +
        'pendingTurnRepository.',
    );
  });
});
