import { describe, expect, it } from '@jest/globals';
import { IllegalArgumentException, IllegalStateException } from '@toolwright/core';
import { AugmentedToolCallback, augmentToolInputSchema, ToolParam, toAugmentedArgumentTypes } from '@toolwright/tools';
import { IsArray, IsInt, IsString } from 'class-validator';
import { Type } from 'class-transformer';
import { tool } from '../execution/testTools.js';

class Simple {
  @ToolParam({ description: 'A simple string field' })
  name!: string;
  @ToolParam({ description: 'A simple integer field', required: false, type: 'integer' })
  age?: number;
}

class Address {
  @ToolParam({ description: 'Town', required: false })
  city!: string;
}

class Complex {
  @ToolParam({ type: ['string'] })
  tags!: string[];
  @ToolParam()
  address!: Address;
}

class Undescribed {
  @IsString()
  reason!: string;
}

class Empty {
  hidden = '';
}

class Node {
  @IsInt()
  value!: number;
  @IsArray()
  @Type(() => Node)
  children!: Node[];
}

class Nested {
  @ToolParam({ description: 'Where' })
  where!: Address;
  @ToolParam({ description: 'Tree' })
  tree!: Node;
}

const BASE = JSON.stringify({
  type: 'object',
  properties: { existingField: { type: 'string' } },
  required: ['existingField'],
});

function schemaOf(text: string): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>;
}

function thrown(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

describe('toAugmentedArgumentTypes', () => {
  it('[AU-01] lists the fields in the order of their declaration', () => {
    expect(toAugmentedArgumentTypes(Simple)).toEqual([
      { name: 'name', type: 'string', description: 'A simple string field', required: true },
      { name: 'age', type: 'integer', description: 'A simple integer field', required: false },
    ]);
    expect(toAugmentedArgumentTypes(Complex)).toEqual([
      { name: 'tags', type: ['string'], description: '', required: true },
      { name: 'address', type: Address, description: '', required: true },
    ]);
  });

  it('[AU-02] does not require a field without @ToolParam', () => {
    expect(toAugmentedArgumentTypes(Undescribed)).toEqual([
      { name: 'reason', type: 'string', description: 'no description', required: false },
    ]);
  });

  it.each([
    [String, "Argument type 'String' must be a class whose decorated fields are the arguments"],
    [Object, "Argument type 'Object' must be a class whose decorated fields are the arguments"],
    [{} as never, 'Argument type of type object must be a class whose decorated fields are the arguments'],
    [Empty, "Argument type 'Empty' must have at least one field that a decorator such as @ToolParam describes"],
  ])('[AU-03] refuses %p', (type, message) => {
    const expected = new IllegalArgumentException(message);
    expect(thrown(() => toAugmentedArgumentTypes(type))).toEqual(expected);
    expect(thrown(() => new AugmentedToolCallback(tool('x'), type, null, false))).toEqual(expected);
  });
});

describe('augmentToolInputSchema', () => {
  it('[AU-04] adds properties and requires those that are', () => {
    expect(schemaOf(augmentToolInputSchema(BASE, 'newField', String, 'A new field', true))).toEqual({
      type: 'object',
      properties: { existingField: { type: 'string' }, newField: { type: 'string', description: 'A new field' } },
      required: ['existingField', 'newField'],
    });
    const types = [
      { name: 'first', type: 'string', description: 'First', required: true },
      { name: 'second', type: 'integer', description: 'Second', required: false },
    ] as const;
    expect(schemaOf(augmentToolInputSchema(BASE, types))).toEqual({
      type: 'object',
      properties: {
        existingField: { type: 'string' },
        first: { type: 'string', description: 'First' },
        second: { type: 'integer', description: 'Second' },
      },
      required: ['existingField', 'first'],
    });
  });

  it.each(['', null])('[AU-05] creates what the base lacks, and no blank description (%p)', (description) => {
    expect(schemaOf(augmentToolInputSchema('{"type":"object"}', 'newField', String, description, true))).toEqual({
      type: 'object',
      properties: { newField: { type: 'string' } },
      required: ['newField'],
    });
    const withoutRequired = '{"type":"object","properties":{"a":{"type":"string"}}}';
    expect(
      schemaOf(augmentToolInputSchema(withoutRequired, 'newField', String, description, true))['required'],
    ).toEqual(['newField']);
  });

  it('[AU-06] refuses a base that is not JSON and keeps the cause', () => {
    const error = thrown(() => augmentToolInputSchema('{ no json', 'a', String, 'A', true)) as IllegalStateException;
    expect(error).toBeInstanceOf(IllegalStateException);
    expect(error.message).toBe('Failed to parse JSON Schema');
    expect(error.cause).toBeInstanceOf(SyntaxError);
    expect(thrown(() => augmentToolInputSchema('[1]', 'a', String, 'A', true))).toEqual(
      new IllegalStateException('Failed to parse JSON Schema'),
    );
  });

  it('[AU-07] preserves everything else', () => {
    const base = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'https://example.com/a',
      title: 'A',
      description: 'An A',
      type: 'object',
      properties: { n: { type: 'integer', minimum: 0, description: 'N' } },
      additionalProperties: false,
    };
    const augmented = augmentToolInputSchema(JSON.stringify(base), 'newField', 'boolean', 'New', false);
    expect(schemaOf(augmented)).toEqual({
      ...base,
      properties: { ...base.properties, newField: { type: 'boolean', description: 'New' } },
    });
  });

  it('refuses a name that the schema has', () => {
    expect(thrown(() => augmentToolInputSchema(BASE, 'existingField', String, 'A', true))).toEqual(
      new IllegalStateException("Augmented argument 'existingField' conflicts with a property of the schema"),
    );
  });

  it('[AU-17] writes nested types by the rules of every schema and hoists their definitions', () => {
    const augmented = schemaOf(augmentToolInputSchema(BASE, toAugmentedArgumentTypes(Nested)));
    expect(augmented).toEqual({
      type: 'object',
      $defs: {
        Node: {
          type: 'object',
          properties: {
            children: { type: 'array', items: { $ref: '#/$defs/Node' } },
            value: { type: 'integer' },
          },
          required: ['children', 'value'],
          additionalProperties: false,
        },
      },
      properties: {
        existingField: { type: 'string' },
        where: {
          type: 'object',
          description: 'Where',
          properties: { city: { type: 'string', description: 'Town' } },
          required: [],
          additionalProperties: false,
        },
        tree: { $ref: '#/$defs/Node', description: 'Tree' },
      },
      required: ['existingField', 'where', 'tree'],
    });
    const taken = JSON.stringify({ type: 'object', $defs: { Node: { type: 'string' } } });
    const renamed = schemaOf(augmentToolInputSchema(taken, 'tree', Node, 'Tree', true)) as {
      $defs: Record<string, { properties: Record<string, unknown> }>;
      properties: unknown;
    };
    expect(Object.keys(renamed.$defs)).toEqual(['Node', 'Node_2']);
    expect(renamed.$defs['Node']).toEqual({ type: 'string' });
    expect(renamed.$defs['Node_2']?.properties['children']).toEqual({
      type: 'array',
      items: { $ref: '#/$defs/Node_2' },
    });
    expect(renamed.properties).toEqual({ tree: { $ref: '#/$defs/Node_2', description: 'Tree' } });
  });
});
