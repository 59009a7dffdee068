import { describe, expect, it } from '@jest/globals';
import {
  Advisor,
  ChatClient,
  ChatMemory,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  ToolCallingAdvisor,
} from '@toolwright/chat';
import type { ChatModel } from '@toolwright/model';
import { chunkedReply } from '@toolwright/testing';
import { ToolCallingManager } from '@toolwright/tools';
import { complaintsAbout, ID } from './support/memory.js';
import { asks, call, says, scripted, shorthand } from './support/models.js';
import { StubTool } from './support/tools.js';

const PLACES = [
  ['outside', Advisor.DEFAULT_CHAT_MEMORY_PRECEDENCE_ORDER],
  ['inside', ToolCallingAdvisor.DEFAULT_ORDER + 100],
] as const;
const MODES = ['call', 'stream'] as const;

/** A conversation of one question and answer, in which turns then fail. */
async function conversation(order: number) {
  const memory = MessageWindowChatMemory.builder().build();
  const advisor = MessageChatMemoryAdvisor.builder(memory).order(order).build();
  const stored = async (): Promise<readonly string[]> => {
    const messages = await memory.get(ID);
    expect(complaintsAbout(messages)).toEqual([]);
    return shorthand(messages);
  };
  const run = async (
    model: ChatModel,
    mode: (typeof MODES)[number],
    tool = new StubTool('tool'),
    options: { signal?: AbortSignal; stopAfter?: number; timeout?: number } = {},
  ): Promise<string> => {
    const manager = ToolCallingManager.builder();
    if (options.timeout) manager.executionTimeout(options.timeout);
    const toolCallingAdvisorBuilder = ToolCallingAdvisor.builder().toolCallingManager(manager.build());
    const spec = ChatClient.builder(model, { toolCallingAdvisorBuilder })
      .defaultAdvisors(advisor, (advisors) => advisors.param(ChatMemory.CONVERSATION_ID, ID))
      .defaultTools(tool)
      .build()
      .prompt('question');
    const signal = options.signal ? { signal: options.signal } : {};
    if (mode === 'call') return (await spec.call(signal).content()) ?? '';
    let text = '';
    let pieces = 0;
    for await (const piece of spec.stream(signal).content()) {
      text += piece;
      if (++pieces === options.stopAfter) break;
    }
    return text;
  };
  await run(scripted(says('hello')), 'call');
  const before = await stored();
  expect(before).toEqual(['U question', 'A hello']);
  return { run, stored, before };
}

const HANGING = (started: () => void = () => undefined) =>
  new StubTool('tool', () => {
    started();
    return new Promise<string>(() => undefined);
  });

describe.each(PLACES)('a turn that goes wrong, with the memory %s the loop', (_place, order) => {
  it('a model that dies in the middle of its stream ends the stream with that error', async () => {
    const { run, stored, before } = await conversation(order);
    const dying = scripted(chunkedReply('The answer ', new Error('connection lost')));
    await expect(run(dying, 'stream')).rejects.toThrow('connection lost');
    expect(await stored()).toEqual(before);
    expect(await run(scripted(says('again')), 'stream')).toBe('again');
    expect(await stored()).toEqual([...before, 'U question', 'A again']);
  });

  it.each(MODES)('a model that dies after a round of tools leaves complete steps in %s()', async (mode) => {
    const { run, stored, before } = await conversation(order);
    const tool = new StubTool('tool', 'result');
    const dying = scripted(asks(call('tool', '1')), new Error('connection lost'));
    await expect(run(dying, mode, tool)).rejects.toThrow('connection lost');
    const step = order === PLACES[0][1] ? [] : ['U question', 'A(tc) tool', 'T result'];
    expect(await stored()).toEqual([...before, ...step]);
    expect(tool.inputs).toHaveLength(1);
    expect(await run(scripted(says('again')), mode)).toBe('again');
    expect(await stored()).toEqual([...before, ...step, 'U question', 'A again']);
  });

  it('a consumer that stops leaves nothing of the turn', async () => {
    const { run, stored, before } = await conversation(order);
    const model = scripted(chunkedReply('The ', 'answer ', 'is 42.'));
    expect(await run(model, 'stream', undefined, { stopAfter: 1 })).toBe('The ');
    expect(await stored()).toEqual(before);
  });

  it.each(MODES)('a tool that never returns ends with its caller in %s()', async (mode) => {
    const { run, stored, before } = await conversation(order);
    const controller = new AbortController();
    const reason = new Error('the caller gave up');
    const tool = HANGING(() => setTimeout(() => controller.abort(reason), 5));
    const running = run(scripted(asks(call('tool', '1'))), mode, tool, { signal: controller.signal });
    await expect(running).rejects.toBe(reason);
    expect(tool.contexts[0]?.signal.aborted).toBe(true);
    expect(await stored()).toEqual(before);
  });

  it.each(MODES)('a tool that never returns ends with its timeout, and the turn goes on in %s()', async (mode) => {
    const { run, stored, before } = await conversation(order);
    const model = scripted(asks(call('tool', '1')), says('the tool is slow'));
    expect(await run(model, mode, HANGING(), { timeout: 20 })).toBe('the tool is slow');
    const [request, results] = shorthand(model.prompts[1]).slice(-2);
    expect(request).toBe('A(tc) tool');
    expect(results).toMatch(/^T .*20/);
    expect((await stored()).at(-1)).toBe('A the tool is slow');
    expect((await stored()).slice(0, 2)).toEqual(before);
  });

  it.each(MODES)('a caller that has given up before the turn leaves no trace in %s()', async (mode) => {
    const { run, stored, before } = await conversation(order);
    const controller = new AbortController();
    controller.abort(new Error('too late'));
    const signal = { signal: controller.signal };
    await expect(run(scripted(says('never')), mode, undefined, signal)).rejects.toThrow('too late');
    expect(await stored()).toEqual(before);
  });
});
