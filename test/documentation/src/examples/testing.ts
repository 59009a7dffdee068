import { expect, it } from '@jest/globals';
import { ToolCallingAutoConfiguration } from '@toolwright/autoconfigure';
import { ChatClient, InMemoryChatMemoryRepository, InMemoryPendingTurnRepository } from '@toolwright/chat';
import type { ChatModel } from '@toolwright/model';
import {
  ApplicationContextRunner,
  asserting,
  chatMemoryRepositoryContract,
  chunkedReply,
  pendingTurnRepositoryContract,
  recordedChatModel,
  ScriptedChatModel,
  toolCall,
} from '@toolwright/testing';
import { startRedis } from '@toolwright/testing/servers';
import { DefaultToolCallingManager, ToolCallingManager } from '@toolwright/tools';

export async function scripted(weather: object) {
  // #region scripted
  const model = new ScriptedChatModel([
    toolCall('getWeather', { city: 'Oslo' }), // several at once: [toolCall('one'), toolCall('two')]
    chunkedReply('It rains ', 'in Oslo.'), // chunks for stream(); call() joins them
  ]);

  const content = await ChatClient.create(model).prompt('Weather?').tools(weather).call().content();

  expect(content).toBe('It rains in Oslo.');
  expect(model.prompts).toHaveLength(2);
  // #endregion
}

export function assertingModel(): ChatModel {
  // #region asserting
  return new ScriptedChatModel([asserting(({ userMessage }) => expect(userMessage.text).toBe('Hello'), 'Hi')]);
  // #endregion
}

export async function recorded(realModel: () => ChatModel, orders: object) {
  // #region recorded
  const { model, finish } = await recordedChatModel('test/recordings/refund.json', () => realModel());

  const answer = await ChatClient.create(model).prompt('Refund order 1002').tools(orders).call().content();
  await finish();
  // #endregion
  return answer;
}

export async function contexts() {
  // #region contexts
  const runner = new ApplicationContextRunner().withAutoConfiguration(ToolCallingAutoConfiguration);

  await runner.withPropertyValues('tools.limits.max-total-tool-calls=5').run((context) => {
    expect(context.get(ToolCallingManager)).toBeInstanceOf(DefaultToolCallingManager);
  });

  await runner.withPropertyValues('tools.limits.max-total-tool-calls=0').run(({ startupFailure, output }) => {
    expect(startupFailure?.message).toContain('must be greater than 0');
    expect(output).toContain('APPLICATION FAILED TO START');
  });
  // #endregion
}

/** A repository that has to be closed. */
class MyRepository extends InMemoryChatMemoryRepository {
  closed = false;

  close(): void {
    this.closed = true;
  }
}

export function memoryContract(): void {
  // #region memory-contract
  const contract = chatMemoryRepositoryContract({
    create: () => new MyRepository(),
    dispose: (repository) => (repository as MyRepository).close(),
  });
  for (const { name, run } of contract) it(name, run);
  // #endregion
}

class MyTurns extends InMemoryPendingTurnRepository {}

export function turnContract(): void {
  // #region turn-contract
  for (const { name, run } of pendingTurnRepositoryContract({ create: () => new MyTurns() })) it(name, run);
  // #endregion
}

export async function servers(afterAll: (stop: () => Promise<void>) => void) {
  // #region servers
  const server = await startRedis();
  afterAll(() => server.stop());
  // #endregion
  return server;
}
