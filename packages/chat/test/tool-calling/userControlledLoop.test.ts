import { describe, expect, it } from '@jest/globals';
import {
  AdvisorParams,
  ChatClient,
  ChatClientMessageAggregator,
  type ChatClientResponse,
  ToolCallingAdvisor,
} from '@toolwright/chat';
import { type ChatModel, type ChatResponse, type Message, Prompt, usageOf } from '@toolwright/model';
import {
  StaticToolCallbackProvider,
  ToolCallingChatOptions,
  ToolCallingManager,
  ToolCallLimitExceededException,
  ToolExecutionResult,
} from '@toolwright/tools';
import { PassingAdvisor } from '../support/advisors.js';
import { textOf } from '../support/loops.js';
import { AnyModel, asks, call, chunk, collect, says, scripted, shorthand } from '../support/models.js';
import { StreamingModel } from '../support/StreamingModel.js';
import { StubTool } from '../support/tools.js';

const withoutLoop = AdvisorParams.toolCallingAdvisorAutoRegister(false);
const manager = ToolCallingManager.builder().build();

function clientOf(model: ChatModel, tool: StubTool): ChatClient {
  return ChatClient.builder(model).defaultTools(tool).defaultAdvisors(withoutLoop).build();
}

function optionsWith(...tools: readonly StubTool[]): ToolCallingChatOptions {
  return ToolCallingChatOptions.builder().toolCallbacks(tools).build();
}

describe('A loop by hand', () => {
  it('[UC-01] gets the request for a tool, which nobody has run', async () => {
    const tool = new StubTool('weather');
    const model = scripted(asks(call('weather')));
    const response = await clientOf(model, tool).prompt('go').call().chatClientResponse();
    expect(response.chatResponse?.hasToolCalls()).toBe(true);
    expect(tool.inputs).toEqual([]);
    expect((model.prompts[0]?.options as ToolCallingChatOptions).toolCallbacks).toEqual([tool]);
  });

  it('[UC-02] sends the same requests as the advisor', async () => {
    const tool = new StubTool('weather', 'sun');
    const model = scripted(asks(call('weather')), 'Sunny.');
    const client = clientOf(model, tool);
    const options = optionsWith(tool);
    let prompt = new Prompt('go', options);
    let response = await client.prompt(prompt).call().chatResponse();
    while (response?.hasToolCalls()) {
      const result = await manager.executeToolCalls(prompt, response);
      prompt = new Prompt(result.conversationHistory, options);
      response = await client.prompt().messages(result.conversationHistory).options(options).call().chatResponse();
    }
    expect(response?.result?.output.text).toBe('Sunny.');
    expect(model.prompts.map(shorthand)).toEqual([['U go'], ['U go', 'A(tc) weather', 'T sun']]);

    const looped = scripted(asks(call('weather')), 'Sunny.');
    await ChatClient.create(looped).prompt('go').tools(tool).call().content();
    expect(looped.prompts.map(shorthand)).toEqual(model.prompts.map(shorthand));
  });

  it('[UC-03] needs the tools in the options of the prompt that the manager gets', async () => {
    const strict = ToolCallingManager.builder().unknownToolBehavior('throw').build();
    const running = strict.executeToolCalls(new Prompt('go'), asks(call('weather')));
    await expect(running).rejects.toThrow('No ToolCallback found for tool name: weather');
    await expect(running).rejects.toMatchObject({ name: 'IllegalStateException' });
  });

  it('[UC-04] starts each request with the system text of the client, which the history does not hold', async () => {
    const tool = new StubTool('weather', 'sun');
    const model = scripted(asks(call('weather')), 'Sunny.');
    const client = clientOf(model, tool).mutate().defaultSystem('Be brief.').build();
    const prompt = new Prompt('go', optionsWith(tool));
    const response = await client.prompt(prompt).call().chatResponse();
    const { conversationHistory } = await manager.executeToolCalls(prompt, response as ChatResponse);
    expect(shorthand(conversationHistory)).toEqual(['U go', 'A(tc) weather', 'T sun']);
    await client.prompt().messages(conversationHistory).call().content();
    expect(model.prompts.map(shorthand)).toEqual([
      ['S Be brief.', 'U go'],
      ['S Be brief.', 'U go', 'A(tc) weather', 'T sun'],
    ]);
  });

  it('[UC-05] stops at direct results, and hears of a breached limit itself', async () => {
    const direct = new StubTool('weather', 'sun', true);
    const result = await manager.executeToolCalls(new Prompt('go', optionsWith(direct)), asks(call('weather')));
    expect(result.returnDirect).toBe(true);
    const [generation] = ToolExecutionResult.buildGenerations(result);
    expect(generation?.output.text).toBe('sun');
    expect(generation?.metadata).toEqual({
      finishReason: 'returnDirect',
      toolId: 'call-weather',
      toolName: 'weather',
    });

    const limited = ToolCallingManager.builder().maxCallsPerTool(1).build();
    const twice = asks([call('weather', 'c1'), call('weather', 'c2')]);
    const breach = await limited.executeToolCalls(new Prompt('go', optionsWith(direct)), twice).then(
      () => undefined,
      (error: unknown) => error as ToolCallLimitExceededException,
    );
    expect(breach).toBeInstanceOf(ToolCallLimitExceededException);
    expect(shorthand(breach?.partialToolExecutionResult?.conversationHistory)[1]).toBe('A(tc) weather,weather');
    expect(breach?.buildGeneration().metadata).toEqual({
      finishReason: 'toolCallLimitExceeded',
      partialToolResponses: [{ id: 'c1', name: 'weather', responseData: 'sun' }],
    });
  });

  it('[UC-06] sees every chunk of a stream, and asks the whole for tool calls', async () => {
    const tool = new StubTool('weather', 'sun');
    const rounds = [
      [chunk('Hm.'), asks(call('weather'), usageOf(1, 2, 3))],
      [chunk('Sun'), says('ny.')],
    ];
    const model = new StreamingModel(rounds);
    const client = clientOf(model, tool);
    const aggregator = new ChatClientMessageAggregator();
    const options = optionsWith(tool);
    let history: readonly Message[] = new Prompt('go').instructions;
    const seen: (ChatResponse | null)[] = [];
    const wholes: ChatClientResponse[] = [];
    do {
      const prompt = new Prompt(history, options);
      const chunks = client.prompt(prompt).stream().chatClientResponse();
      for await (const part of aggregator.aggregateChatClientResponse(chunks, (whole) => wholes.push(whole)))
        seen.push(part.chatResponse);
      const answer = wholes.at(-1)?.chatResponse;
      if (!answer?.hasToolCalls()) break;
      history = (await manager.executeToolCalls(prompt, answer)).conversationHistory;
    } while (wholes.length < 5);
    expect(seen).toEqual(rounds.flat());
    expect(seen[1]).toBe(rounds[0]?.[1]);
    expect(wholes.map((whole) => [textOf(whole), whole.chatResponse?.hasToolCalls()])).toEqual([
      ['Hm.', true],
      ['Sunny.', false],
    ]);
    expect(shorthand(model.prompts[1])).toEqual(['U go', 'A(tc) weather', 'T sun']);
  });

  it('[UC-07] is the only way to run tools with a model that is used directly', async () => {
    const tool = new StubTool('weather');
    const model = scripted(asks(call('weather')), asks(call('weather')));
    const prompt = new Prompt('go', optionsWith(tool));
    expect((await model.call(prompt)).hasToolCalls()).toBe(true);
    expect((await collect(model.stream(prompt))).map((part) => part.hasToolCalls())).toEqual([true]);
    expect(tool.inputs).toEqual([]);
    // As chat.client.tool-calling.enabled=false sets it for every call of the configured client.
    const answer = await clientOf(scripted(asks(call('weather'))), tool)
      .prompt('go')
      .call()
      .chatResponse();
    expect(answer?.hasToolCalls()).toBe(true);
    expect(tool.inputs).toEqual([]);
  });

  it('[UC-09] is not needed to see the rounds: an advisor inside of the loop does', async () => {
    for (const mode of ['call', 'stream'] as const) {
      const observing = new PassingAdvisor('observing', ToolCallingAdvisor.DEFAULT_ORDER + 100);
      const spec = ChatClient.create(scripted(asks(call('weather')), 'Sunny.'))
        .prompt('go')
        .tools(new StubTool('weather', 'sun'))
        .advisors(observing);
      const answer = mode === 'call' ? await spec.call().content() : (await collect(spec.stream().content())).join('');
      expect(answer).toBe('Sunny.');
      expect(observing.requests.map(({ prompt }) => shorthand(prompt))).toEqual([
        ['U go'],
        ['U go', 'A(tc) weather', 'T sun'],
      ]);
      expect(observing.responses.map(({ chatResponse }) => chatResponse?.hasToolCalls())).toEqual([true, false]);
    }
  });
});

describe('The tools of a request', () => {
  it('[CX-120] are those of its client as it was built, or others in their place', async () => {
    const [a, b, c] = [new StubTool('a'), new StubTool('b'), new StubTool('c')];
    const model = scripted('1', '2', '3', '4');
    const builder = ChatClient.builder(model).defaultTools(a);
    const before = builder.build();
    const after = builder.defaultTools(b).defaultSystem('x').build();
    await before.prompt('go').call().content();
    await after.prompt('go').onlyTools(c).call().content();
    await after.prompt('go').tools(c).call().content();
    await after.prompt('go').onlyTools().call().content();
    const sent = model.prompts.map(({ options }) => (options as ToolCallingChatOptions).toolCallbacks ?? []);
    expect(sent).toEqual([[a], [c], [a, b, c], []]);
    expect(shorthand(model.prompts[0])).toEqual(['U go']);
  });

  it('[CX-120] can be none, whatever tools the options bring', async () => {
    const [own, given, later] = [new StubTool('own'), new StubTool('given'), new StubTool('later')];
    const model = new AnyModel(
      ['1', '2', '3', '4', '5'].map((text) => says(text)),
      optionsWith(own),
    );
    const client = ChatClient.builder(model).defaultOptions(optionsWith(given)).build();
    await client.prompt('go').call().content();
    await client.prompt('go').onlyTools().call().content();
    await client.prompt('go').onlyTools(new StaticToolCallbackProvider([])).call().content();
    await client.prompt('go').onlyTools().tools(later).call().content();
    await client.prompt().onlyTools().mutate().build().prompt('go').call().content();
    const sent = model.prompts.map(({ options }) => (options as ToolCallingChatOptions).toolCallbacks);
    expect(sent).toEqual([[own, given], [], [], [later], []]);
  });
});
