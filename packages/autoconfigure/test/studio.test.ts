import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ChatClientAutoConfiguration,
  ObservationAutoConfiguration,
  PendingTurnAutoConfiguration,
  StudioApprovalAutoConfiguration,
  StudioAutoConfiguration,
  StudioHolder,
  StudioRunner,
  ToolCallingAutoConfiguration,
  ToolSearchAdvisorAutoConfiguration,
} from '@toolwright/autoconfigure';
import { type ApplicationContext, Bean, Component, Configuration } from '@toolwright/boot';
import { ChatClient } from '@toolwright/chat';
import { LoggerFactory, type LogProvider, ObservationRegistry, RecordingLogProvider } from '@toolwright/core';
import { ChatModel } from '@toolwright/model';
import { ApplicationContextRunner, chunkedReply, ScriptedChatModel, toolCall } from '@toolwright/testing';
import { Tool, ToolCallingChatOptions } from '@toolwright/tools';
import type {
  ConditionReport,
  ConfigurationReport,
  StudioStatus,
  ToolList,
  TurnDetails,
  TurnPage,
} from '@toolwright/studio/protocol';

const TOKEN = 'a-token-that-nobody-guesses';

let context: ApplicationContext | undefined;
let logs: RecordingLogProvider;
let previous: LogProvider;

beforeEach(() => {
  logs = new RecordingLogProvider();
  previous = LoggerFactory.setProvider(logs);
});

afterEach(async () => {
  await context?.close();
  context = undefined;
  LoggerFactory.setProvider(previous);
});

@Component()
class Payments {
  @Tool({ description: 'Pays an invoice', approval: 'required' })
  pay(): string {
    return 'paid';
  }
}

@Configuration()
class Shop {
  @Bean()
  chatModel(): ChatModel {
    return new ScriptedChatModel([toolCall('pay', {}, 'c1'), chunkedReply('It is ', 'paid.')], {
      defaultOptions: ToolCallingChatOptions.builder().build(),
    });
  }

  @Bean()
  chatClient(builder: ChatClient.Builder, payments: Payments): ChatClient {
    return builder.defaultTools(payments).build();
  }
}

async function start(properties: Readonly<Record<string, string>>): Promise<ApplicationContext> {
  context = await new ApplicationContextRunner()
    .withAutoConfiguration(
      ChatClientAutoConfiguration,
      ObservationAutoConfiguration,
      PendingTurnAutoConfiguration,
      StudioApprovalAutoConfiguration,
      StudioAutoConfiguration,
      ToolCallingAutoConfiguration,
      ToolSearchAdvisorAutoConfiguration,
    )
    .withPropertyValues(properties)
    .withUserConfiguration(Shop, Payments)
    .start();
  return context;
}

const ON = { 'studio.enabled': 'true', 'studio.token': TOKEN };

async function get<T>(path: string, init: RequestInit = {}): Promise<T> {
  const { url } = (context as ApplicationContext).get(StudioRunner);
  const answer = await fetch(new URL(path, url), {
    ...init,
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Asks until there is something. */
async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
  }
}

describe('the studio of an application', () => {
  it('is not there unless it is switched on, and nothing is observed for it', async () => {
    const started = await start({});
    expect([started.containsBean(StudioRunner), started.containsBean(StudioHolder)]).toEqual([false, false]);
    expect(started.containsBean(ObservationRegistry)).toBe(false);
  });

  it('opens with the application, and says once where', async () => {
    const { url } = (await start(ON)).get(StudioRunner);
    expect(url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/#token=${TOKEN}$`));
    const said = logs.entries.filter(({ message }) => message.includes(TOKEN));
    expect(said.map(({ level, message }) => [level, message])).toEqual([['warn', `The studio is open at ${url}`]]);
  });

  it('closes with the application', async () => {
    const { url } = (await start(ON)).get(StudioRunner);
    await context?.close();
    context = undefined;
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  it('shows what the application has', async () => {
    await start({
      ...ON,
      'tools.limits.max-total-tool-calls': '7',
      'chat.client.approvals.repository.type': 'in-memory',
      'chat.client.tool-search-advisor.enabled': 'true',
    });
    const status = await get<StudioStatus>('/api/status');
    expect(status).toMatchObject({
      contentVisible: false,
      capabilities: {
        tools: true,
        toolSearch: true,
        approvals: true,
        conditions: true,
        configuration: true,
        chat: true,
      },
      maxTurns: 1000,
    });
    expect(status.limits).toContainEqual({ kind: 'total-calls', toolName: null, limit: 7 });
    const { tools } = await get<ToolList>('/api/tools');
    expect(tools.map(({ name, source, approval }) => [name, source, approval])).toEqual([
      ['pay', 'payments', 'required'],
    ]);
    expect(await get('/api/tools/search?query=invoice')).toMatchObject({
      index: 'RegexToolIndex',
      tools: [{ name: 'pay' }],
    });
    const { evaluations } = await get<ConditionReport>('/api/conditions');
    expect(evaluations.find(({ source }) => source === 'StudioAutoConfiguration')).toEqual({
      source: 'StudioAutoConfiguration',
      matched: true,
      results: [
        { condition: 'OnPackageCondition', matched: true, message: expect.stringContaining('@toolwright/studio') },
        { condition: 'OnPropertyCondition', matched: true, message: expect.stringContaining('studio.enabled') },
      ],
    });
    const { properties } = await get<ConfigurationReport>('/api/configuration');
    const token = properties.find(({ key }) => key === 'studio.token');
    expect([token?.secret, token?.settings.map(({ value }) => value)]).toEqual([true, ['******']]);
    const limit = properties.find(({ key }) => key === 'tools.limits.max-total-tool-calls');
    expect([limit?.defaultValue, limit?.settings[0]?.value]).toEqual([150, '7']);
    expect(JSON.stringify(properties)).not.toContain(TOKEN);
  });

  it('records the turns of the clients of the application, and lets those go on that wait', async () => {
    const started = await start({
      ...ON,
      'studio.include-content': 'true',
      'chat.client.approvals.repository.type': 'in-memory',
    });
    for await (const _ of started.get(ChatClient).prompt('Pay').stream().content());
    const [turn] = (await get<TurnPage>('/api/turns')).turns;
    expect([turn?.status, turn?.question.text]).toEqual(['waiting', 'Pay']);
    const path = `/api/turns/${turn?.id ?? ''}`;
    await get(`${path}/approvals`, { method: 'POST', body: '{"decisions":{"c1":{"type":"approve"}}}' });
    const { summary, rounds } = await until(async () => {
      const details = await get<TurnDetails>(path);
      return details.summary.status === 'running' ? undefined : details;
    });
    expect([summary.status, summary.answer?.text]).toEqual(['completed', 'It is paid.']);
    expect(rounds[0]?.calls.map(({ name, result }) => [name, result?.text])).toEqual([['pay', '"paid"']]);
  });

  it('lets calls wait for the page where nobody else decides, if it is told to', async () => {
    const started = await start({ ...ON, 'studio.approvals': 'true', 'studio.include-content': 'true' });
    expect((await get<StudioStatus>('/api/status')).capabilities.approvals).toBe(true);
    const answer = started.get(ChatClient).prompt('Pay').call().content();
    const held = await until(async () => {
      const [turn] = (await get<TurnPage>('/api/turns')).turns;
      return turn && turn.pendingApprovals > 0 ? turn : undefined;
    });
    expect([held.status, held.duration]).toEqual(['waiting', null]);
    const path = `/api/turns/${held.id}`;
    const { approvals } = await get<TurnDetails>(path);
    const hash = approvals[0]?.hash ?? '';
    const decide = (decision: object) =>
      get(`${path}/approvals`, { method: 'POST', body: JSON.stringify({ decisions: { c1: decision } }) });
    await expect(decide({ type: 'approve', hash: 'another' })).rejects.toThrow(/^409 .*APPROVAL_REFUSED/);
    await expect(decide({ type: 'approve', remember: 'tool' })).rejects.toThrow(/^400 .*can be remembered only/);
    await decide({ type: 'deny', reason: 'no budget', hash });
    expect(await answer).toBe('It is paid.');
    const { summary, rounds } = await get<TurnDetails>(path);
    expect([summary.status, summary.pendingApprovals]).toEqual(['completed', 0]);
    expect(rounds[0]?.calls.map(({ status, result }) => [status, result?.text])).toEqual([
      ['refused', 'The user declined this call: no budget'],
    ]);
  });

  it('forgets a call that waits when its caller gives up', async () => {
    const started = await start({ ...ON, 'studio.approvals': 'true' });
    const controller = new AbortController();
    const answer = started.get(ChatClient).prompt('Pay').call({ signal: controller.signal }).content();
    answer.catch(() => undefined);
    await until(async () => ((await get<TurnPage>('/api/turns')).turns[0]?.pendingApprovals === 1 ? true : undefined));
    controller.abort();
    await expect(answer).rejects.toThrow();
    const [turn] = (await get<TurnPage>('/api/turns')).turns;
    expect([turn?.status, turn?.pendingApprovals]).toEqual(['cancelled', 0]);
  });

  it('leaves decisions to those who make them already', async () => {
    const started = await start({
      ...ON,
      'studio.approvals': 'true',
      'chat.client.approvals.repository.type': 'in-memory',
    });
    expect(started.containsBean('studioApprovalHandler')).toBe(false);
  });

  it('keeps as many turns as it is told to, and shows content from the start if it is told to', async () => {
    await start({ ...ON, 'studio.max-turns': '3', 'studio.include-content': 'true', 'studio.content-switch': 'false' });
    expect(await get('/api/status')).toMatchObject({ maxTurns: 3, contentVisible: true, contentSwitchable: false });
  });

  it('refuses to listen where other machines could reach it', async () => {
    await expect(start({ ...ON, 'studio.host': '0.0.0.0' })).rejects.toThrow(
      /studio\.host=0\.0\.0\.0 could be reached/,
    );
  });

  it('refuses a token that could be guessed', async () => {
    await expect(start({ ...ON, 'studio.token': 'short' })).rejects.toThrow(/studio\.token/);
  });
});
