import { describe, expect, it } from '@jest/globals';
import {
  AdvisorParams,
  type AdvisorSpec,
  BeanOutputConverter,
  type CallResponseSpec,
  ChatClient,
  ListOutputConverter,
  type StructuredOutputConverter,
  StructuredOutputException,
  StructuredOutputValidationAdvisor,
  ToolCallingAdvisor,
} from '@toolwright/chat';
import { STRUCTURED_OUTPUT_CHAT_OPTIONS, type ChatOptions, type ChatResponse } from '@toolwright/model';
import { ToolCallingChatOptions, ToolParam } from '@toolwright/tools';
import { PassingAdvisor } from '../support/advisors.js';
import { AnyModel, asks, call, says, shorthand, TOOL_OPTIONS } from '../support/models.js';
import { StubTool } from '../support/tools.js';

const FORMAT = 'spring.ai.chat.client.output.format';
const SCHEMA = 'spring.ai.chat.client.structured.output.schema';
const NATIVE = 'spring.ai.chat.client.structured.output.native';

class UserEntity {
  @ToolParam({ type: 'string' })
  name!: string;

  @ToolParam({ type: 'integer' })
  age!: number;
}

const USER_SCHEMA = new BeanOutputConverter(UserEntity).jsonSchema;
const JOHN = '{"name":"John", "age":30}';

/** Options of a provider that takes an output schema. */
class NativeOptions extends ToolCallingChatOptions {
  readonly [STRUCTURED_OUTPUT_CHAT_OPTIONS] = true;

  constructor(readonly outputSchema: string | null = null) {
    super();
  }

  withOutputSchema(outputSchema: string | null): NativeOptions {
    return new NativeOptions(outputSchema);
  }

  override mutate(): ToolCallingChatOptions.Builder {
    const { outputSchema } = this;
    return new (class extends ToolCallingChatOptions.Builder {
      override build(): NativeOptions {
        return new NativeOptions(outputSchema);
      }
    })();
  }
}

/** A client over one reply after the other, and what it sent and had in its context. */
function asking(replies: readonly (ChatResponse | string | null)[], options: ChatOptions = TOOL_OPTIONS) {
  const model = new AnyModel(
    replies.map((reply) => (typeof reply === 'string' ? says(reply) : reply)),
    options,
  );
  const watching = new PassingAdvisor('watching', 0);
  const ask = (params?: (spec: AdvisorSpec) => void): CallResponseSpec => {
    const spec = ChatClient.create(model).prompt().user('Tell me about John').advisors(watching);
    return (params ? spec.advisors(params) : spec).call();
  };
  return {
    model,
    ask,
    watching,
    context: () => watching.requests.at(-1)?.context ?? {},
    text: (index = 0) => model.prompts[index]?.userMessage.text,
    schema: () => (model.prompts.at(-1)?.options as Partial<NativeOptions>).outputSchema ?? null,
  };
}

describe('entity()', () => {
  it('[SO-01] asks for JSON by an instruction and makes an instance of the answer', async () => {
    const { ask, text, context, model } = asking([JOHN]);
    const user = await ask().entity(UserEntity);
    expect(user).toBeInstanceOf(UserEntity);
    expect(user).toEqual(Object.assign(new UserEntity(), { name: 'John', age: 30 }));
    expect(text()).toMatch(/^Tell me about John\nYour response should be in JSON format\./);
    expect(text()).toContain(USER_SCHEMA);
    expect(model.prompts[0]?.instructions).toHaveLength(1);
    expect(typeof context()[FORMAT]).toBe('string');
    expect(context()).not.toHaveProperty([SCHEMA]);
    expect(context()).not.toHaveProperty([NATIVE]);
  });

  it('[SO-02] keeps the instruction from advisors, and adds it in each round', async () => {
    const model = new AnyModel([asks(call('lookup')), says(JOHN)]);
    const inside = new PassingAdvisor('inside', ToolCallingAdvisor.DEFAULT_ORDER + 100);
    const spec = ChatClient.create(model).prompt('Earlier').user('Tell me').tools(new StubTool('lookup', 'found'));
    await spec.advisors(inside).call().entity(UserEntity);
    expect(inside.requests.map(({ prompt }) => shorthand(prompt))).toEqual([
      ['U Earlier', 'U Tell me'],
      ['U Earlier', 'U Tell me', 'A(tc) lookup', 'T found'],
    ]);
    for (const prompt of model.prompts) {
      expect(prompt.instructions[0]?.text).toBe('Earlier');
      expect(prompt.instructions[1]?.text?.split('Your response should be').length).toBe(2);
    }
  });

  it('[SO-03] gives the schema to a provider that takes it', async () => {
    const { ask, text, context, schema } = asking([JOHN], new NativeOptions());
    expect(await ask(AdvisorParams.ENABLE_NATIVE_STRUCTURED_OUTPUT).entity(UserEntity)).toEqual({
      name: 'John',
      age: 30,
    });
    expect(text()).toBe('Tell me about John');
    expect(schema()).toBe(USER_SCHEMA);
    expect(context()).toMatchObject({ [NATIVE]: true, [SCHEMA]: USER_SCHEMA });
    expect(context()).toHaveProperty([FORMAT]);
  });

  it('[SO-04] lets a later parameter switch that off', async () => {
    const { ask, text, context, schema } = asking([JOHN], new NativeOptions());
    await ask((spec) => {
      AdvisorParams.ENABLE_NATIVE_STRUCTURED_OUTPUT(spec);
      spec.param(NATIVE, false);
    }).entity(UserEntity);
    expect(text()).toContain('Your response should be in JSON format');
    expect(schema()).toBeNull();
    expect(context()).not.toHaveProperty([SCHEMA]);
  });

  it('[SO-04] lets an advisor switch that off', async () => {
    const { ask, text, schema } = asking([JOHN], new NativeOptions());
    const off = new PassingAdvisor('off', 1, (request) => request.mutate().context(NATIVE, false).build());
    await ask((spec) => {
      AdvisorParams.ENABLE_NATIVE_STRUCTURED_OUTPUT(spec);
      spec.advisors(off);
    }).entity(UserEntity);
    expect(text()).toContain('Your response should be in JSON format');
    expect(schema()).toBeNull();
  });

  it('[SO-05] falls back to the instruction without a schema, and with a provider that takes none', async () => {
    const converter: StructuredOutputConverter<string> = {
      format: 'Say it.',
      jsonSchema: '',
      convert: (text) => `${text}!`,
    };
    const noSchema = asking(['x'], new NativeOptions());
    expect(await noSchema.ask(AdvisorParams.ENABLE_NATIVE_STRUCTURED_OUTPUT).entity(converter)).toBe('x!');
    expect(noSchema.text()).toBe('Tell me about John\nSay it.');
    expect(noSchema.schema()).toBeNull();

    const unable = asking([JOHN]);
    expect(await unable.ask(AdvisorParams.ENABLE_NATIVE_STRUCTURED_OUTPUT).entity(UserEntity)).toMatchObject({
      age: 30,
    });
    expect(unable.text()).toContain('Your response should be in JSON format');
    expect(unable.schema()).toBeNull();
  });

  it('[SO-06] gives the schema to the provider for one call', async () => {
    const { ask, text, context, schema } = asking([JOHN, JOHN], new NativeOptions());
    await ask().entity(UserEntity, (spec) => spec.useProviderStructuredOutput());
    expect([context()[NATIVE], text(0), schema()]).toEqual([true, 'Tell me about John', USER_SCHEMA]);
    await ask().entity(UserEntity);
    expect(context()).not.toHaveProperty([NATIVE]);
    expect(schema()).toBeNull();
  });

  it('[SO-07] describes a class by a closed schema, as tools do', () => {
    expect(JSON.parse(USER_SCHEMA)).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { age: { type: 'integer' }, name: { type: 'string' } },
      required: ['age', 'name'],
      additionalProperties: false,
    });
  });

  it('[SO-08] comes with the response on demand, and is null without a text', async () => {
    const response = says(JOHN);
    const { response: given, entity } = await asking([response]).ask().responseEntity(UserEntity);
    expect(given).toBe(response);
    expect(given?.metadata.model).toBe('text-model');
    expect(entity).toEqual({ name: 'John', age: 30 });
    const silent = says(null);
    expect(await asking([silent]).ask().entity(UserEntity)).toBeNull();
    expect(await asking([silent]).ask().responseEntity(UserEntity)).toEqual({ response: silent, entity: null });
    expect(await asking([null]).ask().responseEntity(UserEntity)).toEqual({ response: null, entity: null });
  });

  it('[SO-09] fails for anything that is no JSON', async () => {
    for (const text of ['', 'invalid json content']) {
      const error = await asking([text])
        .ask()
        .entity(UserEntity)
        .then(
          () => undefined,
          (reason: unknown) => reason as StructuredOutputException,
        );
      expect(error).toBeInstanceOf(StructuredOutputException);
      expect(error?.message).toBe('The answer cannot be converted: it is no JSON');
      expect(error?.cause).toBeInstanceOf(SyntaxError);
    }
  });

  it('fails for JSON that does not fit, and says what is wrong', async () => {
    const asked = asking(['{"name":7}']).ask().entity(UserEntity);
    await expect(asked).rejects.toThrow(/^The answer cannot be converted: \$\.age is required/);
    await expect(asked).rejects.toMatchObject({ code: 'STRUCTURED_OUTPUT_CONVERSION' });
  });

  it('[SO-10] makes lists, plain values, maps and texts with commas', async () => {
    expect(await asking(['[]']).ask().entity([UserEntity])).toEqual([]);
    expect(
      await asking([`[${JOHN}]`])
        .ask()
        .entity([UserEntity]),
    ).toEqual([{ name: 'John', age: 30 }]);
    expect(await asking(['true']).ask().entity('boolean')).toBe(true);
    expect(await asking(['1']).ask().entity('integer')).toBe(1);
    expect(await asking(['{"key1":"value1"}']).ask().entity({ record: 'string' })).toEqual({ key1: 'value1' });
    const extra = '{"name":"John","age":30,"extra":1}';
    expect(await asking([extra]).ask().entity(UserEntity)).toEqual({ name: 'John', age: 30 });
    const names = asking(['James Bond, Ethan Hunt, Jason Bourne']);
    expect(await names.ask().entity(new ListOutputConverter())).toEqual(['James Bond', 'Ethan Hunt', 'Jason Bourne']);
    expect(names.text()).toContain('comma-separated values');
  });

  it('takes a JSON Schema, and hands out what fits it', async () => {
    const schema = { type: 'object', properties: { size: { type: 'number' } }, required: ['size'] };
    const { ask, text } = asking(['{"size":2,"other":3}', '{"size":"big"}']);
    expect(await ask().entity<{ size: number }>(schema)).toEqual({ size: 2, other: 3 });
    expect(text()).toContain(JSON.stringify(schema));
    await expect(ask().entity(schema)).rejects.toThrow('$.size must be a number');
  });

  it('[SO-11] cleans the answer of thoughts and fences', () => {
    const converter = new BeanOutputConverter(UserEntity);
    const answers = [
      '```json\n{"name":"John","age":30}\n```',
      '  <think>hm\nwell {</think>\n{"name":"John","age":30}',
      '<THINKING>a</THINKING><reasoning>b</reasoning>```json\n{"name":"John","age":30}\n```',
      '<think>a</think><Think>b</tHINK> {"name":"John","age":30}',
      '<think>a</think>\n\n```json\n{"name":"John","age":30}\n```\n',
      '```{"name":"John","age":30}```',
      '```json {"name":"John","age":30}```',
    ];
    for (const answer of answers) expect(converter.convert(answer)).toEqual({ name: 'John', age: 30 });
    const start = performance.now();
    expect(() => converter.convert('<think>'.repeat(50_000))).toThrow(StructuredOutputException);
    expect(performance.now() - start).toBeLessThan(20_000);
  });

  it('[SO-12] needs a type', async () => {
    const call = asking([JOHN]).ask();
    for (const asked of [call.entity(null as never), call.responseEntity(null as never)]) {
      await expect(asked).rejects.toThrow('type cannot be null');
      await expect(asked).rejects.toMatchObject({ name: 'IllegalArgumentException' });
    }
  });

  it('[CX-129] adds nothing when there is nothing to add', async () => {
    const blank: StructuredOutputConverter<string> = { format: ' ', jsonSchema: '{}', convert: (text) => text };
    const { ask, text } = asking(['x']);
    await ask(AdvisorParams.ENABLE_NATIVE_STRUCTURED_OUTPUT).entity(blank);
    expect(text()).toBe('Tell me about John');
  });

  it('[SO-13] asks again for an answer that does not fit the schema', async () => {
    const { ask, model } = asking(['{"name":"John"}', JOHN]);
    expect(await ask().entity(UserEntity, (spec) => spec.validateSchema())).toEqual({ name: 'John', age: 30 });
    expect(model.prompts).toHaveLength(2);
  });

  it('[SO-14] checks nothing without a schema', async () => {
    const { ask, model } = asking(['a, b']);
    expect(await ask().entity(new ListOutputConverter(), (spec) => spec.validateSchema())).toEqual(['a', 'b']);
    expect(model.prompts).toHaveLength(1);
  });

  it('[SO-15] uses the validation advisor that is registered already', async () => {
    const { ask, model } = asking(['{"name":"John"}', '{"name":"John"}', JOHN]);
    const explicit = StructuredOutputValidationAdvisor.builder().outputType(UserEntity).maxRepeatAttempts(1).build();
    const asked = ask((spec) => spec.advisors(explicit)).entity(UserEntity, (spec) => spec.validateSchema());
    await expect(asked).rejects.toThrow('$.age is required');
    expect(model.prompts).toHaveLength(2);
  });
});
