import { describe, expect, it } from '@jest/globals';
import {
  FunctionToolCallback,
  JsonSchemaGenerator,
  MethodToolCallback,
  methodHandle,
  Tool,
  ToolDefinition,
  ToolParam,
} from '@toolwright/tools';
import { Type } from 'class-transformer';
import { IsArray, IsInt, IsOptional, IsString } from 'class-validator';
import { rejection } from '../execution/testTools.js';

class Line {
  @IsInt()
  qty!: number;
  @IsString()
  @IsOptional()
  note?: string;
}

class Tree {
  @IsString()
  name!: string;
  @IsOptional()
  @Type(() => Tree)
  left?: Tree;
  @IsArray()
  @IsOptional()
  @Type(() => Line)
  lines?: Line[];
}

class Shop {
  readonly orders: unknown[] = [];

  @Tool()
  order(
    @ToolParam({ name: 'city', type: 'string' }) city: string,
    @ToolParam({ name: 'unit', type: { enum: ['C', 'F'] }, required: false, description: 'Unit' }) unit?: string,
    @ToolParam({ name: 'line', required: false }) line?: Line,
    @ToolParam({ name: 'tree', required: false }) tree?: Tree,
    @ToolParam({ name: 'either', required: false, schema: { anyOf: [{ type: 'string' }, { type: 'integer' }] } })
    either?: unknown,
    @ToolParam({ name: 'anything', type: 'any', required: false }) anything?: unknown,
    @ToolParam({ name: 'literal', required: false, schema: { const: 'only', type: 'string', description: 'L' } })
    literal?: string,
    @ToolParam({ name: 'both', required: false, schema: { type: 'object', anyOf: [{ required: ['a'] }] } })
    both?: object,
    @ToolParam({
      name: 'open',
      required: false,
      schema: { type: 'object', properties: {}, additionalProperties: true },
    })
    open?: object,
  ): string {
    this.orders.push([city, unit, line, tree, either, anything, literal, both, open]);
    return 'ok';
  }
}

const method = methodHandle(Shop, 'order');
const strict = JSON.parse(JsonSchemaGenerator.generateForMethodInput(method, 'STRICT')) as {
  $defs: Record<string, unknown>;
  properties: Record<string, unknown>;
  required: string[];
  additionalProperties: boolean;
};

describe('[TX-20] the strict form', () => {
  it('requires every property and lets what was optional be null', () => {
    expect(strict.required).toEqual(['city', 'unit', 'line', 'tree', 'either', 'anything', 'literal', 'both', 'open']);
    expect(strict.additionalProperties).toBe(false);
    expect(strict.properties).toEqual({
      city: { type: 'string' },
      unit: { type: ['string', 'null'], enum: ['C', 'F', null], description: 'Unit' },
      line: {
        type: ['object', 'null'],
        properties: { note: { type: ['string', 'null'] }, qty: { type: 'integer' } },
        required: ['note', 'qty'],
        additionalProperties: false,
      },
      tree: { anyOf: [{ $ref: '#/$defs/Tree' }, { type: 'null' }] },
      either: { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
      anything: {},
      literal: { anyOf: [{ const: 'only', type: 'string' }, { type: 'null' }], description: 'L' },
      both: { anyOf: [{ type: 'object', anyOf: [{ required: ['a'] }] }, { type: 'null' }] },
      open: { type: ['object', 'null'], properties: {}, required: [], additionalProperties: false },
    });
  });

  it('includes definitions', () => {
    expect(strict.$defs['Tree']).toEqual({
      type: 'object',
      properties: {
        left: { anyOf: [{ $ref: '#/$defs/Tree' }, { type: 'null' }] },
        lines: {
          type: ['array', 'null'],
          items: {
            type: 'object',
            properties: { note: { type: ['string', 'null'] }, qty: { type: 'integer' } },
            required: ['note', 'qty'],
            additionalProperties: false,
          },
        },
        name: { type: 'string' },
      },
      required: ['left', 'lines', 'name'],
      additionalProperties: false,
    });
  });

  it('takes null for what was left out', async () => {
    const shop = new Shop();
    const callback = MethodToolCallback.builder()
      .toolDefinition(
        ToolDefinition.builder()
          .name('order')
          .inputSchema(JsonSchemaGenerator.generateForMethodInput(method, 'STRICT'))
          .build(),
      )
      .toolMethod(method)
      .toolObject(shop)
      .build();
    await callback.call(
      '{"city":"Rome","unit":null,"line":{"qty":1,"note":null},"tree":null,"either":null,"anything":null,"literal":null,"both":null,"open":null}',
    );
    expect(shop.orders).toEqual([
      ['Rome', undefined, { qty: 1 }, undefined, undefined, undefined, undefined, undefined, undefined],
    ]);
    expect((await rejection<Error>(callback.call('{"city":null}'))).message).toBe(
      "Invalid arguments for tool 'order': $.city is required",
    );
    const received: unknown[] = [];
    const weigh = FunctionToolCallback.builder('weigh', (input) => {
      received.push(input);
    })
      .inputType(Line)
      .inputSchema(JsonSchemaGenerator.generateForType(Line, 'STRICT'))
      .build();
    await weigh.call('{"qty":1,"note":null}');
    expect(received).toEqual([{ qty: 1 }]);
  });
});
