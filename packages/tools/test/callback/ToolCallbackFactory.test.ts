import 'reflect-metadata';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { IllegalArgumentException, RecordingLogProvider } from '@toolwright/core';
import {
  FunctionToolCallback,
  type JsonSchemaNode,
  SchemaCustomizer,
  type SchemaParameter,
  TextToolCallResultConverter,
  Tool,
  type ToolCallback,
  ToolCallbackFactory,
  ToolCallingChatOptions,
  ToolContext,
  ToolMetadata,
  ToolParam,
} from '@toolwright/tools';
import { IsInt } from 'class-validator';
import { z } from 'zod';
import { tool } from '../execution/testTools.js';

const LONG_NAME = `get${'A'.repeat(70)}`;

class Tools {
  @Tool({ name: 'get weather', description: 'Weather' })
  weather(@ToolParam({ description: 'City' }) city: string): string {
    return city;
  }

  @Tool({ name: LONG_NAME })
  long(): string {
    return 'long';
  }
}

let logs: RecordingLogProvider;
beforeEach(() => {
  logs = RecordingLogProvider.install();
});
afterEach(() => {
  logs.uninstall();
});

function names(tools: readonly ToolCallback[]): readonly string[] {
  return tools.map(({ definition }) => definition.name);
}

describe('names that not every provider accepts', () => {
  it('[TX-16] are kept and warned about by default', () => {
    const factory = new ToolCallbackFactory();
    const tools = factory.from(new Tools());
    expect(names(factory.named(tools))).toEqual(['get weather', LONG_NAME]);
    expect(factory.named(tools)).toBe(tools);
    expect(logs.messages('warn')).toEqual([
      "Tool name 'get weather' may not be compatible with some LLMs (e.g., OpenAI). Consider using only alphanumeric " +
        'characters, underscores, hyphens, and dots.',
    ]);
  });

  it('[TX-16] are refused when the tool is defined with reject', () => {
    const factory = new ToolCallbackFactory({ namePolicy: 'reject' });
    const message =
      "Tool name 'get weather' is not accepted by all providers: use 1 to 64 letters, digits, underscores, hyphens and " +
      'dots, or let names be replaced (tools.names.policy=sanitize).';
    expect(() => factory.from(new Tools())).toThrow(new IllegalArgumentException(message));
    expect(() => factory.named([tool('a b')])).toThrow("Tool name 'a b' is not accepted");
    expect(() => factory.named([tool('x'.repeat(65))])).toThrow(IllegalArgumentException);
    expect(() => factory.function('send mail', () => 'sent')).toThrow(
      new IllegalArgumentException(message.replace('get weather', 'send mail')),
    );
    expect(factory.function('sendMail', () => 'sent').build().definition.name).toBe('sendMail');
    const fine = [tool('x'.repeat(64)), tool('valid_tool-name.v1')];
    expect(factory.named(fine)).toBe(fine);
  });

  it('[TX-16] are replaced by names that fit with sanitize, without a warning', async () => {
    const factory = new ToolCallbackFactory({ namePolicy: 'sanitize' });
    const tools = factory.named(factory.from(new Tools()));
    const [weather, long] = tools;
    expect(weather?.definition.name).toBe('get_weather');
    expect(long?.definition.name).toMatch(/^getA{52}_[0-9a-f]{8}$/);
    expect(long?.definition.name).toHaveLength(64);
    expect(logs.messages('warn')).toEqual([]);
    expect(await weather?.call('{"city":"Oslo"}')).toBe('"Oslo"');
    expect(weather?.definition.description).toBe('Weather');
    expect(factory.named(factory.from(new Tools())).map(({ definition }) => definition.name)).toEqual(names(tools));
  });

  it('[TX-16] are found again through the definition of the callback', () => {
    const factory = new ToolCallbackFactory({ namePolicy: 'sanitize' });
    const definitions = factory.named(factory.from(new Tools())).map(({ definition }) => definition);
    expect(definitions.map(({ originalName }) => originalName)).toEqual(['get weather', LONG_NAME]);
    expect(tool('fine').definition.originalName).toBe('fine');
    expect(Object.isFrozen(definitions[0])).toBe(true);
  });

  it('[TX-16] stay unique when they are replaced', () => {
    const factory = new ToolCallbackFactory({ namePolicy: 'sanitize' });
    const named = names(
      factory.named([tool('get weather'), tool('get_weather'), tool('get@weather'), tool('获取'), tool('天气')]),
    );
    expect(named[1]).toBe('get_weather');
    expect(named[0]).toMatch(/^get_weather_[0-9a-f]{8}$/);
    expect(named[2]).toMatch(/^get_weather_[0-9a-f]{8}$/);
    expect(named[3]).toMatch(/^tool_[0-9a-f]{8}$/);
    expect(named[4]).toMatch(/^tool_[0-9a-f]{8}$/);
    expect(new Set(named).size).toBe(5);
  });

  it('[TX-16] [TX-18] of tools that are not methods are replaced too, and keep what the tool is', () => {
    const factory = new ToolCallbackFactory({ namePolicy: 'sanitize' });
    const callback = FunctionToolCallback.builder('send mail', () => 'sent')
      .toolMetadata(ToolMetadata.builder().returnDirect(true).attributes({ destructive: true }).build())
      .build();
    const [named] = factory.named([callback]);
    expect(named?.definition.name).toBe('send_mail');
    expect(named?.metadata).toBe(callback.metadata);
  });
});

describe('a tool under a name that fits', () => {
  class Greeter {
    @Tool({
      name: 'say hello',
      description: (context) => `Says hello in ${context.get<string>('language') ?? 'English'}`,
      examples: [{ who: 'Ada' }],
    })
    hello(@ToolParam() who: string): string {
      return who;
    }
  }

  it('[TX-16] keeps its examples and describes itself by the context', () => {
    const factory = new ToolCallbackFactory({ namePolicy: 'sanitize' });
    const [tool] = factory.named(factory.from(new Greeter()));
    expect(tool?.definition.inputExamples).toEqual([{ who: 'Ada' }]);
    expect(tool?.definition.plainDescription).toBe('Says hello in English');
    const korean = tool?.inContext(new ToolContext({ language: 'Korean' }));
    expect(korean?.definition.name).toBe('say_hello');
    expect(korean?.definition.plainDescription).toBe('Says hello in Korean');
    expect(korean?.definition.originalName).toBe('say hello');
  });
});

/** Adds an example to texts, and a title to every tool. */
class Titles extends SchemaCustomizer {
  readonly seen: SchemaParameter[] = [];

  override customizeParameter(node: JsonSchemaNode, parameter: SchemaParameter): JsonSchemaNode {
    this.seen.push(parameter);
    return node['type'] === 'string' ? { ...node, maxLength: 5 } : node;
  }

  override customizeRoot(schema: JsonSchemaNode, toolName: string): JsonSchemaNode {
    return { ...schema, title: `Arguments of ${toolName}`, additionalProperties: true };
  }
}

/** Sees what the one before has made. */
class Nested extends SchemaCustomizer {
  override customizeParameter(node: JsonSchemaNode): JsonSchemaNode {
    return node['maxLength'] === 5 ? { ...node, maxLength: 6 } : { type: 'object', properties: { at: node } };
  }
}

class Counted {
  @Tool()
  count(@ToolParam() word: string, @ToolParam({ type: 'integer', required: false }) times?: number): string {
    return `${word} ${String(times)}`;
  }
}

function schemaOf(callback: ToolCallback | undefined): unknown {
  return JSON.parse(callback?.definition.inputSchema ?? 'null');
}

describe('schemas that the application customizes', () => {
  it('[TX-21] are made by customizers in order, whose root keywords win', () => {
    const titles = new Titles();
    const factory = new ToolCallbackFactory({ schemaCustomizers: [titles] });
    expect(schemaOf(factory.from(new Counted())[0])).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { word: { type: 'string', maxLength: 5 }, times: { type: 'integer' } },
      required: ['word'],
      additionalProperties: true,
      title: 'Arguments of count',
    });
    expect(titles.seen.slice(0, 2)).toEqual([
      { toolName: 'count', name: 'word', required: true },
      { toolName: 'count', name: 'times', required: false },
    ]);
  });

  it('[TX-21] are closed for unknown keys where a customizer does not decide it', () => {
    const factory = new ToolCallbackFactory({ schemaCustomizers: [new Titles(), new Nested()] });
    expect(schemaOf(factory.from(new Counted())[0])).toMatchObject({
      properties: {
        word: { type: 'string', maxLength: 6 },
        times: { type: 'object', properties: { at: { type: 'integer' } }, additionalProperties: false },
      },
    });
  });

  it('[TX-21] are what arguments are checked against', async () => {
    const factory = new ToolCallbackFactory({ schemaCustomizers: [new Titles()] });
    const [count] = factory.from(new Counted());
    expect(await count?.call('{"word":"hello"}')).toBe('"hello undefined"');
    await expect(count?.call('{"word":"hello!"}')).rejects.toThrow(
      "Invalid arguments for tool 'count': $.word must have at most 5 characters",
    );
  });

  it('[TX-21] do not change the tools of others', () => {
    new ToolCallbackFactory({ schemaCustomizers: [new Titles()] }).from(new Counted());
    expect(schemaOf(ToolCallbackFactory.DEFAULT.from(new Counted())[0])).not.toHaveProperty('title');
  });

  it('[TX-21] are also those of functions with a class or a schema of a library, not those written by hand', async () => {
    class Input {
      @IsInt()
      count!: number;
    }
    const factory = new ToolCallbackFactory({ schemaCustomizers: [new Titles()] });
    const byClass = factory
      .function('byClass', () => 'x')
      .inputType(Input)
      .build();
    const byZod = factory
      .function('byZod', () => 'x')
      .inputType(z.object({ city: z.string() }))
      .build();
    const byHand = factory
      .function('byHand', () => 'x')
      .inputSchema('{"type":"object"}')
      .build();
    expect(schemaOf(byClass)).toMatchObject({ title: 'Arguments of byClass', additionalProperties: true });
    expect(schemaOf(byZod)).toMatchObject({ title: 'Arguments of byZod', properties: { city: { maxLength: 5 } } });
    expect(schemaOf(byHand)).toEqual({ type: 'object' });
    expect(await byClass.call('{"count":1}')).toBe('"x"');
  });
});

describe('texts as results', () => {
  const callOf = async (text: string, plain: boolean): Promise<string> => {
    const builder = FunctionToolCallback.builder('x', () => text);
    if (plain) builder.toolCallResultConverter(new TextToolCallResultConverter());
    return builder.build().call('{}');
  };

  it('[TX-19] reach the model as they are with the text converter', async () => {
    expect(await callOf('It is "sunny"', true)).toBe('It is "sunny"');
    expect(await callOf('3 strings processed', true)).toBe('3 strings processed');
  });

  it('[TX-19] are quoted by default even where they begin like JSON', async () => {
    expect(await callOf('3.0 + 5.0 = 8.0', false)).toBe('"3.0 + 5.0 = 8.0"');
    expect(await callOf('3 strings processed: [one, two]', false)).toBe('"3 strings processed: [one, two]"');
    expect(await callOf('{"a":1}', false)).toBe('{"a":1}');
  });
});

describe('tools with one name', () => {
  class A {
    @Tool()
    lookUp(): string {
      return 'a';
    }
  }
  class B {
    @Tool({ name: 'lookUp' })
    find(): string {
      return 'b';
    }
  }

  it('name both owners', () => {
    const factory = ToolCallbackFactory.DEFAULT;
    const [a, b] = [...factory.from(new A()), ...factory.from(new B())];
    const validate = (...tools: readonly (ToolCallback | undefined)[]) =>
      ToolCallingChatOptions.validateToolCallbacks(tools as readonly ToolCallback[]);
    expect(() => {
      validate(a, b);
    }).toThrow(
      'Multiple tools with the same name (lookUp) found in ToolCallingChatOptions: lookUp is declared by A.lookUp and B.find',
    );
    expect(() => {
      validate(a, FunctionToolCallback.builder('lookUp', () => 'c').build());
    }).toThrow('lookUp is declared by A.lookUp and a FunctionToolCallback');
  });
});
