import { describe, expect, it } from '@jest/globals';
import {
  AdvisorParams,
  ChatClient,
  DefaultTemplateRenderer,
  type PromptUserSpec,
  type StructuredOutputConverter,
  ToolCallingAdvisor,
} from '@toolwright/chat';
import { IllegalArgumentException, IllegalStateException, ObservationRegistry } from '@toolwright/core';
import {
  AssistantMessage,
  ChatOptions,
  ChatResponse,
  Generation,
  type Media,
  Prompt,
  SystemMessage,
  UserMessage,
} from '@toolwright/model';
import { ScriptedChatModel } from '@toolwright/testing';
import {
  FunctionToolCallback,
  StaticToolCallbackProvider,
  Tool,
  ToolCallbackProvider,
  type ToolCallback,
  type ToolCallingChatOptions,
  ToolCallingObservationContext,
} from '@toolwright/tools';
import { IdleMemoryAdvisor, PassingAdvisor } from '../support/advisors.js';
import { AnyModel, asks, call, chunk, collect, says, scripted, shorthand, TOOL_OPTIONS } from '../support/models.js';
import { recorded } from '../support/observations.js';
import { RecordingManager, StubTool } from '../support/tools.js';

const refused = (message: string): IllegalArgumentException => new IllegalArgumentException(message);
const image: Media = { mimeType: 'image/png', data: new URL('https://example.test/a.png') };
const sound: Media = { mimeType: 'audio/wav', data: new URL('https://example.test/a.wav') };

/** A model that answers any number of requests, and a function for the messages of its last one. */
function endless(): { model: ScriptedChatModel; last: () => Prompt; sent: () => readonly string[] } {
  const model = new ScriptedChatModel(['answer'], { defaultOptions: TOOL_OPTIONS, repeatLast: true });
  const last = (): Prompt => model.prompts.at(-1)!;
  return { model, last, sent: () => shorthand(last()) };
}

/** The names of the tools of the last request. */
function toolNames(prompt: Prompt): readonly string[] | undefined {
  return (prompt.options as ToolCallingChatOptions).toolCallbacks?.map(({ definition }) => definition.name);
}

class Greeter {
  @Tool({ description: 'Says hello' })
  hello(): string {
    return 'hello';
  }

  @Tool({ description: 'Says goodbye' })
  goodbye(): string {
    return 'goodbye';
  }
}

class CountingProvider extends ToolCallbackProvider {
  asked = 0;

  constructor(readonly tools: readonly ToolCallback[]) {
    super();
  }

  override async toolCallbacks(): Promise<readonly ToolCallback[]> {
    this.asked++;
    return this.tools;
  }
}

describe('ChatClient', () => {
  it('[CC-01] refuses a missing model, registry, text and prompt', () => {
    expect(() => ChatClient.create(null as never)).toThrow(refused('chatModel cannot be null'));
    expect(() => ChatClient.builder(null as never)).toThrow(refused('chatModel cannot be null'));
    const settings = { observationRegistry: null as never };
    expect(() => ChatClient.create(scripted(), settings)).toThrow(refused('observationRegistry cannot be null'));
    expect(() => ChatClient.builder(scripted(), settings)).toThrow(refused('observationRegistry cannot be null'));
    const client = ChatClient.create(scripted());
    expect(() => client.prompt('')).toThrow(refused('content cannot be null or empty'));
    expect(() => client.prompt('  ')).toThrow(refused('content cannot be null or empty'));
    expect(() => client.prompt(null as never)).toThrow(refused('prompt cannot be null'));
  });

  it('[CC-02] starts every request from its defaults', async () => {
    const { model, sent } = endless();
    const client = ChatClient.builder(model).defaultSystem('default').build();
    const [first, second] = [client.prompt(), client.prompt()];
    expect(first).not.toBe(second);
    await first.system('changed').user('a').call().content();
    expect(sent()).toEqual(['S changed', 'U a']);
    await second.user('b').call().content();
    expect(sent()).toEqual(['S default', 'U b']);
    await client.prompt().user('c').call().content();
    expect(sent()).toEqual(['S default', 'U c']);
  });

  it('[CC-03] makes a message of the text of prompt()', async () => {
    const { model, sent } = endless();
    await ChatClient.create(model).prompt('my question').user('another question').call().content();
    expect(sent()).toEqual(['U my question', 'U another question']);
  });

  it('[CC-04] takes the messages of a prompt', async () => {
    const { model, sent } = endless();
    const prompt = new Prompt([new SystemMessage('instructions'), new UserMessage('my question')]);
    await ChatClient.create(model).prompt(prompt).user('another question').call().content();
    expect(sent()).toEqual(['S instructions', 'U my question', 'U another question']);
  });

  it('[CC-05] sends the system text first and the user text last', async () => {
    const { model, sent } = endless();
    const client = ChatClient.create(model);
    const [m1, m2] = [new UserMessage('m1'), new AssistantMessage('m2')];
    const expected = ['S s', 'U m1', 'A m2', 'U u'];
    await client.prompt().user('u').messages(m1, m2).system('s').call().content();
    expect(sent()).toEqual(expected);
    await client.prompt().system('s').messages([m1, m2]).user('u').call().content();
    expect(sent()).toEqual(expected);
    await client.prompt().messages(m1, new SystemMessage('second')).user('u').system('s').call().content();
    expect(sent()).toEqual(['S s', 'U m1', 'S second', 'U u']);
  });

  it('[CC-06] overrides the default system text per request', async () => {
    const { model, sent } = endless();
    const client = ChatClient.builder(model).defaultSystem('Default system text').build();
    await client.prompt('q').call().content();
    expect(sent()[0]).toBe('S Default system text');
    await client.prompt('q').system('Override default system text').call().content();
    expect(sent()[0]).toBe('S Override default system text');

    const withParams = client
      .mutate()
      .defaultSystem((s) => s.text('Default {param1}, {param2}').param('param1', 'value1').param('param2', 'value2'))
      .build();
    await withParams
      .prompt('q')
      .system((s) => s.text('Override … {param3}').param('param3', 'value3'))
      .call()
      .content();
    expect(sent()[0]).toBe('S Override … value3');
    await withParams.prompt('q').call().content();
    expect(sent()[0]).toBe('S Default value1, value2');
  });

  it('[CC-07] keeps the text and merges parameters key by key', async () => {
    const { model, sent } = endless();
    const client = ChatClient.builder(model)
      .defaultSystem((s) =>
        s.text('Default system text {param1}, {param2}').params({ param1: 'value1', param2: 'value2' }),
      )
      .build();
    await client
      .prompt('q')
      .system((s) => s.param('param1', 'value1New'))
      .call()
      .content();
    expect(sent()[0]).toBe('S Default system text value1New, value2');
    await client.prompt('q').call().content();
    expect(sent()[0]).toBe('S Default system text value1, value2');
  });

  it('[CC-08] merges the metadata of the system message', async () => {
    const { model, last } = endless();
    const client = ChatClient.builder(model)
      .defaultSystem((s) => s.text('text').metadata('metadata1', 'svalue1').metadata({ metadata2: 'svalue2' }))
      .build();
    await client
      .prompt('q')
      .system((s) => s.metadata('metadata1', 'svalue1New'))
      .call()
      .content();
    expect(last().systemMessage.metadata).toEqual({
      messageType: 'system',
      metadata1: 'svalue1New',
      metadata2: 'svalue2',
    });
    await client
      .prompt('q')
      .system((s) => s.metadata('metadata3', 'svalue3'))
      .call()
      .content();
    expect(last().systemMessage.metadata).toEqual({
      messageType: 'system',
      metadata1: 'svalue1',
      metadata2: 'svalue2',
      metadata3: 'svalue3',
    });
    await ChatClient.create(model).prompt('q').system('text').call().content();
    expect(last().systemMessage.metadata).toEqual({ messageType: 'system' });
  });

  it('[CC-09] keeps a user text that a description leaves out, and adds the rest', async () => {
    const { model, last } = endless();
    const client = ChatClient.create(model);
    const spec = client.prompt().user((u) => u.text('Hi {a} {b}').param('a', '1').metadata('m1', 1).media(image));
    await spec
      .user((u) => u.param('b', '2').metadata('m2', 2).media(sound))
      .user(() => undefined)
      .call()
      .content();
    const message = last().userMessage;
    expect(message.text).toBe('Hi 1 2');
    expect(message.metadata).toEqual({ messageType: 'user', m1: 1, m2: 2 });
    expect(message.media).toEqual([image, sound]);
  });

  it('[CC-10] sends the default user text last, or what overrides it', async () => {
    const { model, sent } = endless();
    const client = ChatClient.builder(model).defaultUser('Default user text').build();
    await client.prompt().call().content();
    expect(sent()).toEqual(['U Default user text']);
    await client.prompt().user('Override default user text').call().content();
    expect(sent()).toEqual(['U Override default user text']);
    await client.prompt('q').call().content();
    expect(sent()).toEqual(['U q', 'U Default user text']);
  });

  it('[CC-14] sends media with the user text', async () => {
    const { model, last } = endless();
    const client = ChatClient.create(model);
    await client
      .prompt()
      .user((u) => u.text('q').media(image))
      .call()
      .content();
    expect(last().userMessage.text).toBe('q');
    expect(last().userMessage.media).toEqual([image]);
    await client
      .mutate()
      .defaultUser((u) => u.media(image))
      .build()
      .prompt()
      .user((u) => u.text('q').media(sound))
      .call()
      .content();
    expect(last().userMessage.media).toEqual([image, sound]);
  });

  it('[CX-123] sends media without a text', async () => {
    const { model, last } = endless();
    await ChatClient.create(model)
      .prompt()
      .user((u) => u.media(image))
      .call()
      .content();
    expect(last().instructions).toHaveLength(1);
    expect(last().userMessage.text).toBe('');
    expect(last().userMessage.media).toEqual([image]);
  });

  it('[CC-15] refuses missing parts of texts and advisors', () => {
    const spec = ChatClient.create(scripted()).prompt();
    const cases: readonly (readonly [(u: PromptUserSpec) => unknown, string])[] = [
      [(u) => u.text(''), 'text cannot be null or empty'],
      [(u) => u.param('', 'v'), 'key cannot be null or empty'],
      [(u) => u.param('k', null), 'value cannot be null'],
      [(u) => u.params(null as never), 'params cannot be null'],
      [(u) => u.params(new Map([[null as never, 'v']])), 'param keys cannot contain null elements'],
      [(u) => u.params({ k: null }), 'param values cannot contain null elements'],
      [(u) => u.metadata('', 'v'), 'metadata key cannot be null or empty'],
      [(u) => u.metadata('k', null), 'metadata value cannot be null'],
      [(u) => u.metadata(null as never), 'metadata cannot be null'],
      [(u) => u.metadata(new Map([[null as never, 'v']])), 'metadata keys cannot contain null elements'],
      [(u) => u.metadata({ k: null }), 'metadata values cannot contain null elements'],
    ];
    for (const [use, message] of cases) {
      expect(() => spec.user((u) => void use(u))).toThrow(refused(message));
      expect(() => spec.system((s) => void use(s as PromptUserSpec))).toThrow(refused(message));
    }
    expect(() => spec.user((u) => u.media(null as never))).toThrow(refused('media cannot be null'));
    expect(() => spec.user((u) => u.media(null as never, image))).toThrow(
      refused('media cannot contain null elements'),
    );
    expect(() => spec.advisors((a) => a.param('', 'v'))).toThrow(refused('key cannot be null or empty'));
    expect(() => spec.advisors((a) => a.param('k', null))).toThrow(refused('value cannot be null'));
    expect(() => spec.advisors((a) => a.params(null as never))).toThrow(refused('params cannot be null'));
    expect(() => spec.advisors((a) => a.params(new Map([[null as never, 'v']])))).toThrow(
      refused('param keys cannot contain null elements'),
    );
    expect(() => spec.advisors((a) => a.params({ k: null }))).toThrow(
      refused('param values cannot contain null elements'),
    );
  });

  it('[CC-16] refuses missing parts of a request', () => {
    const spec = ChatClient.create(scripted()).prompt();
    const tool = new StubTool('tool');
    const none = null as never;
    const cases: readonly (readonly [() => unknown, string])[] = [
      [() => spec.messages(none), 'messages cannot be null'],
      [() => spec.messages(new UserMessage('q'), none), 'messages cannot contain null elements'],
      [() => spec.advisors(none), 'consumer cannot be null'],
      [() => spec.advisors((a) => a.advisors(none)), 'advisors cannot be null'],
      [() => spec.advisors([new PassingAdvisor('a', 0), none]), 'advisors cannot contain null elements'],
      [() => spec.advisors(new PassingAdvisor('a', 0), none), 'advisors cannot contain null elements'],
      [
        () => spec.advisors((a) => a.advisors(new PassingAdvisor('a', 0), none)),
        'advisors cannot contain null elements',
      ],
      [() => spec.options(none), 'customizer cannot be null'],
      [() => spec.templateRenderer(none), 'templateRenderer cannot be null'],
      [() => spec.tools(none), 'toolObjects cannot be null'],
      [() => spec.tools(null, tool), 'toolObjects cannot contain null elements'],
      [() => spec.tools([tool, null]), 'toolObjects collection cannot contain null elements'],
      [() => spec.toolContext(none), 'context cannot be null'],
      [() => spec.toolContext(new Map([[none, 'v']])), 'context keys cannot contain null elements'],
      [() => spec.toolContext({ '': 'v' }), 'context key cannot be null or empty'],
      [() => spec.toolContext({ ' ': 'v' }), 'context key cannot be null or empty'],
      [() => spec.onlyTools(none), 'toolObjects cannot be null'],
      [() => spec.toolContext({ k: null }), 'context values cannot contain null elements'],
    ];
    for (const [use, message] of cases) expect(use).toThrow(refused(message));
  });

  it('[CC-15] [CC-16] refuses missing parts of its builder', () => {
    const builder = ChatClient.builder(scripted());
    const none = null as never;
    const cases: readonly (readonly [() => unknown, string])[] = [
      [() => builder.defaultSystem(''), 'text cannot be null or empty'],
      [() => builder.defaultSystem((s) => s.param('k', none)), 'value cannot be null'],
      [() => builder.defaultUser('  '), 'text cannot be null or empty'],
      [() => builder.defaultUser((u) => u.media(none)), 'media cannot be null'],
      [() => builder.defaultAdvisors(none), 'consumer cannot be null'],
      [() => builder.defaultAdvisors([none]), 'advisors cannot contain null elements'],
      [() => builder.defaultOptions(none), 'customizer cannot be null'],
      [() => builder.defaultTemplateRenderer(none), 'templateRenderer cannot be null'],
      [() => builder.defaultTools(none), 'toolObjects cannot be null'],
      [() => builder.defaultToolContext(none), 'context cannot be null'],
      [() => builder.defaultToolContext({ k: undefined }), 'context values cannot contain null elements'],
    ];
    for (const [use, message] of cases) expect(use).toThrow(refused(message));
  });
});

describe('The tools of a request', () => {
  it('[CC-17] are callbacks, providers, annotated objects and lists of these', async () => {
    const { model, last } = endless();
    const client = ChatClient.create(model);
    const provider = new StaticToolCallbackProvider([new StubTool('provided')]);
    await client.prompt('q').tools(new StubTool('a'), provider).call().content();
    expect(toolNames(last())).toEqual(['a', 'provided']);
    await client
      .prompt('q')
      .tools([new StubTool('a'), new StubTool('b')])
      .call()
      .content();
    expect(toolNames(last())).toEqual(['a', 'b']);
    await client
      .prompt('q')
      .tools([new StubTool('a'), [provider, [new Greeter()]]])
      .call()
      .content();
    expect(toolNames(last())).toEqual(['a', 'hello', 'goodbye', 'provided']);
  });

  it('[TCB-05] come from providers that may answer later, asked once per request', async () => {
    const provider = new CountingProvider(Object.freeze([new StubTool('remote')]));
    const model = scripted(asks(call('remote')), says('done'), says('done'));
    const client = ChatClient.builder(model).defaultTools(provider).build();
    expect(await client.prompt().user('Go').call().content()).toBe('done');
    expect(provider.asked).toBe(1);
    await client.prompt().user('Go').call().content();
    expect(provider.asked).toBe(2);
  });

  it('[EG-04] describe themselves by the context, once per request, and stay the same for the same text', async () => {
    const contexts: unknown[] = [];
    const orders = FunctionToolCallback.builder('orders', () => 'none')
      .description((context) => {
        contexts.push(context.get('tenant'));
        return `Orders of ${String(context.get('tenant'))} in ${context.locale}`;
      })
      .inputSchema('{"type":"object"}')
      .build();
    contexts.length = 0;
    const model = scripted(asks(call('orders')), says('done'), says('done'), says('done'));
    const client = ChatClient.builder(model, { toolContextDefaults: { locale: 'de-DE' } })
      .defaultTools(orders)
      .build();
    await client.prompt().user('Go').toolContext({ tenant: 'Acme' }).call().content();
    expect(contexts).toEqual(['Acme']);
    await client.prompt().user('Go').toolContext({ tenant: 'Acme' }).call().content();
    await client.prompt().user('Go').toolContext({ tenant: 'Umbrella', locale: 'ko-KR' }).call().content();
    const lists = model.prompts.map(({ options }) => (options as ToolCallingChatOptions).toolCallbacks);
    expect(lists.map((tools) => tools?.[0]?.definition.description)).toEqual([
      'Orders of Acme in de-DE',
      'Orders of Acme in de-DE',
      'Orders of Acme in de-DE',
      'Orders of Umbrella in ko-KR',
    ]);
    expect(lists[2]).toBe(lists[0]);
    expect(Object.isFrozen(lists[0]?.[0]?.definition)).toBe(true);
  });

  it('[CC-18] are sent callbacks first, then those of objects, then those of providers', async () => {
    const { model, last } = endless();
    const provider = new StaticToolCallbackProvider([new StubTool('provided')]);
    const client = ChatClient.create(model);
    await client.prompt('q').tools(new Greeter(), new StubTool('cb'), provider).call().content();
    expect(toolNames(last())).toEqual(['cb', 'hello', 'goodbye', 'provided']);
    await client.prompt('q').tools(provider).tools(new StubTool('later')).call().content();
    expect(toolNames(last())).toEqual(['later', 'provided']);
  });

  it('of an annotated object are the same in every request', async () => {
    const { model, last } = endless();
    const client = ChatClient.create(model);
    const greeter = new Greeter();
    const lists = [];
    for (let request = 0; request < 2; request++) {
      await client.prompt('q').tools(greeter).call().content();
      lists.push((last().options as ToolCallingChatOptions).toolCallbacks);
    }
    expect(lists[0]).toBe(lists[1]);
    expect(await lists[0]?.[0]?.call('{}')).toBe('"hello"');
  });

  it('[CC-19] cannot come from an object without tool methods', () => {
    const spec = ChatClient.create(scripted()).prompt('q');
    expect(() => spec.tools(new Object())).toThrow(IllegalArgumentException);
    expect(() => spec.tools(new Object())).toThrow(/^No @Tool annotated methods found in /);
  });

  it('[CC-20] [TCB-05] are asked of a provider when the request is made, once', async () => {
    const { model, last } = endless();
    const provider = new CountingProvider([new StubTool('provided')]);
    const spec = ChatClient.create(model).prompt('q').tools(provider);
    expect(provider.asked).toBe(0);
    const made = spec.call();
    expect(provider.asked).toBe(1);
    await made.content();
    await made.content();
    expect(provider.asked).toBe(1);
    expect(toolNames(last())).toEqual(['provided']);
    await collect(spec.stream().content());
    expect(provider.asked).toBe(2);
  });

  it('[CC-21] of a request are added to those of the client, for that request', async () => {
    const { model, last } = endless();
    const client = ChatClient.builder(model).defaultTools(new StubTool('a')).build();
    await client.prompt('q').tools(new StubTool('b')).call().content();
    expect(toolNames(last())).toEqual(['a', 'b']);
    await client.prompt('q').call().content();
    expect(toolNames(last())).toEqual(['a']);
  });

  it('[CC-22] must have different names', async () => {
    const same = new Greeter();
    const twice = (names: string): IllegalStateException =>
      new IllegalStateException(`Multiple tools with the same name (${names}) found in ToolCallingChatOptions`);
    const client = ChatClient.builder(scripted()).defaultTools(new StubTool('x'), same).build();
    const doubled = client.prompt('q').tools(new StubTool('x'));
    expect(() => doubled.call()).toThrow(twice('x'));
    expect(() => doubled.stream()).toThrow(twice('x'));
    expect(() => client.prompt('q').tools(same).call()).toThrow(twice('hello, goodbye'));
    // A provider that answers later is checked later.
    const late = client.prompt('q').tools(new CountingProvider([new StubTool('x')]));
    await expect(late.call().content()).rejects.toThrow(twice('x'));
  });

  it('[CX-121] are refused if the options of the model cannot carry them', async () => {
    class PlainModel extends AnyModel {}
    const model = new PlainModel([says('answer')], new ChatOptions({ model: 'plain' }));
    const spec = ChatClient.create(model).prompt('q').tools(new StubTool('a'), new StubTool('b'));
    expect(() => spec.call()).toThrow(IllegalStateException);
    for (const run of [() => spec.call(), () => spec.stream()]) expect(run).toThrow(/PlainModel.*: a, b\./);
    const inOptions = ChatClient.builder(model)
      .defaultOptions(TOOL_OPTIONS.mutate().toolCallbacks(new StubTool('c')))
      .build();
    expect(() => inOptions.prompt('q').call()).toThrow(/PlainModel.*: c\./);
    expect(model.prompts).toHaveLength(0);
    const lenient = ChatClient.create(model, { ignoreUnsupportedTools: true });
    expect(await lenient.prompt('q').tools(new StubTool('a')).call().content()).toBe('answer');
    expect(model.prompts).toHaveLength(1);
  });
});

describe('The answer to a request', () => {
  it('[CC-23] is asked for when it is wanted', async () => {
    const { model } = endless();
    const response = ChatClient.create(model).prompt('q').call();
    const stream = ChatClient.create(model).prompt('q').stream().content();
    await new Promise((resolve) => setImmediate(resolve));
    expect(model.prompts).toHaveLength(0);
    await response.content();
    await response.chatResponse();
    await response.chatClientResponse();
    expect(model.prompts).toHaveLength(3);
    const text: StructuredOutputConverter<string> = { format: '', jsonSchema: '', convert: (answer) => answer };
    expect(await response.entity(text)).toBe('answer');
    expect((await response.responseEntity(text)).entity).toBe('answer');
    expect(model.prompts).toHaveLength(5);
    await collect(stream);
    expect(model.prompts).toHaveLength(6);
  });

  it('[CC-24] is text, response or response with context', async () => {
    const two = new ChatResponse([
      new Generation(new AssistantMessage('first')),
      new Generation(new AssistantMessage('second')),
    ]);
    const cases = [
      [says('text'), 'text'],
      [null, null],
      [says(null), null],
      [two, 'first'],
    ] as const;
    for (const [answer, content] of cases) {
      const client = ChatClient.create(new AnyModel([answer, answer, answer]));
      const response = client.prompt('q').call();
      expect(await response.content()).toBe(content);
      expect(await response.chatResponse()).toBe(answer);
      expect((await response.chatClientResponse()).chatResponse).toBe(answer);
    }
  });

  it('[CC-25] is streamed without empty texts and missing responses', async () => {
    const texts = (...chunks: readonly (ChatResponse | null)[]): Promise<string[]> =>
      collect(ChatClient.create(new AnyModel(chunks)).prompt('q').stream().content());
    expect(await texts(chunk('Hello'), chunk(null), chunk(''), chunk(' '), chunk(' John'))).toEqual([
      'Hello',
      ' ',
      ' John',
    ]);
    expect(await texts(chunk(null))).toEqual([]);
    const whole = says('answer');
    const client = ChatClient.create(new AnyModel([null, whole]));
    expect(await collect(client.prompt('q').stream().chatResponse())).toEqual([whole]);
    expect(await collect(client.prompt('q').stream().chatClientResponse())).toHaveLength(2);
  });

  it('[CX-101] is the same however often it is asked for', async () => {
    const script = [1, 2, 3].flatMap(() => [call('tool'), 'answer']);
    const model = scripted(...script);
    const response = ChatClient.create(model).prompt('q').tools(new StubTool('tool')).call();
    expect([await response.content(), await response.content(), await response.content()]).toEqual([
      'answer',
      'answer',
      'answer',
    ]);
    expect(model.prompts).toHaveLength(6);
  });

  it('ends with the reason of the signal', async () => {
    const reason = new Error('gave up');
    const { model } = endless();
    const run = { signal: AbortSignal.abort(reason) };
    await expect(ChatClient.create(model).prompt('q').call(run).content()).rejects.toBe(reason);
    await expect(collect(ChatClient.create(model).prompt('q').stream(run).content())).rejects.toBe(reason);
    expect(model.prompts).toHaveLength(0);
  });

  it('is streamed from its last round only, if wanted', async () => {
    const script = [asks(call('tool'), undefined, ''), 'Sunny.'] as const;
    const model = new AnyModel([]);
    let round = 0;
    model.stream = async function* () {
      if (round++ % 2 === 0) yield* [chunk('Let me check.'), script[0]];
      else yield says(script[1]);
    };
    const spec = ChatClient.create(model).prompt('q').tools(new StubTool('tool'));
    expect(await collect(spec.stream().content())).toEqual(['Let me check.', 'Sunny.']);
    expect(await collect(spec.stream({ onlyFinalRound: true }).content())).toEqual(['Sunny.']);
  });
});

describe('A builder of clients', () => {
  /** A client with a setting of every kind. */
  function rich(model: ScriptedChatModel): { client: ChatClient; advisor: PassingAdvisor } {
    const advisor = new PassingAdvisor('passing', 0);
    const client = ChatClient.builder(model)
      .defaultSystem((s) => s.text('System <param1>').param('param1', 'p1').metadata('sm', 1))
      .defaultUser((u) => u.text('User <param2>').param('param2', 'p2').metadata('um', 2).media(image))
      .defaultAdvisors(advisor, (a) => a.param('ap', 3))
      .defaultOptions(ChatOptions.builder().temperature(0.5))
      .defaultTools(new StubTool('tool'))
      .defaultToolContext({ tenant: 'a' })
      .defaultTemplateRenderer(new DefaultTemplateRenderer('<', '>'))
      .build();
    return { client, advisor };
  }

  it('[CC-26] starts from all settings of a client or a request', async () => {
    const { model, last, sent } = endless();
    const { client, advisor } = rich(model);
    const check = async (changed: ChatClient, system: string, messages: readonly string[]): Promise<void> => {
      await changed.prompt().call().content();
      expect(sent()).toEqual([`S ${system}`, ...messages, 'U User p2']);
      expect(last().systemMessage.metadata).toEqual({ messageType: 'system', sm: 1 });
      expect(last().userMessage.metadata).toEqual({ messageType: 'user', um: 2 });
      expect(last().userMessage.media).toEqual([image]);
      expect(last().options?.temperature).toBe(0.5);
      expect(toolNames(last())).toEqual(['tool']);
      expect((last().options as ToolCallingChatOptions).toolContext).toEqual({ tenant: 'a' });
      expect(advisor.requests.at(-1)?.context).toEqual({ ap: 3 });
    };
    await check(client, 'System p1', []);
    const mutated = client.mutate().defaultSystem('Mutated <param1>').build();
    await check(mutated, 'Mutated p1', []);
    await check(client, 'System p1', []);

    const spec = client.prompt().messages(new UserMessage('message'));
    const fromSpec = spec.mutate().defaultSystem('From spec <param1>').build();
    await check(fromSpec, 'From spec p1', ['U message']);
    await check(fromSpec.mutate().defaultSystem('Again <param1>').build(), 'Again p1', ['U message']);
    await check(fromSpec, 'From spec p1', ['U message']);
    await spec.call().content();
    expect(sent()).toEqual(['S System p1', 'U message', 'U User p2']);
  });

  it('[CX-122] keeps each kind of setting also when it stands alone', async () => {
    const { model, last, sent } = endless();
    const off = ChatClient.builder(model)
      .defaultAdvisors(AdvisorParams.toolCallingAdvisorAutoRegister(false))
      .build()
      .mutate()
      .build();
    const asking = scripted(call('tool'));
    const copied = ChatClient.builder(asking)
      .defaultAdvisors(AdvisorParams.toolCallingAdvisorAutoRegister(false))
      .build()
      .mutate()
      .build();
    await off.prompt('q').call().content();
    const response = await copied.prompt('q').tools(new StubTool('tool')).call().chatResponse();
    expect(response?.hasToolCalls()).toBe(true);
    expect(asking.prompts).toHaveLength(1);

    const params = ChatClient.builder(model)
      .defaultSystem((s) => s.param('a', '1').metadata('m', 1))
      .defaultUser((u) => u.param('b', '2').media(image))
      .build();
    await params.mutate().build().prompt().system('S {a}').user('U {b}').call().content();
    expect(sent()).toEqual(['S S 1', 'U U 2']);
    expect(last().systemMessage.metadata).toEqual({ messageType: 'system', m: 1 });
    expect(last().userMessage.media).toEqual([image]);
  });

  it('[CC-27] can be cloned, changed and used again', async () => {
    const { model, sent } = endless();
    const builder = ChatClient.builder(model).defaultSystem('old');
    const clone = builder.clone();
    builder.defaultSystem('newer').defaultSystem('newest');
    await clone.build().prompt('q').call().content();
    expect(sent()).toEqual(['S old', 'U q']);
    const [first, second] = [builder.build(), builder.build()];
    expect(first).not.toBe(second);
    await first.prompt('q').call().content();
    expect(sent()).toEqual(['S newest', 'U q']);
  });

  it('does not change the clients that it built', async () => {
    const { model, sent, last } = endless();
    const builder = ChatClient.builder(model);
    const client = builder.build();
    builder.defaultSystem('late').defaultTools(new StubTool('late'));
    await client.prompt('q').call().content();
    expect(sent()).toEqual(['U q']);
    expect(toolNames(last())).toBeUndefined();
  });

  it('[CC-28] keeps the builder of the tool-calling advisor, works on its copies and changes nothing in it', async () => {
    const manager = new RecordingManager();
    const built: ToolCallingAdvisor.Builder[] = [];
    class WatchedBuilder extends ToolCallingAdvisor.Builder {
      copies = 0;

      override copy(): this {
        this.copies++;
        return super.copy();
      }

      override build(): ToolCallingAdvisor {
        built.push(this);
        return super.build();
      }

      protected override newCopy(): WatchedBuilder {
        return new WatchedBuilder();
      }

      get current(): ToolCallingAdvisor.Settings {
        return this.settings();
      }
    }
    const builder = new WatchedBuilder().toolCallingManager(manager).advisorOrder(5);
    const before = builder.current;
    const model = scripted(call('tool'), 'one', call('tool'), 'two', call('tool'), 'three');
    const observationRegistry = new ObservationRegistry();
    const client = ChatClient.create(model, { toolCallingAdvisorBuilder: builder, observationRegistry });
    const ask = (of: ChatClient) => of.prompt('q').tools(new StubTool('tool'));
    const memory = new IdleMemoryAdvisor('memory', 6);
    for (const request of [ask(client), ask(client.mutate().build()), ask(client).advisors(memory)]) {
      await request.call().content();
    }
    expect(manager.calls).toHaveLength(3);
    // One copy for all requests that add no advisor, one for the request with a memory inside of the loop.
    expect(builder.copies).toBe(2);
    expect(built).toHaveLength(2);
    expect(built).not.toContain(builder);
    expect(builder.current).toEqual(before);
  });

  it('[CC-28] observes the tools of its own builder with the registry', async () => {
    const { handler, registry } = recorded();
    const model = scripted(call('tool'), 'one', call('tool'), 'two');
    const client = ChatClient.create(model, { observationRegistry: registry });
    await client.prompt('q').tools(new StubTool('tool')).call().content();
    await client.mutate().build().prompt('q').tools(new StubTool('tool')).call().content();
    const tools = handler.started.filter((context) => context instanceof ToolCallingObservationContext);
    expect(tools.map(({ contextualName }) => contextualName)).toEqual(['execute_tool tool', 'execute_tool tool']);
  });

  it('gives clients with the same tools in the same order one list of them', async () => {
    const { model, last } = endless();
    const [one, two] = [new StubTool('one'), new StubTool('two')];
    const sent = async (tools: readonly ToolCallback[]) => {
      await ChatClient.builder(model).defaultTools(tools).build().prompt('q').call().content();
      return (last().options as ToolCallingChatOptions).toolCallbacks;
    };
    const list = await sent([one, two]);
    expect(await sent([one, two])).toBe(list);
    expect(await sent([one])).toEqual([one]);
    expect(await sent([two, one])).toEqual([two, one]);
    expect(await sent([one, new StubTool('two')])).not.toBe(list);
    expect(Object.isFrozen(list)).toBe(true);
  });
});
