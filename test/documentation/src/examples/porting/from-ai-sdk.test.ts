import { describe, expect, it } from '@jest/globals';
import { ChatClient, InMemoryPendingTurnRepository, suspendedTurnOf } from '@toolwright/chat';
import type { Prompt } from '@toolwright/model';
import { ScriptedChatModel, toolCall } from '@toolwright/testing';
import { FunctionToolCallback, isToolCallingChatOptions } from '@toolwright/tools';
import { simulateReadableStream, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { z } from 'zod';
import * as examples from './from-ai-sdk.js';

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const answered = (text: string) => ({
  content: [{ type: 'text' as const, text }],
  finishReason: { unified: 'stop' as const, raw: 'stop' },
  usage: USAGE,
  warnings: [],
});
const called = (toolName: string, input: object) => ({
  content: [{ type: 'tool-call' as const, toolCallId: 'c1', toolName, input: JSON.stringify(input) }],
  finishReason: { unified: 'tool-calls' as const, raw: 'tool_calls' },
  usage: USAGE,
  warnings: [],
});
/** A model that gives these answers, one per request. */
function modelOf(...answers: readonly (ReturnType<typeof answered> | ReturnType<typeof called>)[]) {
  let request = 0;
  return new MockLanguageModelV3({ doGenerate: async () => answers[Math.min(request++, answers.length - 1)]! });
}
const weatherModel = () => modelOf(called('weather', { city: 'Oslo' }), answered('Rain.'));
const said = (text: string) => ({ id: 'm', role: 'user' as const, parts: [{ type: 'text' as const, text }] });
const requestOf = (text: string) =>
  new Request('http://x', { method: 'POST', body: JSON.stringify({ messages: [said(text)] }) });

function toolsOf(prompt: Prompt | undefined): readonly string[] {
  const options = prompt?.options;
  return isToolCallingChatOptions(options)
    ? (options.toolCallbacks ?? []).map(({ definition }) => definition.name)
    : [];
}

describe('the snippets about porting from the AI SDK', () => {
  it('give one answer with one model', async () => {
    const [theirs, ours] = [weatherModel(), weatherModel()];
    expect(await examples.theirs(theirs)).toBe('Rain.');
    expect(await examples.ours(ours)).toBe('Rain.');
    const resultOf = ({ doGenerateCalls }: MockLanguageModelV3) => JSON.stringify(doGenerateCalls[1]?.prompt.at(-1));
    expect(resultOf(theirs)).toContain('Rain in Oslo');
    expect(resultOf(ours)).toContain('Rain in Oslo');
    const schemaOf = ({ doGenerateCalls }: MockLanguageModelV3) => doGenerateCalls[0]?.tools?.[0];
    expect(schemaOf(ours)).toMatchObject({ name: 'weather', description: 'Weather of a city' });
    expect(schemaOf(theirs)).toMatchObject({ name: 'weather', description: 'Weather of a city' });
  });

  it('stop after five rounds with an answer', async () => {
    const model = new MockLanguageModelV3({
      doGenerate: async ({ tools }) => (tools?.length ? called('weather', { city: 'Oslo' }) : answered('Enough.')),
    });
    const client = examples.limited(model).defaultTools(new examples.Weather()).build();
    expect(await client.prompt('Weather?').call().content()).toBe('Enough.');
    expect(model.doGenerateCalls).toHaveLength(7);
  });

  it('send one tool in the first round and all of them later', async () => {
    const callbacks = ['findOrder', 'refund'].map((name) => FunctionToolCallback.builder(name, () => 'done').build());
    const model = new ScriptedChatModel([toolCall('findOrder'), 'Refunded.']);
    const client = ChatClient.builder(model).defaultAdvisors(new examples.FindFirst()).defaultTools(callbacks).build();
    expect(await client.prompt('Refund').call().content()).toBe('Refunded.');
    expect(model.prompts.map(toolsOf)).toEqual([['findOrder'], ['findOrder', 'refund']]);

    const inputSchema = z.object({});
    const tools = {
      findOrder: tool({ inputSchema, execute: async () => 'done' }),
      refund: tool({ inputSchema, execute: async () => 'done' }),
    };
    const theirs = modelOf(called('findOrder', {}), answered('Refunded.'));
    expect((await examples.preparedTheirs(theirs, tools)).text).toBe('Refunded.');
    expect(theirs.doGenerateCalls.map((call) => call.tools?.map(({ name }) => name))).toEqual([
      ['findOrder'],
      ['findOrder', 'refund'],
    ]);
  });

  it('force a tool in the first round', async () => {
    const model = weatherModel();
    const { AiSdkChatModel } = await import('@toolwright/models');
    const client = ChatClient.create(new AiSdkChatModel(model));
    expect(await examples.forced(client, new examples.Weather())).toBe('Rain.');
    expect(model.doGenerateCalls[0]?.toolChoice).toEqual({ type: 'tool', toolName: 'weather' });
  });

  it('ask before large refunds', async () => {
    const model = new ScriptedChatModel([toolCall('refund', { orderId: 'A', amount: 20 }), 'done']);
    const pendingTurnRepository = new InMemoryPendingTurnRepository();
    const client = ChatClient.builder(model, { pendingTurnRepository }).defaultTools(new examples.Refunds()).build();
    expect(suspendedTurnOf(await client.prompt('Refund').call().chatResponse())?.pendingApprovals).toHaveLength(1);
    expect(typeof examples.approvedTheirs().needsApproval).toBe('function');
  });

  it('hand over what the model must not know', async () => {
    const model = new ScriptedChatModel([toolCall('myOrders'), 'A bolt.']);
    expect(await examples.askOrders(ChatClient.create(model), 'c-7')).toBe('A bolt.');
    expect(JSON.stringify(model.prompts[1]?.instructions.at(-1))).toContain('orders of c-7');
    expect(JSON.stringify(model.prompts[0]?.instructions)).not.toContain('c-7');
  });

  it('answer useChat alike', async () => {
    const client = ChatClient.create(new ScriptedChatModel(['Hello.']));
    const ours = await (await examples.routeOurs(client)(requestOf('Hi'))).text();
    const chunks = [
      { type: 'stream-start' as const, warnings: [] },
      { type: 'text-start' as const, id: 't' },
      { type: 'text-delta' as const, id: 't', delta: 'Hello.' },
      { type: 'text-end' as const, id: 't' },
      { type: 'finish' as const, finishReason: { unified: 'stop' as const, raw: 'stop' }, usage: USAGE },
    ];
    const model = new MockLanguageModelV3({ doStream: async () => ({ stream: simulateReadableStream({ chunks }) }) });
    const theirs = await (await examples.routeTheirs(model, {})(requestOf('Hi'))).text();
    const typesOf = (text: string) => [...text.matchAll(/"type":"([a-z-]+)"/g)].map(([, type]) => type);
    expect(typesOf(ours)).toEqual(typesOf(theirs));
    expect(ours).toContain('"delta":"Hello."');
  });
});
