import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { Tool, ToolCallbacks, type ToolCallback, ToolContext, ToolParam } from '@toolwright/tools';
import { IsInt, IsISO8601, IsOptional, IsString, Min } from 'class-validator';

class Search {
  @IsString()
  text!: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  limit?: number;

  @IsOptional()
  @IsISO8601()
  since?: string;

  describe(): string {
    return `${this.text} ${String(this.limit)}`;
  }
}

class Documents {
  @Tool({ flatten: true })
  flat(request: Search): string {
    return `${String(request instanceof Search)} ${request.describe()}`;
  }

  @Tool()
  nested(request: Search): string {
    return request.describe();
  }

  @Tool({ flatten: true })
  withContext(context: ToolContext, request: Search, signal: AbortSignal): string {
    return `${context.require<string>('tenant')} ${request.text} ${String(signal.aborted)}`;
  }
}

class TwoParameters {
  @Tool({ flatten: true })
  two(_request: Search, _other: string): string {
    return '';
  }
}

class Primitive {
  @Tool({ flatten: true })
  one(@ToolParam() _text: string): string {
    return '';
  }
}

function toolOf(name: string): ToolCallback {
  const tool = ToolCallbacks.from(new Documents()).find(({ definition }) => definition.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool;
}

function schemaOf(name: string): unknown {
  return JSON.parse(toolOf(name).definition.inputSchema);
}

describe('a class as the only parameter of a method', () => {
  const closed = {
    properties: {
      limit: { type: 'integer', minimum: 1 },
      text: { type: 'string' },
    },
    required: ['text'],
    additionalProperties: false,
  };

  it('[ZS-07] is one argument named after the parameter', async () => {
    expect(schemaOf('nested')).toMatchObject({
      properties: { request: { ...closed, properties: { ...closed.properties, since: { format: 'date-time' } } } },
      required: ['request'],
    });
    expect(await toolOf('nested').call('{"request":{"text":"a","limit":2}}')).toBe('"a 2"');
  });

  it('[ZS-07] is all arguments of the tool with flatten', async () => {
    expect(schemaOf('flat')).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      ...closed,
      properties: { ...closed.properties, since: { type: 'string' } },
    });
    expect(await toolOf('flat').call('{"text":"a","limit":2}')).toBe('"true a 2"');
  });

  it('[ZS-07] is validated with the paths that the model knows', async () => {
    await expect(toolOf('flat').call('{"limit":0}')).rejects.toThrow(
      "Invalid arguments for tool 'flat': $.text is required; $.limit must be at least 1",
    );
    await expect(toolOf('flat').call('null')).rejects.toThrow('$.text is required');
    await expect(toolOf('flat').call('[1]')).rejects.toThrow('arguments must be a JSON object');
  });

  it('[ZS-07] leaves context and signal where they are', async () => {
    const context = new ToolContext({ tenant: 'acme' });
    expect(await toolOf('withContext').call('{"text":"a"}', context)).toBe('"acme a false"');
  });

  it('[ZS-07] refuses to flatten what is not one object', () => {
    const message = (method: string) =>
      `@Tool({ flatten: true }) of ${method} makes the properties of a parameter the arguments of the tool, so the ` +
      'method needs exactly one parameter';
    expect(() => ToolCallbacks.from(new TwoParameters())).toThrow(message('TwoParameters.two'));
    expect(() => ToolCallbacks.from(new Primitive())).toThrow(message('Primitive.one'));
  });
});
