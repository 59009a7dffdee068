import { describe, expect, it } from '@jest/globals';
import { ChatClient, StandardOutputConverter, StructuredOutputException } from '@toolwright/chat';
import { IllegalArgumentException } from '@toolwright/core';
import { type } from 'arktype';
import { z } from 'zod';
import { AnyModel, says } from '../support/models.js';

const Person = z.object({
  name: z.string().describe('Full name'),
  born: z.string().transform((text) => new Date(text)),
  unit: z.enum(['C', 'F']).default('C'),
});

function asking(...replies: readonly string[]) {
  const model = new AnyModel(replies.map((reply) => says(reply)));
  const spec = () => ChatClient.create(model).prompt('Who?').call();
  return { model, spec, text: (index: number) => model.prompts[index]?.userMessage.text ?? '' };
}

describe('entity() with a Standard Schema', () => {
  it('[ZS-06] makes the value that a Zod schema makes, transformations and defaults included', async () => {
    const { spec, text } = asking('```json\n{"name":"Ada","born":"1815-12-10"}\n```');
    const person = await spec().entity(Person);
    // The type of the value is that of the schema.
    const name: string | undefined = person?.name;
    expect(name).toBe('Ada');
    expect(person?.born.getUTCFullYear()).toBe(1815);
    expect(person?.unit).toBe('C');
    expect(text(0)).toContain('"name":{"type":"string","description":"Full name"}');
  });

  it('[ZS-06] takes any other library that can write JSON Schema', async () => {
    const Point = type({ x: 'number.integer', 'label?': 'string' });
    const { spec, text } = asking('{"x":3}');
    expect(await spec().entity(Point)).toEqual({ x: 3 });
    expect(text(0)).toContain('"integer"');
  });

  it('[ZS-06] validates by the schema itself, and tells the model what it says', async () => {
    const Even = z.object({ n: z.number().refine((n) => n % 2 === 0, 'must be even') });
    const { spec, text, model } = asking('{"n":3}', '{"n":4}');
    const even = await spec().entity(Even, (entity) => entity.validateSchema());
    expect(even).toEqual({ n: 4 });
    expect(model.prompts).toHaveLength(2);
    expect(text(1)).toContain('Output JSON validation failed because of: $.n must be even');
  });

  it('[ZS-06] waits for schemas that check asynchronously', async () => {
    const Free = z.object({ name: z.string().refine(async (name) => name !== 'taken', 'is taken') });
    expect(await asking('{"name":"new"}').spec().entity(Free)).toEqual({ name: 'new' });
    await expect(asking('{"name":"taken"}').spec().entity(Free)).rejects.toThrow(
      'The answer cannot be converted: $.name is taken',
    );
  });

  it('[ZS-06] says what the schema has against an answer, without the answer', async () => {
    const running = asking('{"name":"Ada","born":7}').spec().entity(Person);
    await expect(running).rejects.toBeInstanceOf(StructuredOutputException);
    await expect(running).rejects.toThrow(/^The answer cannot be converted: \$\.born /);
    await expect(asking('no json').spec().entity(Person)).rejects.toThrow('it is no JSON');
  });

  it('[ZS-06] gives the schema to a provider that takes one, and to responseEntity()', async () => {
    const converter = new StandardOutputConverter(Person);
    expect(JSON.parse(converter.jsonSchema)).toMatchObject({ type: 'object', required: ['name', 'born'] });
    const { entity } = await asking('{"name":"Ada","born":"1815-12-10"}').spec().responseEntity(Person);
    expect(entity?.name).toBe('Ada');
  });

  it('[ZS-03] names the library of a schema that cannot be written as JSON Schema', () => {
    const schema = { '~standard': { version: 1, vendor: 'plain', validate: (value: unknown) => ({ value }) } } as const;
    expect(() => new StandardOutputConverter(schema)).toThrow(IllegalArgumentException);
    expect(() => new StandardOutputConverter(schema)).toThrow(
      'The output type, a schema of plain, cannot be written as JSON Schema. Use a version or adapter of plain that ' +
        'implements Standard JSON Schema.',
    );
  });
});
