import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ChatClient,
  type ChatClientRequestSpec,
  ChatMemory,
  InMemoryChatMemoryRepository,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  ToolCallingAdvisor,
} from '@toolwright/chat';
import { AssistantMessage, Prompt, ToolResponseMessage, UserMessage } from '@toolwright/model';
import { type AiSdkChatModel, AiSdkChatOptions } from '@toolwright/models';
import { RegexToolIndex, ToolSearchToolCallingAdvisor } from '@toolwright/tool-search';
import { FunctionToolCallback, ToolCallingManager } from '@toolwright/tools';
import { collected } from './collected.js';
import { describeFailures } from './describeFailures.js';
import { describeThoughts } from './describeThoughts.js';
import { fetchBytewise, ProviderServer } from './ProviderServer.js';
import type { WireFormat } from './wire/WireFormat.js';
import { CALLS, TEXT, wireModel } from './wireModel.js';

const SCHEMA = '{"type":"object","properties":{"number":{"type":"integer"}},"required":["number"]}';

const tool = (name: string) =>
  FunctionToolCallback.builder(name, ({ number }: { number: number }) => `${name} ${number}`)
    .description(`The ${name} of a number`)
    .inputSchema(SCHEMA)
    .build();

const TOOLS = [tool('status'), tool('stock')];

/** Everything that holds for every provider, over the wire of this one. */
export function describeProvider(wire: WireFormat): void {
  describe(wire.name, () => {
    let server: ProviderServer;
    /** What a request without tools says of tools, behind calls of some. */
    const usedTools = { tools: undefined, tool_choice: undefined, ...wire.expected.usedTools };
    const modelWith = (options?: { readonly fetch?: typeof fetch }) => wireModel(wire, server.url, options);
    const clientOf = (model: AiSdkChatModel) =>
      ChatClient.builder(model)
        .defaultSystem('Be brief.')
        .defaultTools(...TOOLS)
        .build();
    const expectUsage = (usage: object, rounds = 1) => {
      expect(usage).toMatchObject({
        promptTokens: 20 * rounds,
        completionTokens: 9 * rounds,
        totalTokens: 29 * rounds,
        cacheReadInputTokens: wire.lacks?.cache ? null : 8 * rounds,
      });
      const { reasoningTokens } = usage as { reasoningTokens?: number };
      expect(reasoningTokens).toBe(wire.lacks?.reasoningTokens ? undefined : 4 * rounds);
    };

    beforeAll(async () => {
      server = await ProviderServer.start();
    });
    afterAll(async () => {
      await server.close();
    });

    it('answers with text, usage and the reason of the end', async () => {
      server.answer(wire.answer({ text: TEXT }));
      const { result, metadata } = await modelWith().call(new Prompt('Hello'));
      expect(result?.output.text).toBe(TEXT.join(''));
      expect(result?.metadata.finishReason).toBe('STOP');
      expect(String(result?.metadata['nativeFinishReason'])).toBe(wire.finish.stop);
      expectUsage(metadata.usage);
      if (!wire.lacks?.responseId) expect(metadata.id).toBe('answer-1');
      expect(metadata.model).not.toBe('');
    });

    it('sends exactly the request of the documented format', async () => {
      const { expected } = wire;
      server.answer(wire.answer({ text: ['ok'] }), wire.stream({ text: ['ok'] }));
      const prompt = clientOf(modelWith()).prompt('Status of orders 7 and 8?');
      await prompt.call().content();
      for await (const _chunk of prompt.stream().content());
      const [called, streamed] = server.requests;
      expect(called?.method).toBe('POST');
      expect(called?.path).toBe(expected.path);
      expect(called?.headers).toMatchObject(expected.headers);
      expect(called?.body).toEqual({ ...expected.first, ...expected.tools });
      expect(streamed?.path).toBe(expected.streamPath ?? expected.path);
      expect(streamed?.body).toEqual({ ...expected.first, ...expected.tools, ...expected.streamed });
    });

    it('runs parallel calls and sends them back with their results', async () => {
      server.answer(wire.answer(CALLS), wire.answer({ text: TEXT }));
      const response = await clientOf(modelWith()).prompt('Status of orders 7 and 8?').call().chatResponse();
      expect(response?.result?.output.text).toBe(TEXT.join(''));
      expect(response?.metadata.usage && (expectUsage(response.metadata.usage, 2), true)).toBe(true);
      expect(server.requests).toHaveLength(2);
      expect(withoutIds(server.requests[1]?.body, wire)).toMatchObject(wire.expected.second);
    });

    it.each([
      ['as it comes', undefined],
      ['byte by byte', fetchBytewise],
    ])('streams a turn with parallel calls, received %s', async (_name, fetchLike) => {
      server.answer(wire.stream(CALLS), wire.stream({ text: TEXT }));
      const model = modelWith(fetchLike && { fetch: fetchLike });
      const chunks: string[] = [];
      for await (const chunk of clientOf(model).prompt('Status of orders 7 and 8?').stream().content())
        chunks.push(chunk);
      expect(chunks.filter((chunk) => chunk !== '')).toEqual(TEXT);
      expect(withoutIds(server.requests[1]?.body, wire)).toMatchObject(wire.expected.second);
    });

    it('streams usage and the reason of the end with the last chunk', async () => {
      server.answer(wire.stream({ text: TEXT }));
      const chunks = await collected(modelWith().stream(new Prompt('Hello')));
      const last = chunks.at(-1);
      expect(last?.result?.metadata.finishReason).toBe('STOP');
      expectUsage(last?.metadata.usage ?? {});
      expect(chunks.slice(0, -1).every(({ metadata }) => metadata.usage.totalTokens === 0)).toBe(true);
    });

    it('ends a waiting request when the signal fires, with its reason, and closes the connection', async () => {
      const reason = new Error('the caller left');
      for (const mode of ['call', 'stream'] as const) {
        const { body, ...reply } = wire.stream({ text: TEXT });
        server.answer({
          ...reply,
          body: mode === 'call' ? [' '] : body.slice(0, 2),
          then: 'hang',
        });
        const controller = new AbortController();
        const options = { signal: controller.signal };
        const running =
          mode === 'call'
            ? modelWith().call(new Prompt('Hello'), options)
            : collected(modelWith().stream(new Prompt('Hello'), options));
        const failed = expect(running).rejects.toBe(reason);
        await until(() => server.requests.length === 1);
        controller.abort(reason);
        await failed;
        await until(() => server.abandoned === 1);
      }
    });

    it('closes the connection when the consumer stops early', async () => {
      const { body, ...reply } = wire.stream({ text: TEXT });
      server.answer({ ...reply, body: body.slice(0, 4), then: 'hang' });
      for await (const _chunk of modelWith().stream(new Prompt('Hello'))) break;
      await until(() => server.abandoned === 1);
      expect(server.abandoned).toBe(1);
    });

    it('remembers what was said', async () => {
      const memory = MessageWindowChatMemory.builder().chatMemoryRepository(new InMemoryChatMemoryRepository()).build();
      const client = clientOf(modelWith())
        .mutate()
        .defaultAdvisors((advisors) => advisors.advisors(MessageChatMemoryAdvisor.builder(memory).build()))
        .build();
      server.answer(wire.answer({ text: ['Noted.'] }), wire.answer({ text: ['Order 7.'] }));
      await conversing(client.prompt('I mean order 7')).call().content();
      await conversing(client.prompt('Which one?')).call().content();
      const sent = JSON.stringify(server.requests[1]?.body);
      expect(sent).toContain('I mean order 7');
      expect(sent).toContain(wire.answerReference ?? 'Noted.');
    });

    it.each(['call', 'stream'] as const)('keeps to the limits of a turn in a %s', async (mode) => {
      const manager = ToolCallingManager.builder().maxTotalToolCalls(1).build();
      const client = ChatClient.builder(modelWith(), {
        toolCallingAdvisorBuilder: ToolCallingAdvisor.builder().toolCallingManager(manager),
      })
        .defaultTools(...TOOLS)
        .build();
      server.answer(wire[mode === 'call' ? 'answer' : 'stream'](CALLS));
      const prompt = client.prompt('Status of orders 7 and 8?');
      const last =
        mode === 'call' ? await prompt.call().chatResponse() : (await collected(prompt.stream().chatResponse())).at(-1);
      expect(last?.result?.metadata.finishReason).toBe('toolCallLimitExceeded');
      expect(server.requests).toHaveLength(1);
    });

    it.each(['call', 'stream'] as const)('[BG-05] asks for a last answer without tools in a %s', async (mode) => {
      const manager = ToolCallingManager.builder().maxRounds(1).onLimitExceeded('FINAL_ANSWER').build();
      const client = ChatClient.builder(modelWith(), {
        toolCallingAdvisorBuilder: ToolCallingAdvisor.builder().toolCallingManager(manager),
      })
        .defaultTools(...TOOLS)
        .build();
      const form = mode === 'call' ? 'answer' : 'stream';
      // Even if it asks for them all the same.
      server.answer(wire[form](CALLS), wire[form](CALLS), wire[form]({ ...CALLS, text: ['So far.'] }));
      const prompt = client.prompt('Status of orders 7 and 8?');
      const response = await (mode === 'call' ? prompt.call().chatClientResponse() : prompt.stream().final());
      expect(response.chatResponse?.result?.metadata.finishReason).toBe('toolRoundLimitExceeded');
      expect(response.chatResponse?.result?.output.text).toContain('So far.');
      expect(response.chatResponse?.hasToolCalls()).toBe(false);
      expect(server.requests).toHaveLength(3);
      const last = server.requests[2]?.body;
      expect({ tools: last?.['tools'], tool_choice: last?.['tool_choice'] }).toMatchObject(usedTools);
      expect(JSON.stringify(last)).toContain('stock 8');
    });

    it('forbids the use of tools as the provider can', async () => {
      server.answer(wire.answer({ text: TEXT }));
      const prompt = clientOf(modelWith()).prompt('Status of orders 7 and 8?');
      await prompt.options(AiSdkChatOptions.builder().toolChoice('none')).call().content();
      const [body] = server.requests.map((request) => request.body);
      const { tools, ...choice } = wire.expected.noToolUse;
      expect(body).toMatchObject(choice);
      expect(body?.['tools'] !== undefined).toBe(tools);
    });

    it('sends earlier calls in a request without tools as the provider takes them', async () => {
      server.answer(wire.answer({ text: TEXT }));
      const toolCalls = (CALLS.calls ?? []).map(({ id, name, input }) => {
        return { id, type: 'function', name, arguments: JSON.stringify(input) };
      });
      const responses = toolCalls.map(({ id, name }) => ({ id, name, responseData: 'known' }));
      await modelWith().call(
        new Prompt([
          new UserMessage('Status of orders 7 and 8?'),
          new AssistantMessage('', { toolCalls }),
          new ToolResponseMessage(responses),
          new UserMessage('In short?'),
        ]),
      );
      const [body] = server.requests.map((request) => request.body);
      expect({ tools: body?.['tools'], tool_choice: body?.['tool_choice'] }).toMatchObject(usedTools);
    });

    it('searches for tools and then uses what was found', async () => {
      const toolCallingAdvisorBuilder = ToolSearchToolCallingAdvisor.builder().toolIndex(new RegexToolIndex());
      const client = ChatClient.builder(modelWith(), { toolCallingAdvisorBuilder })
        .defaultTools(...TOOLS)
        .build();
      server.answer(
        wire.stream({ calls: [{ id: 'call_s', name: 'toolSearchTool', input: { query: 'stock' } }] }),
        wire.stream({ calls: [{ id: 'call_t', name: 'stock', input: { number: 8 } }] }),
        wire.stream({ text: TEXT }),
      );
      const chunks = await collected(conversing(client.prompt('Is 8 in stock?')).stream().content());
      expect(chunks.join('')).toBe(TEXT.join(''));
      const toolNames = server.requests.map(({ body }) => [
        ...new Set(JSON.stringify(body['tools']).match(/(?<="name":")\w+/g)),
      ]);
      expect(toolNames).toEqual([['toolSearchTool'], ['toolSearchTool', 'stock'], ['toolSearchTool', 'stock']]);
      expect(JSON.stringify(server.requests[2]?.body)).toContain('stock 8');
    });

    describeFailures(wire);
    if (wire.thoughtsBack) describeThoughts(wire, wire.thoughtsBack);
  });
}

function conversing(prompt: ChatClientRequestSpec): ChatClientRequestSpec {
  return prompt.advisors((advisors) => advisors.param(ChatMemory.CONVERSATION_ID, '7'));
}

/** Ids of calls that the provider's package made up. */
function withoutIds(body: unknown, wire: WireFormat): unknown {
  if (!wire.lacks?.callIds) return body;
  return JSON.parse(
    JSON.stringify(body, (key, value: unknown) => (key === 'id' || key === 'tool_call_id' ? undefined : value)),
  );
}

async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + 10_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error('It did not happen');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
