import { describe, expect, it } from '@jest/globals';
import { ChatClient, StructuredOutputValidationAdvisor } from '@toolwright/chat';
import { UnsupportedOperationException } from '@toolwright/core';
import { ChatResponse, type Usage, UserMessage, usageOf } from '@toolwright/model';
import { ToolParam } from '@toolwright/tools';
import { callThrough, requestOf, textOf, tokensOf } from '../support/loops.js';
import { AnyModel, asks, call, collect, says } from '../support/models.js';
import { StubTool } from '../support/tools.js';

class UserEntity {
  @ToolParam({ type: 'string' })
  name!: string;

  @ToolParam({ type: 'integer' })
  age!: number;
}

const VALID = '{"name":"John","age":30}';
const INVALID = '{"name":"John"}';
const U = new UserMessage('Tell me');
const builder = () => StructuredOutputValidationAdvisor.builder().outputType(UserEntity);

async function ask(advisor: StructuredOutputValidationAdvisor, ...replies: readonly (ChatResponse | null)[]) {
  const model = new AnyModel(replies);
  const response = await callThrough(model, requestOf([U]), advisor);
  return { response, texts: model.prompts.map(({ userMessage }) => userMessage.text) };
}

describe('The validation of structured output', () => {
  it('[SO-16] is not for streams, which offer no entity', async () => {
    const stream = ChatClient.create(new AnyModel([says(VALID)]))
      .prompt('go')
      .advisors(builder().build())
      .stream();
    expect('entity' in stream).toBe(false);
    const consumed = collect(stream.content());
    await expect(consumed).rejects.toBeInstanceOf(UnsupportedOperationException);
    await expect(consumed).rejects.toThrow('The Structured Output Validation Advisor does not support streaming.');
  });

  it('[SO-17] has defaults and checks its settings', async () => {
    const advisor = builder().build();
    expect([advisor.name, advisor.order]).toEqual(['Structured Output Validation Advisor', 2147481647]);
    const invalid = says(INVALID);
    expect((await ask(advisor, invalid, invalid, invalid, invalid, invalid)).texts).toHaveLength(4);
    const order = 'advisorOrder must be between HIGHEST_PRECEDENCE and LOWEST_PRECEDENCE';
    const cases: readonly [StructuredOutputValidationAdvisor.Builder, string][] = [
      [StructuredOutputValidationAdvisor.builder(), 'Either outputType or outputJsonSchema must be set.'],
      [builder().outputJsonSchema('{}'), 'Only outputType or outputJsonSchema can be set, not both.'],
      [builder().advisorOrder(-2147483648), order],
      [builder().advisorOrder(2147483647), order],
      [builder().maxRepeatAttempts(-1), 'repeatAttempts must be greater than or equal to 0'],
    ];
    for (const [faulty, message] of cases) {
      expect(() => faulty.build()).toThrow(expect.objectContaining({ name: 'IllegalArgumentException', message }));
    }
  });

  it('[SO-18] returns the last answer when all are invalid', async () => {
    const [first, second, third] = [says('{}'), says('{}'), says(INVALID)];
    const none = await ask(builder().maxRepeatAttempts(0).build(), first, second);
    expect([none.texts.length, none.response.chatResponse]).toEqual([1, first]);
    const two = await ask(builder().maxRepeatAttempts(2).build(), first, second, third);
    expect([two.texts.length, textOf(two.response)]).toEqual([3, INVALID]);
  });

  it('[SO-19] tells the model what is wrong, from the original prompt each time', async () => {
    const { texts } = await ask(builder().build(), says('{}'), says(INVALID), says(VALID));
    const because = 'Tell me\nOutput JSON validation failed because of: ';
    expect(texts).toEqual([
      'Tell me',
      `${because}$.age is required; $.name is required`,
      `${because}$.age is required`,
    ]);
  });

  it('[SO-20] names the reason', async () => {
    const reasonFor = async (reply: ChatResponse | null): Promise<string> => {
      const { texts } = await ask(builder().build(), reply, says(VALID));
      return texts[1]?.split('because of: ')[1] ?? 'valid';
    };
    const missing = 'Missing required json output for validation.';
    expect(await reasonFor(says('{}'))).toBe('$.age is required; $.name is required');
    expect(await reasonFor(says('  '))).toBe('Empty JSON output for validation.');
    expect(await reasonFor(null)).toBe(missing);
    expect(await reasonFor(new ChatResponse([]))).toBe(missing);
    expect(await reasonFor(says(null))).toBe(missing);
    expect(await reasonFor(says('no json'))).toMatch(/^Invalid JSON: /);
    const two = new ChatResponse([...says(VALID).results, ...says('no json').results]);
    expect(await reasonFor(two)).toBe('valid');
  });

  it('[SO-21] sums what all attempts used', async () => {
    const usages: readonly [Usage, Usage] = [usageOf(10, 20, 30), usageOf(1, 2, 3)];
    const valid = await ask(builder().build(), says(INVALID, usages[0]), says(VALID, usages[1]));
    expect(tokensOf(valid.response)).toEqual([11, 22, 33]);
    const once = builder().maxRepeatAttempts(1).build();
    const invalid = await ask(once, says(INVALID, usages[0]), says(INVALID, usages[1]));
    expect(tokensOf(invalid.response)).toEqual([11, 22, 33]);
  });

  it('[SO-21] [SO-23] sums them also if the model asks for a tool instead of repairing its answer', async () => {
    const model = new AnyModel([
      says(INVALID, usageOf(10, 20, 30)),
      asks(call('lookup'), usageOf(1, 2, 3)),
      says(VALID, usageOf(100, 200, 300)),
    ]);
    const spec = ChatClient.create(model).prompt('go').tools(new StubTool('lookup'));
    const { entity, response } = await spec.call().responseEntity(UserEntity, (output) => output.validateSchema());
    expect(entity).toEqual({ name: 'John', age: 30 });
    expect(response?.metadata.usage).toMatchObject({ promptTokens: 111, completionTokens: 222, totalTokens: 333 });
  });

  it('[SO-23] hands out a request for tools as it is', async () => {
    const asking = asks(call('lookup'), usageOf(1, 2, 3));
    expect((await ask(builder().build(), asking)).response.chatResponse).toBe(asking);
  });

  it('[SO-22] rejects a property that the type does not have', async () => {
    const extra = '{"name":"John Doe","age":30,"extraField":"value"}';
    const { texts, response } = await ask(builder().build(), says(extra), says(VALID));
    expect(texts[1]).toContain('$.extraField is not a known key');
    expect(textOf(response)).toBe(VALID);
  });

  it('[SO-23] [CX-114] lets a request for tools pass inside of the loop', async () => {
    const model = new AnyModel([asks(call('lookup')), says(VALID)]);
    const spec = ChatClient.create(model).prompt('go').tools(new StubTool('lookup'));
    const user = await spec.call().entity(UserEntity, (entity) => entity.validateSchema());
    expect(user).toEqual({ name: 'John', age: 30 });
    expect(model.prompts).toHaveLength(2);
  });
});
