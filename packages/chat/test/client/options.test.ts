import { describe, expect, it } from '@jest/globals';
import { ChatClient, type ChatClientRequestSpec } from '@toolwright/chat';
import { ChatOptions, type Message, Prompt, UserMessage } from '@toolwright/model';
import { ToolCallingChatOptions } from '@toolwright/tools';
import { AnyModel, says } from '../support/models.js';
import { StubTool } from '../support/tools.js';

const [tool1, tool2] = [new StubTool('tool1'), new StubTool('tool2')] as const;

/** The options that a model with `own` options is sent. */
async function sent(
  own: ChatOptions,
  change: (spec: ChatClientRequestSpec) => ChatClientRequestSpec,
  defaults: (builder: ChatClient.Builder) => ChatClient.Builder = (builder) => builder,
): Promise<ToolCallingChatOptions> {
  const model = new AnyModel([says('answer')], own);
  await change(defaults(ChatClient.builder(model)).build().prompt())
    .user('q')
    .call()
    .content();
  return model.prompts[0]?.options as ToolCallingChatOptions;
}

const toolOptions = (): ToolCallingChatOptions.Builder => ToolCallingChatOptions.builder();

describe('The options of a request', () => {
  it('[OP-01] override those of the model where they are set', async () => {
    const own = toolOptions().model('m').temperature(0.5).build();
    const options = await sent(own, (spec) => spec.options(ChatOptions.builder().temperature(0.7)));
    expect([options.model, options.temperature]).toEqual(['m', 0.7]);
    expect(own.temperature).toBe(0.5);
  });

  it('[OP-02] append stop sequences and tools', async () => {
    const own = toolOptions().stopSequences(['a']).toolCallbacks(tool1).build();
    const options = await sent(own, (spec) => spec.options(toolOptions().stopSequences(['b']).toolCallbacks(tool2)));
    expect(options.stopSequences).toEqual(['a', 'b']);
    expect(options.toolCallbacks).toEqual([tool1, tool2]);
  });

  it('[OP-03] lose their tools to those of tools()', async () => {
    const own = toolOptions().toolCallbacks(new StubTool('own')).build();
    const options = await sent(own, (spec) => spec.options(toolOptions().toolCallbacks(tool1)).tools(tool2));
    expect(options.toolCallbacks).toEqual([tool2]);
    const byDefault = await sent(
      own,
      (spec) => spec.options(toolOptions().toolCallbacks(tool1)),
      (builder) => builder.defaultTools(tool2),
    );
    expect(byDefault.toolCallbacks).toEqual([tool2]);
  });

  it('[OP-04] merge the tool contexts, the most specific one winning', async () => {
    const own = toolOptions().build();
    const both = await sent(own, (spec) =>
      spec.options(toolOptions().toolContext({ key1: 'value1' })).toolContext({ key2: 'value2' }),
    );
    expect(both.toolContext).toEqual({ key1: 'value1', key2: 'value2' });
    const merged = await sent(
      own,
      (spec) => spec.toolContext({ b: 2 }),
      (builder) => builder.defaultToolContext({ a: 1, b: 1 }),
    );
    expect(merged.toolContext).toEqual({ a: 1, b: 2 });
    const ranked = await sent(
      toolOptions().toolContext({ w: 'model', x: 'model', y: 'model', z: 'model' }).build(),
      (spec) =>
        spec
          .options(toolOptions().toolContext({ x: 'options', y: 'options', z: 'options' }))
          .toolContext({ z: 'call' }),
      (builder) => builder.defaultToolContext({ y: 'default', z: 'default' }),
    );
    expect(ranked.toolContext).toEqual({ w: 'model', x: 'options', y: 'default', z: 'call' });
  });

  it('keep the tool context out of messages and definitions', async () => {
    const model = new AnyModel([says('answer')]);
    const spec = ChatClient.create(model).prompt('q').tools(tool1).toolContext({ secret: 'hidden' });
    await spec.call().content();
    const { instructions, options } = model.prompts[0] as Prompt;
    const definitions = (options as ToolCallingChatOptions).toolCallbacks?.map(({ definition }) => definition);
    expect(JSON.stringify([instructions, definitions])).not.toMatch(/secret|hidden/);
  });

  it('[OP-05] are of the type of those of the model', async () => {
    const options = await sent(toolOptions().build(), (spec) => spec.options(ChatOptions.builder()).tools(tool1));
    expect(options).toBeInstanceOf(ToolCallingChatOptions);
    expect(options.toolCallbacks).toEqual([tool1]);
  });

  it('[OP-06] can come with a prompt, and hold for that request', async () => {
    const messages: readonly Message[] = [new UserMessage('q')];
    const given = (): ChatOptions => new ChatOptions({ model: 'test-model', temperature: 0.7 });
    const model = new AnyModel([says('1'), says('2'), says('3')], toolOptions().build());
    const client = ChatClient.builder(model)
      .defaultOptions(new ChatOptions({ model: 'default-model', topK: 3 }))
      .build();
    await client.prompt(new Prompt(messages, given())).call().content();
    await ChatClient.create(model).prompt(new Prompt(messages, given())).call().content();
    await client.prompt().user('q').call().content();
    const seen = model.prompts.map(({ options }) => [options?.model, options?.temperature, options?.topK]);
    expect(seen).toEqual([
      ['test-model', 0.7, 3],
      ['test-model', 0.7, null],
      ['default-model', null, 3],
    ]);
  });

  it('[OP-07] [CX-108] keep what a later customizer does not set', async () => {
    const defaults = ChatOptions.builder().temperature(0.2).maxTokens(100);
    const options = await sent(
      toolOptions().build(),
      (spec) => spec.options(ChatOptions.builder().temperature(0.7)),
      (builder) => builder.defaultOptions(defaults),
    );
    expect([options.temperature, options.maxTokens]).toEqual([0.7, 100]);
    const twice = await sent(toolOptions().build(), (spec) =>
      spec.options(defaults).options(ChatOptions.builder().temperature(0.7)),
    );
    expect([twice.temperature, twice.maxTokens]).toEqual([0.7, 100]);
  });

  it('[UC-10] are given as built options or as a builder', async () => {
    const own = toolOptions().build();
    const built = await sent(own, (spec) => spec.options(toolOptions().topK(3).build()));
    const builder = await sent(own, (spec) => spec.options(toolOptions().topK(3)));
    expect([built.topK, builder.topK]).toEqual([3, 3]);
  });

  it('are one object for all requests that bring none of their own', async () => {
    const model = new AnyModel([says('1'), says('2'), says('3')]);
    const client = ChatClient.builder(model).defaultTools(tool1).build();
    await client.prompt('q').call().content();
    await client.prompt('q').call().content();
    expect(model.prompts[0]?.options).toBe(model.prompts[1]?.options);
    await client.prompt('q').toolContext({ a: 1 }).call().content();
    const [shared, own] = [model.prompts[0], model.prompts[2]].map((p) => p?.options as ToolCallingChatOptions);
    expect(own).not.toBe(shared);
    expect(own?.toolCallbacks).toBe(shared?.toolCallbacks);
  });
});
