import { afterEach, describe, expect, it } from '@jest/globals';
import {
  type AdvisorSpec,
  approve,
  type CallAdvisor,
  type CallAdvisorChain,
  ChatClient,
  type ChatClientRequest,
  type ChatClientResponse,
  ChatMemory,
  InMemoryPendingTurnRepository,
  type PendingTurnRepository,
} from '@toolwright/chat';
import { ObservationRegistry } from '@toolwright/core';
import type { Prompt } from '@toolwright/model';
import { ScriptedChatModel, toolCall } from '@toolwright/testing';
import { FunctionToolCallback, ToolContext, ToolMetadata } from '@toolwright/tools';
import { Studio, StudioServer } from '@toolwright/studio';
import type { ConversationPage, Decision, TurnDetails, TurnPage } from '@toolwright/studio/protocol';
import { type Demo, startDemo } from './fixture/startDemo.js';
import { type EventStream, StudioPage } from './support/StudioPage.js';

let demo: Demo;
let page: StudioPage;
let events: EventStream;

async function waitingTurn(): Promise<TurnDetails> {
  demo = await startDemo({ pause: 0, includeContent: true });
  page = new StudioPage(demo.server);
  events = await page.listen();
  await demo.ask('Please refund order 7');
  return turnOf((await page.get<TurnPage>('/api/turns?limit=1')).turns[0]?.id ?? '');
}

const pay = FunctionToolCallback.builder('pay', (_input: object, context?: ToolContext) => context?.get('tenant'))
  .description('Pays')
  .inputType(Object)
  .toolMetadata(ToolMetadata.builder().attributes({ approval: 'required' }).build())
  .build();

const turnOf = (id: string): Promise<TurnDetails> => page.get<TurnDetails>(`/api/turns/${id}`);

async function decide(turn: TurnDetails, decision: Decision): Promise<TurnDetails> {
  const callId = turn.approvals[0]?.callId ?? '';
  const path = `/api/turns/${turn.summary.id}/approvals`;
  const answer = await page.send('POST', path, { decisions: { [callId]: decision } });
  expect([answer.status, answer.body]).toEqual([202, { turnId: turn.summary.id }]);
  await events.until((event) => event.type === 'turn-ended' && event.turn.status === 'completed');
  return turnOf(turn.summary.id);
}

describe('a turn that waits for an approval', () => {
  afterEach(async () => {
    await demo.close();
  });

  it('shows the call that waits, and tells of it', async () => {
    const turn = await waitingTurn();
    expect([turn.summary.status, turn.summary.pendingApprovals, turn.finishReason]).toEqual([
      'waiting',
      1,
      'toolApprovalRequired',
    ]);
    expect(turn.approvals).toEqual([
      {
        callId: expect.stringMatching(/^call_/),
        name: 'refundOrder',
        arguments: { text: '{"orderId":7,"amount":120}', length: 26 },
        hash: expect.stringMatching(/^\S{20,}$/),
        unknownOutcome: false,
      },
    ]);
    const { event } = await events.until(({ type }) => type === 'approval-pending');
    expect(event).toEqual({ type: 'approval-pending', turnId: turn.summary.id, approvals: turn.approvals });
  });

  it('goes on when the call is approved', async () => {
    const waiting = await waitingTurn();
    const turn = await decide(waiting, { type: 'approve', hash: waiting.approvals[0]?.hash ?? '' });
    expect(turn.answer?.text).toBe('Done: "refunded 120 EUR of order 7"');
    expect(turn.approvals).toEqual([]);
    expect(turn.rounds.map(({ calls }) => calls.map(({ name, status }) => [name, status]))).toEqual([
      [['refundOrder', 'succeeded']],
      [],
    ]);
    expect((await page.get<TurnPage>('/api/turns')).total).toBe(1);
    expect(events.types.filter((type) => type === 'turn-started' || type === 'turn-ended')).toEqual([
      'turn-started',
      'turn-ended',
      'turn-started',
      'turn-ended',
    ]);
  });

  it('goes on without the call when it is denied, and the model is told why', async () => {
    const turn = await decide(await waitingTurn(), { type: 'deny', reason: 'no budget' });
    expect(turn.answer?.text).toBe('Done: The user declined this call: no budget');
    expect(turn.rounds[1]?.messages.at(-1)?.toolResponses[0]?.text.text).toBe('The user declined this call: no budget');
  });

  it('goes on with other arguments', async () => {
    const turn = await decide(await waitingTurn(), { type: 'edit', arguments: { orderId: 7, amount: 5 } });
    expect(turn.rounds[0]?.calls[0]?.arguments.text).toBe('{"orderId":7,"amount":5}');
    expect(turn.answer?.text).toContain('refunded 5 EUR of order 7');
  });

  it('is decided about once', async () => {
    const waiting = await waitingTurn();
    await decide(waiting, { type: 'approve' });
    const callId = waiting.approvals[0]?.callId ?? '';
    const again = await page.send('POST', `/api/turns/${waiting.summary.id}/approvals`, {
      decisions: { [callId]: { type: 'approve' } },
    });
    expect([again.status, again.body]).toEqual([
      409,
      { code: 'TURN_NOT_WAITING', message: 'The turn does not wait for approvals.' },
    ]);
  });

  it('refuses a decision about another call than the one that was shown', async () => {
    const { summary, approvals } = await waitingTurn();
    const answer = await page.send('POST', `/api/turns/${summary.id}/approvals`, {
      decisions: { [approvals[0]?.callId ?? '']: { type: 'approve', hash: 'another' } },
    });
    expect([answer.status, answer.body]).toEqual([409, expect.objectContaining({ code: 'APPROVAL_REFUSED' })]);
    expect((await turnOf(summary.id)).summary.status).toBe('waiting');
  });

  it.each([
    ['no decisions', { decisions: {} }],
    ['an unknown decision', { decisions: { a: { type: 'maybe' } } }],
    ['an edit without arguments', { decisions: { a: { type: 'edit' } } }],
    ['arguments that are no object', { decisions: { a: { type: 'edit', arguments: [1] } } }],
    ['more than is known', { decisions: { a: { type: 'approve', force: true } } }],
    ['no JSON', '{'],
  ])('refuses %s', async (_, body) => {
    const { summary } = await waitingTurn();
    const answer = await page.send('POST', `/api/turns/${summary.id}/approvals`, body);
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining({ code: 'INVALID_REQUEST' })]);
  });
});

describe('a turn of a client by hand', () => {
  const registry = new ObservationRegistry();
  const repository = new InMemoryPendingTurnRepository();
  let server: StudioServer;

  afterEach(async () => {
    await server.close();
  });

  function clientOf(studio: Studio, observed: boolean): ChatClient {
    const model = new ScriptedChatModel([toolCall('pay', {}, 'c1'), 'Paid.']);
    const builder = ChatClient.builder(model, { observationRegistry: registry, pendingTurnRepository: repository });
    if (observed) return studio.observe(registry, builder).build();
    registry.addHandler(studio.recorder);
    return builder.build();
  }

  it('goes on in the mode, with the tools and with the tool context of its request', async () => {
    const studio = new Studio({ name: 'by hand' }, { includeContent: true });
    server = await new StudioServer(studio).listen();
    page = new StudioPage(server);
    events = await page.listen();
    const client = clientOf(studio, true);
    await client.prompt('Pay').tools(pay).toolContext({ tenant: 'acme' }).call().content();
    const { turns } = await page.get<TurnPage>('/api/turns');
    expect([turns[0]?.status, turns[0]?.mode]).toEqual(['waiting', 'call']);
    const path = `/api/turns/${turns[0]?.id ?? ''}`;
    const { status } = await page.send('POST', `${path}/approvals`, { decisions: { c1: { type: 'approve' } } });
    expect(status).toBe(202);
    await events.until((event) => event.type === 'turn-ended' && event.turn.status === 'completed');
    const turn = await page.get<TurnDetails>(path);
    expect(turn.rounds[0]?.calls[0]?.result?.text).toBe('"acme"');
    expect([turn.summary.mode, turn.answer?.text]).toEqual(['call', 'Paid.']);
  });

  it('shows a turn that the application itself has gone on with as one turn', async () => {
    const studio = new Studio({ name: 'by hand' }, { includeContent: true });
    server = await new StudioServer(studio).listen();
    page = new StudioPage(server);
    const client = clientOf(studio, true);
    await client.prompt('Pay').tools(pay).call().content();
    const turnId = studio.store.page({ limit: 1 }).items[0]?.suspendedTurnId ?? '';
    await client.prompt().tools(pay).resume(turnId, { c1: approve });
    const { turns } = await page.get<TurnPage>('/api/turns');
    expect(turns.map(({ status, rounds, calls }) => [status, rounds, calls])).toEqual([['completed', 2, 1]]);
  });

  it('says so where the client is not known, or the turn has gone', async () => {
    const studio = new Studio({ name: 'by hand' }, { includeContent: true });
    server = await new StudioServer(studio).listen();
    page = new StudioPage(server);
    await clientOf(studio, false).prompt('Pay').tools(pay).call().content();
    const decisions = { decisions: { c1: { type: 'approve' } } };
    const first = studio.store.page({ limit: 1 }).items[0];
    const unknown = await page.send('POST', `/api/turns/${first?.id ?? ''}/approvals`, decisions);
    expect([unknown.status, unknown.body]).toEqual([409, expect.objectContaining({ code: 'CLIENT_UNKNOWN' })]);

    await clientOf(studio, true).prompt('Pay').tools(pay).call().content();
    const second = studio.store.page({ limit: 1 }).items[0];
    await repository.delete(second?.suspendedTurnId ?? '');
    const gone = await page.send('POST', `/api/turns/${second?.id ?? ''}/approvals`, decisions);
    expect([gone.status, gone.body]).toEqual([404, expect.objectContaining({ code: 'PENDING_TURN_NOT_FOUND' })]);
    const { summary, approvals } = await page.get<TurnDetails>(`/api/turns/${second?.id ?? ''}`);
    expect([summary.status, approvals, summary.failure?.type]).toEqual([
      'cancelled',
      [],
      'PendingTurnNotFoundException',
    ]);
  });
});

describe('a turn with an advisor of its own', () => {
  it('has it again when the page goes on with it, after those of the client', async () => {
    const seen: string[] = [];
    class Noting implements CallAdvisor {
      readonly order = 0;
      constructor(readonly name: string) {}
      adviseCall(request: ChatClientRequest, chain: CallAdvisorChain): Promise<ChatClientResponse> {
        seen.push(this.name);
        return chain.nextCall(request);
      }
    }
    const registry = new ObservationRegistry();
    const studio = new Studio({ name: 'by hand' });
    const server = await new StudioServer(studio).listen();
    page = new StudioPage(server);
    events = await page.listen();
    const model = new ScriptedChatModel([toolCall('pay', {}, 'c1'), 'Paid.']);
    const pendingTurnRepository = new InMemoryPendingTurnRepository();
    const builder = ChatClient.builder(model, { observationRegistry: registry, pendingTurnRepository });
    const client = studio.observe(registry, builder).defaultAdvisors(new Noting('client')).build();
    await client.prompt('Pay').tools(pay).advisors(new Noting('request')).call().content();
    expect(seen).toEqual(['client', 'request']);
    const [turn] = (await page.get<TurnPage>('/api/turns')).turns;
    await page.send('POST', `/api/turns/${turn?.id ?? ''}/approvals`, { decisions: { c1: { type: 'approve' } } });
    await events.until((event) => event.type === 'turn-ended' && event.turn.status === 'completed');
    expect(seen).toEqual(['client', 'request', 'client', 'request']);
    await server.close();
  });
});

describe('a turn that another process has suspended', () => {
  const pendingTurns = new InMemoryPendingTurnRepository();
  let server: StudioServer;

  afterEach(async () => {
    await server.close();
  });

  /** A process of the application: a client, and its studio, over the repository that all of them share. */
  function process(withClient = true, tools = [pay]) {
    const registry = new ObservationRegistry();
    const model = new ScriptedChatModel([(prompt) => (asksFor(prompt) ? toolCall('pay', {}, 'c1') : 'Paid.')], {
      repeatLast: true,
    });
    const builder = ChatClient.builder(model, { observationRegistry: registry, pendingTurnRepository: pendingTurns });
    const studio: Studio = new Studio(
      {
        name: 'shop',
        pendingTurns: () => pendingTurns,
        tools: () => tools.map((callback) => ({ callback, bean: 'shop' })),
        ...(withClient && { chatClient: () => client }),
      },
      { includeContent: true },
    );
    const client = studio.observe(registry, builder).build();
    return { client, studio };
  }

  const asksFor = ({ instructions }: Prompt) => instructions.at(-1)?.messageType === 'user';

  async function suspended(conversationId: string): Promise<void> {
    const { client } = process();
    const advisors = (spec: AdvisorSpec) => void spec.param(ChatMemory.CONVERSATION_ID, conversationId);
    await client.prompt('Pay').system('You pay.').advisors(advisors).tools(pay).call().content();
  }

  async function open(studio: Studio): Promise<void> {
    server = await new StudioServer(studio).listen();
    page = new StudioPage(server);
  }

  const first = async (conversation: string): Promise<TurnDetails> => {
    const { turns } = await page.get<TurnPage>(`/api/turns?conversation=${conversation}`);
    expect(turns).toHaveLength(1);
    return turnOf(turns[0]?.id ?? '');
  };

  it('is shown with what is stored of it, once, and goes on with the tools of the application', async () => {
    await suspended('a');
    await open(process().studio);
    const waiting = await first('a');
    expect(waiting).toMatchObject({
      summary: {
        status: 'waiting',
        question: { text: 'Pay' },
        pendingApprovals: 1,
        conversationId: 'a',
        duration: null,
      },
      approvals: [{ callId: 'c1', name: 'pay', arguments: { text: '{}' } }],
      approvalRefusal: null,
      suspendedElsewhere: true,
    });
    expect(waiting.rounds[0]?.messages.map(({ role, text }) => [role, text?.text])).toEqual([
      ['system', 'You pay.'],
      ['user', 'Pay'],
    ]);
    expect(waiting.rounds[0]?.answer?.toolCalls.map(({ name }) => name)).toEqual(['pay']);
    await first('a');

    events = await page.listen();
    const { id } = waiting.summary;
    const decisions = { c1: { type: 'approve', hash: waiting.approvals[0]?.hash ?? '' } };
    expect((await page.send('POST', `/api/turns/${id}/approvals`, { decisions })).status).toBe(202);
    await events.until((event) => event.type === 'turn-ended' && event.turn.status === 'completed');
    const turn = await first('a');
    expect([turn.summary.id, turn.answer?.text, turn.approvals]).toEqual([id, 'Paid.', []]);
    expect(turn.rounds.map(({ calls }) => calls.map(({ name, status }) => [name, status]))).toEqual([
      [['pay', 'succeeded']],
      [],
    ]);
    expect(await pendingTurns.findByConversationId('a')).toEqual([]);
  });

  it('is not decided about where no client is known, and says so before', async () => {
    await suspended('b');
    await open(process(false).studio);
    const { summary, approvalRefusal } = await first('b');
    expect(approvalRefusal).toMatch(
      /^Another process has suspended this turn, and the application has no bean of type/,
    );
    const answer = await page.send('POST', `/api/turns/${summary.id}/approvals`, {
      decisions: { c1: { type: 'approve' } },
    });
    expect([answer.status, answer.body]).toEqual([409, { code: 'CLIENT_UNKNOWN', message: approvalRefusal }]);
  });

  it('waits on where the application has not the tools that it needs', async () => {
    await suspended('c');
    await open(process(true, []).studio);
    const { summary } = await first('c');
    const answer = await page.send('POST', `/api/turns/${summary.id}/approvals`, {
      decisions: { c1: { type: 'approve' } },
    });
    expect([answer.status, answer.body]).toEqual([
      422,
      { code: expect.any(String), message: expect.stringContaining('needs tools that this client does not have: pay') },
    ]);
    expect((await turnOf(summary.id)).summary.status).toBe('waiting');
  });

  it('is over when others have gone on with it, and the page is told', async () => {
    await suspended('d');
    await open(process().studio);
    const { summary } = await first('d');
    events = await page.listen();
    const [stored] = await pendingTurns.findByConversationId('d');
    await process()
      .client.prompt()
      .tools(pay)
      .resume(stored?.turnId ?? '', { c1: approve });
    await events.until((event) => event.type === 'turn-ended' && event.turn.id === summary.id);
    const turn = await first('d');
    expect([turn.summary.status, turn.summary.failure?.type, turn.approvals]).toEqual([
      'cancelled',
      'PendingTurnNotFoundException',
      [],
    ]);
  });

  it('is told to a page that is open when it is suspended', async () => {
    await open(process().studio);
    await page.get('/api/turns');
    events = await page.listen();
    await suspended('e');
    const { event } = await events.until(({ type }) => type === 'approval-pending');
    const { summary, approvals } = await first('e');
    expect(event).toEqual({ type: 'approval-pending', turnId: summary.id, approvals });
  });

  it('is left alone while somebody works on it', async () => {
    await suspended('f');
    const [stored] = await pendingTurns.findByConversationId('f');
    const lease = { owner: 'another', expiresAt: Date.now() + 60_000 };
    await pendingTurns.update(stored?.turnId ?? '', stored?.version ?? 0, { lease });
    await open(process().studio);
    expect((await page.get<TurnPage>('/api/turns?conversation=f')).turns).toEqual([]);
  });

  it('does not keep other turns from being shown while its repository does not answer', async () => {
    const silent = { findLatest: () => new Promise(() => undefined) } as unknown as PendingTurnRepository;
    await open(new Studio({ name: 'shop', pendingTurns: () => silent }));
    expect((await page.get<TurnPage>('/api/turns')).turns).toEqual([]);
    expect((await page.get<ConversationPage>('/api/conversations')).conversations).toEqual([]);
  });

  it('does not keep other turns from being shown if its repository cannot be read', async () => {
    const broken = { findLatest: () => Promise.reject(new Error('no connection')) } as unknown as PendingTurnRepository;
    await open(new Studio({ name: 'shop', pendingTurns: () => broken }));
    expect((await page.get<TurnPage>('/api/turns')).turns).toEqual([]);
  });
});
