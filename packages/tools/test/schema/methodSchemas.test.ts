import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { IllegalArgumentException, IllegalStateException, RecordingLogProvider } from '@toolwright/core';
import {
  Description,
  ensureValidInputSchema,
  JsonSchemaGenerator,
  methodHandle,
  type SchemaOption,
  Tool,
  ToolContext,
  ToolParam,
  ToolSignal,
} from '@toolwright/tools';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import fc from 'fast-check';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Named so that an order by locale would differ from that by code unit. */
class Cased {
  @IsString()
  beta!: string;
  @IsString()
  Zeta!: string;
  @IsString()
  alpha!: string;
  @IsString()
  Ärger!: string;
}

class Person {
  @IsInt()
  id!: number;
  @IsString()
  name!: string;
  @IsString()
  email!: string;
}

class PersonWithOptionalEmail {
  @IsInt()
  id!: number;
  @IsString()
  name!: string;
  @ToolParam({ required: false, description: 'The email of the person' })
  email!: string;
}

class TestData {
  @IsInt()
  id!: number;
  @ToolParam({ description: 'The special name' })
  name!: string;
}

@Description('Much more data')
class MoreTestData {
  @IsInt()
  id!: number;
  @ToolParam({ description: 'Even more special name' })
  name!: string;
}

class WithMapField {
  @IsString()
  name!: string;
  @IsInt({ each: true })
  scores!: Map<string, number>;
}

class RecursiveFilter {
  @IsString()
  label!: string;
  @ValidateNested({ each: true })
  @Type(() => RecursiveFilter)
  filters!: RecursiveFilter[];
}

class SearchRequest {
  @ValidateNested({ each: true })
  @Type(() => RecursiveFilter)
  filters!: RecursiveFilter[];
}

/** Two packages that use the same names. */
const OuterA = (() => {
  class Filter {
    @IsString()
    label!: string;
    @ValidateNested({ each: true })
    @Type(() => Filter)
    filters!: Filter[];
  }
  class SearchRequest {
    @ValidateNested({ each: true })
    @Type(() => Filter)
    filters!: Filter[];
  }
  return { Filter, SearchRequest };
})();

const OuterB = (() => {
  class Filter {
    @IsString()
    code!: string;
    @ValidateNested({ each: true })
    @Type(() => Filter)
    filters!: Filter[];
  }
  class Wrapper {
    @ValidateNested({ each: true })
    @Type(() => Filter)
    filters!: Filter[];
    @ValidateNested({ each: true })
    @Type(() => Wrapper)
    nested!: Wrapper[];
  }
  class SearchRequest {
    @ValidateNested({ each: true })
    @Type(() => Filter)
    filters!: Filter[];
  }
  class WrappedRequest extends SearchRequest {
    @ValidateNested()
    @Type(() => Wrapper)
    wrapper!: Wrapper;
  }
  return { Filter, SearchRequest, WrappedRequest };
})();

/** A twin of RecursiveFilter by name and structure. */
const Twin = (() => {
  class RecursiveFilter {
    @IsString()
    label!: string;
    @ValidateNested({ each: true })
    @Type(() => RecursiveFilter)
    filters!: RecursiveFilter[];
  }
  return { RecursiveFilter };
})();

enum Month {
  January = 'JANUARY',
  February = 'FEBRUARY',
  March = 'MARCH',
}

class Methods {
  @Tool()
  simple(name: string, @ToolParam({ type: 'integer' }) age: number): unknown {
    return [name, age];
  }
  @Tool()
  nothing(): void {
    return;
  }
  @Tool()
  order(zulu: string, person: Person, alpha: string): unknown {
    return [zulu, person, alpha];
  }
  @Tool()
  login(
    @ToolParam({ required: false, description: 'The username of the customer' }) username: string,
    @ToolParam({ required: true }) password: string,
  ): unknown {
    return [username, password];
  }
  @Tool()
  bareLogin(username: string, @ToolParam() password: string): unknown {
    return [username, password];
  }
  @Tool()
  // eslint-disable-next-line @typescript-eslint/no-wrapper-object-types -- the row names this type
  anything(object: any, other: unknown, third: Object): unknown {
    return [object, other, third];
  }
  @Tool()
  complex(@ToolParam({ type: ['string'] }) items: string[], data: TestData, moreData: MoreTestData): unknown {
    return [items, data, moreData];
  }
  @Tool()
  described(@ToolParam({ description: 'P' }) moreData: MoreTestData): unknown {
    return moreData;
  }
  @Tool()
  dates(at: Date): unknown {
    return at;
  }
  @Tool()
  formats(@ToolParam({ schema: { type: 'string', format: 'email' } }) mail: string): unknown {
    return mail;
  }
  @Tool()
  withContext(deliveryStatus: string, expectedDelivery: Date, toolContext: ToolContext): unknown {
    return [deliveryStatus, expectedDelivery, toolContext];
  }
  @Tool()
  contextFirst(toolContext: ToolContext, deliveryStatus: string): unknown {
    return [deliveryStatus, toolContext];
  }
  @Tool()
  signals(city: string, signal: AbortSignal, @ToolSignal() other: unknown): unknown {
    return [city, signal, other];
  }
  @Tool()
  search(request: SearchRequest): unknown {
    return request;
  }
  @Tool()
  twoFilters(first: RecursiveFilter, second: RecursiveFilter): unknown {
    return [first, second];
  }
  @Tool()
  colliding(
    @ToolParam({ type: OuterA.SearchRequest }) first: unknown,
    @ToolParam({ type: OuterB.SearchRequest }) second: unknown,
  ): unknown {
    return [first, second];
  }
  @Tool()
  wrapped(
    @ToolParam({ type: OuterA.SearchRequest }) first: unknown,
    @ToolParam({ type: OuterB.WrappedRequest }) second: unknown,
  ): unknown {
    return [first, second];
  }
  @Tool()
  twins(
    @ToolParam({ type: RecursiveFilter }) first: unknown,
    @ToolParam({ type: Twin.RecursiveFilter }) second: unknown,
    @ToolParam({ type: OuterA.Filter }) third: unknown,
    @ToolParam({ type: OuterB.Filter }) fourth: unknown,
  ): unknown {
    return [first, second, third, fourth];
  }
  @Tool()
  untypedArray(tags: string[]): unknown {
    return tags;
  }
  @Tool()
  optional(query: string, limit = 10, ...tags: string[]): unknown {
    return [query, limit, tags];
  }
  @Tool()
  bounded(@ToolParam({ schema: { minimum: 1, maximum: 5 } }) rating: number): unknown {
    return rating;
  }
  @Tool()
  destructured({ text }: { text: string }): unknown {
    return text;
  }
  @Tool({ name: 'x' })
  letters(a: string, b: string): unknown {
    return [a, b];
  }
  @Tool()
  named(
    @ToolParam({ name: 'a' }) { text }: { text: string },
    @ToolParam({ name: 'count', type: 'integer' }) n: number,
  ): unknown {
    return [text, n];
  }
}

const text = (key: keyof Methods, ...options: SchemaOption[]): string =>
  JsonSchemaGenerator.generateForMethodInput(methodHandle(Methods, key), ...options);
const schema = (key: keyof Methods, ...options: SchemaOption[]) => JSON.parse(text(key, ...options));

let logs: RecordingLogProvider;
beforeEach(() => {
  logs = RecordingLogProvider.install();
});
afterEach(() => {
  logs.uninstall();
});

describe('schemas of methods', () => {
  it('[JS-01] describes parameters of simple types', () => {
    expect(schema('simple')).toEqual({
      $schema: DIALECT,
      type: 'object',
      properties: { name: { type: 'string' }, age: { type: 'integer' } },
      required: ['name', 'age'],
      additionalProperties: false,
    });
  });

  it('[JS-02] writes the keys of the root in one order', () => {
    const withoutDefinitions = ['$schema', 'type', 'properties', 'required', 'additionalProperties'];
    expect(Object.keys(schema('simple'))).toEqual(withoutDefinitions);
    expect(Object.keys(schema('search'))).toEqual([
      '$schema',
      'type',
      '$defs',
      'properties',
      'required',
      'additionalProperties',
    ]);
  });

  it('[JS-03] writes empty properties for a method without parameters', () => {
    expect(schema('nothing')).toEqual({
      $schema: DIALECT,
      type: 'object',
      properties: {},
      required: [],
      additionalProperties: false,
    });
  });

  it('[JS-04] keeps the order of parameters and sorts nested properties', () => {
    const { properties, required } = schema('order');
    expect(Object.keys(properties)).toEqual(['zulu', 'person', 'alpha']);
    expect(required).toEqual(['zulu', 'person', 'alpha']);
    expect(Object.keys(properties.person.properties)).toEqual(['email', 'id', 'name']);
    expect(properties.person.required).toEqual(['email', 'id', 'name']);
    const cased = JSON.parse(JsonSchemaGenerator.generateForType(Cased));
    expect(Object.keys(cased.properties)).toEqual(['Zeta', 'alpha', 'beta', 'Ärger']);
    expect(cased.required).toEqual(['Zeta', 'alpha', 'beta', 'Ärger']);
  });

  it('[JS-05] describes parameters and leaves out what is not required', () => {
    const login = schema('login');
    expect(login.properties.username).toEqual({ type: 'string', description: 'The username of the customer' });
    expect(login.required).toEqual(['password']);
    const bare = schema('bareLogin');
    expect(bare.required).toEqual(['username', 'password']);
    expect(bare.properties).toEqual({ username: { type: 'string' }, password: { type: 'string' } });
  });

  it('[JS-06] does not change the node of an optional property', () => {
    class Contact {
      @IsString()
      name!: string;
      @IsOptional()
      @IsString()
      phone?: string;
    }
    const { properties, required } = JSON.parse(JsonSchemaGenerator.generateForType(Contact));
    expect(properties.phone).toEqual({ type: 'string' });
    expect(required).toEqual(['name']);
  });

  it('[JS-07] lets anything through where the type says nothing, and warns', () => {
    const { properties, required } = schema('anything');
    expect(properties).toEqual({ object: {}, other: {}, third: {} });
    expect(required).toEqual(['object', 'other', 'third']);
    expect(logs.messages('warn')).toHaveLength(3);
    expect(logs.messages('warn')[0]).toBe(
      "The type of parameter 'object' of Methods.anything is not known at run time, so its schema allows anything. Add @ToolParam({ type }), declare it as a class or primitive, or run the schema build.",
    );
  });

  it('[JS-08] closes every object unless told otherwise', () => {
    const closed = (key: keyof Methods) => text(key).split('"additionalProperties":false').length - 1;
    expect(closed('simple')).toBe(1);
    expect(closed('complex')).toBe(3);
    expect(closed('search')).toBe(3);
    for (const key of ['simple', 'complex', 'search'] as const) {
      const objects = text(key).split('"properties":').length - 1;
      expect(closed(key)).toBe(objects);
      expect(text(key, 'ALLOW_ADDITIONAL_PROPERTIES_BY_DEFAULT')).not.toContain('additionalProperties');
    }
  });

  it('[JS-08] closes objects inside alternatives, and no property that is called properties', () => {
    class Odd {
      @ToolParam({ schema: { anyOf: [{ type: 'object', properties: { a: {} } }, { type: 'null' }] } })
      choice: unknown;
      @ToolParam({ schema: { type: 'object', properties: { a: {} }, additionalProperties: true } })
      open: unknown;
      @ToolParam({ type: 'object' })
      properties: unknown;
    }
    const { properties } = JSON.parse(JsonSchemaGenerator.generateForType(Odd));
    expect(properties.choice.anyOf[0]).toEqual({ type: 'object', properties: { a: {} }, additionalProperties: false });
    expect(properties.properties).toEqual({ type: 'object' });
    expect(properties.open).toEqual({ type: 'object', properties: { a: {} }, additionalProperties: true });
    expect(Object.keys(properties)).toEqual(['choice', 'open', 'properties']);
  });

  it('[JS-09] leaves maps open for keys of their kind', () => {
    const root = JSON.parse(JsonSchemaGenerator.generateForType(WithMapField));
    expect(root.additionalProperties).toBe(false);
    expect(root.properties.scores).toEqual({ type: 'object', additionalProperties: { type: 'integer' } });
  });

  it('[JS-10] writes types in upper case on demand, and nothing else', () => {
    expect(schema('simple', 'UPPER_CASE_TYPE_VALUES')).toEqual({
      $schema: DIALECT,
      type: 'OBJECT',
      properties: { name: { type: 'STRING' }, age: { type: 'INTEGER' } },
      required: ['name', 'age'],
      additionalProperties: false,
    });
    class Typed {
      @IsString()
      type!: string;
      @ToolParam({ schema: { type: ['string', 'null'] } })
      unit: unknown;
    }
    const generate = (type: typeof Typed | typeof Person) =>
      JSON.parse(JsonSchemaGenerator.generateForType(type, 'UPPER_CASE_TYPE_VALUES'));
    expect(generate(Typed).properties).toEqual({ type: { type: 'STRING' }, unit: { type: ['STRING', 'NULL'] } });
    expect(generate(Person)).toEqual({
      $schema: DIALECT,
      type: 'OBJECT',
      properties: { email: { type: 'STRING' }, id: { type: 'INTEGER' }, name: { type: 'STRING' } },
      required: ['email', 'id', 'name'],
      additionalProperties: false,
    });
    const recursive = schema('search', 'UPPER_CASE_TYPE_VALUES');
    expect(recursive.$defs.RecursiveFilter.properties).toEqual({
      filters: { type: 'ARRAY', items: { $ref: '#/$defs/RecursiveFilter' } },
      label: { type: 'STRING' },
    });
  });

  it('[JS-11] describes arrays and classes', () => {
    expect(schema('complex').properties).toEqual({
      items: { type: 'array', items: { type: 'string' } },
      data: {
        type: 'object',
        properties: { id: { type: 'integer' }, name: { type: 'string', description: 'The special name' } },
        required: ['id', 'name'],
        additionalProperties: false,
      },
      moreData: {
        type: 'object',
        description: 'Much more data',
        properties: { id: { type: 'integer' }, name: { type: 'string', description: 'Even more special name' } },
        required: ['id', 'name'],
        additionalProperties: false,
      },
    });
  });

  it("[JS-12] prefers a parameter's description to that of its class", () => {
    expect(schema('described').properties.moreData.description).toBe('P');
  });

  it('[JS-13] describes a date as text', () => {
    expect(schema('dates').properties.at).toEqual({ type: 'string' });
  });

  it('[JS-14] drops the format of a parameter but not of a nested property', () => {
    class Event {
      @ToolParam()
      at!: Date;
    }
    class Calendar {
      plan(event: Event): unknown {
        return event;
      }
    }
    Reflect.defineMetadata('design:paramtypes', [Event], Calendar.prototype, 'plan');
    expect(schema('formats').properties.mail).toEqual({ type: 'string' });
    const nested = JSON.parse(JsonSchemaGenerator.generateForMethodInput(methodHandle(Calendar, 'plan')));
    expect(nested.properties.event.properties.at).toEqual({ type: 'string', format: 'date-time' });
  });

  it('[JS-16] leaves the tool context out, at any position', () => {
    const last = schema('withContext');
    expect(Object.keys(last.properties)).toEqual(['deliveryStatus', 'expectedDelivery']);
    expect(last.required).toEqual(['deliveryStatus', 'expectedDelivery']);
    const first = schema('contextFirst');
    expect(Object.keys(first.properties)).toEqual(['deliveryStatus']);
    expect(first.required).toEqual(['deliveryStatus']);
  });

  it('[JS-17] leaves signals out', () => {
    const { properties, required } = schema('signals');
    expect(properties).toEqual({ city: { type: 'string' } });
    expect(required).toEqual(['city']);
  });

  it('[JS-39] does not publish names that nobody knows', () => {
    for (const [key, tool] of [
      ['destructured', 'destructured'],
      ['letters', 'x'],
    ] as const) {
      expect(() => text(key)).toThrow(
        new IllegalStateException(
          `Cannot determine the name of parameter 0 of tool '${tool}'; add @ToolParam({ name }) or run the schema build`,
        ),
      );
    }
    expect(Object.keys(schema('named').properties)).toEqual(['a', 'count']);
  });

  it('[JS-35] cannot know the elements of an array, and says so', () => {
    const { properties } = schema('untypedArray');
    expect(properties.tags).toEqual({ type: 'array', items: {} });
    expect(logs.messages('warn')).toEqual([
      "The element type of parameter 'tags' of Methods.untypedArray is not known at run time, so its schema allows anything in the array. Add @ToolParam({ type }), declare it as a class or primitive, or run the schema build.",
    ]);
  });

  it('reads defaults and rest parameters from the source', () => {
    const { properties, required } = schema('optional');
    expect(properties).toEqual({
      query: { type: 'string' },
      limit: { type: 'number' },
      tags: { type: 'array', items: { type: 'string' } },
    });
    expect(required).toEqual(['query']);
  });

  it('adds keywords without a type to the declared type', () => {
    expect(schema('bounded').properties.rating).toEqual({ type: 'number', minimum: 1, maximum: 5 });
  });

  it('[JS-27] generates a schema once', () => {
    const all = Array.from({ length: 240 }, (_, index) =>
      index % 2 === 0 ? text('search') : JsonSchemaGenerator.generateForType(SearchRequest),
    );
    expect(new Set(all).size).toBe(2);
    class Once {
      @Tool()
      take(value: string): string {
        return value;
      }
    }
    const handle = methodHandle(Once, 'take');
    const generated = JsonSchemaGenerator.generateForMethodInput(handle);
    Reflect.defineMetadata('design:paramtypes', [Number], Once.prototype, 'take');
    expect(JsonSchemaGenerator.generateForMethodInput(handle)).toBe(generated);
  });
});

describe('recursive classes', () => {
  it('[JS-22] refers to the definition of a recursive class at the root', () => {
    const root = schema('search');
    const reference = { type: 'array', items: { $ref: '#/$defs/RecursiveFilter' } };
    expect(root.properties.request.properties.filters).toEqual(reference);
    expect(root.properties.request).not.toHaveProperty('$defs');
    expect(root.$defs).toEqual({
      RecursiveFilter: {
        type: 'object',
        properties: { filters: reference, label: { type: 'string' } },
        required: ['filters', 'label'],
        additionalProperties: false,
      },
    });
    expect(text('complex')).not.toContain('$defs');
  });

  it('[JS-23] defines a type once for two parameters', () => {
    const root = schema('twoFilters');
    expect(Object.keys(root.$defs)).toEqual(['RecursiveFilter']);
    expect(root.properties).toEqual({
      first: { $ref: '#/$defs/RecursiveFilter' },
      second: { $ref: '#/$defs/RecursiveFilter' },
    });
  });

  it('[JS-24] tells two types of one name apart', () => {
    const root = schema('colliding');
    expect(Object.keys(root.$defs)).toEqual(['Filter', 'Filter_2']);
    expect(Object.keys(root.$defs.Filter.properties)).toEqual(['filters', 'label']);
    expect(Object.keys(root.$defs.Filter_2.properties)).toEqual(['code', 'filters']);
    expect(root.properties.first.properties.filters.items.$ref).toBe('#/$defs/Filter');
    expect(root.$defs.Filter.properties.filters.items.$ref).toBe('#/$defs/Filter');
    expect(root.properties.second.properties.filters.items.$ref).toBe('#/$defs/Filter_2');
    expect(root.$defs.Filter_2.properties.filters.items.$ref).toBe('#/$defs/Filter_2');
  });

  it('[JS-25] refers to the right one of two types from a third', () => {
    const { $defs } = schema('wrapped');
    expect(Object.keys($defs).sort()).toEqual(['Filter', 'Filter_2', 'Wrapper']);
    expect($defs.Wrapper.properties.filters.items.$ref).toBe('#/$defs/Filter_2');
    expect($defs.Wrapper.properties.nested.items.$ref).toBe('#/$defs/Wrapper');
    expect($defs.Filter.properties.filters.items.$ref).toBe('#/$defs/Filter');
  });

  it('[JS-26] finds a free name and shares equal definitions', () => {
    const root = schema('twins');
    expect(Object.keys(root.$defs)).toEqual(['RecursiveFilter', 'Filter', 'Filter_2']);
    expect(root.properties.first.$ref).toBe('#/$defs/RecursiveFilter');
    expect(root.properties.second.$ref).toBe('#/$defs/RecursiveFilter');
    expect(root.properties.third.$ref).toBe('#/$defs/Filter');
    expect(root.properties.fourth.$ref).toBe('#/$defs/Filter_2');
  });
});

describe('schemas of types', () => {
  it('[JS-26] counts on where a number is taken, too', () => {
    const node = (name: string, property: string) => {
      const type = { [name]: class {} }[name]!;
      IsString()(type.prototype, property);
      ValidateNested({ each: true })(type.prototype, 'children');
      Type(() => type)(type.prototype, 'children');
      Reflect.defineMetadata('design:type', Array, type.prototype, 'children');
      return type;
    };
    class Numbered {
      take(first: unknown, second: unknown, third: unknown, fourth: unknown): unknown {
        return [first, second, third, fourth];
      }
    }
    const types = [node('Base', 'a'), node('Base_2', 'b'), node('Base', 'c'), node('Base', 'd')];
    Reflect.defineMetadata('design:paramtypes', types, Numbered.prototype, 'take');
    const { $defs, properties } = JSON.parse(
      JsonSchemaGenerator.generateForMethodInput(methodHandle(Numbered, 'take')),
    );
    expect(Object.keys($defs)).toEqual(['Base', 'Base_2', 'Base_3', 'Base_4']);
    expect(Object.values(properties)).toEqual(
      ['Base', 'Base_2', 'Base_3', 'Base_4'].map((name) => ({ $ref: `#/$defs/${name}` })),
    );
    expect(Object.keys($defs.Base_3.properties)).toEqual(['c', 'children']);
    expect($defs.Base_4.properties.children.items.$ref).toBe('#/$defs/Base_4');
  });

  it('[JS-18] describes a class', () => {
    expect(JSON.parse(JsonSchemaGenerator.generateForType(Person))).toEqual({
      $schema: DIALECT,
      type: 'object',
      properties: { email: { type: 'string' }, id: { type: 'integer' }, name: { type: 'string' } },
      required: ['email', 'id', 'name'],
      additionalProperties: false,
    });
    expect(JSON.parse(JsonSchemaGenerator.generateForType(TestData))).toEqual({
      $schema: DIALECT,
      type: 'object',
      properties: { id: { type: 'integer' }, name: { type: 'string', description: 'The special name' } },
      required: ['id', 'name'],
      additionalProperties: false,
    });
  });

  it('[JS-19] describes an enum', () => {
    expect(JSON.parse(JsonSchemaGenerator.generateForType({ enum: Month }))).toEqual({
      $schema: DIALECT,
      type: 'string',
      enum: ['JANUARY', 'FEBRUARY', 'MARCH'],
    });
    expect(() => JsonSchemaGenerator.generateForType(null as never)).toThrow(
      new IllegalArgumentException('type cannot be null'),
    );
  });

  it('[JS-21] describes nested properties', () => {
    const { properties, required } = JSON.parse(JsonSchemaGenerator.generateForType(PersonWithOptionalEmail));
    expect(properties.email).toEqual({ type: 'string', description: 'The email of the person' });
    expect(required).toEqual(['id', 'name']);
  });

  it('[JS-28] completes a schema for providers', () => {
    const ensure = (input: object) => JSON.parse(ensureValidInputSchema(JSON.stringify(input)));
    expect(ensure({ type: 'object', additionalProperties: false })).toEqual({
      type: 'object',
      additionalProperties: false,
      properties: {},
    });
    expect(ensure({ additionalProperties: false })).toEqual({
      type: 'object',
      additionalProperties: false,
      properties: {},
    });
    expect(ensure({})).toEqual({ type: 'object', properties: {} });
    expect(ensure({ type: 'object', properties: { a: {} } })).toEqual({ type: 'object', properties: { a: {} } });
    expect(ensure({ type: 'string' })).toEqual({ type: 'string' });
    const spaced = '{ "type": "object", "properties": { "a": {} } }';
    expect(ensureValidInputSchema(spaced)).toBe(spaced);
    expect(ensureValidInputSchema('{ "type": "string" }')).toBe('{ "type": "string" }');
    expect(ensureValidInputSchema(null)).toBeNull();
    expect(ensureValidInputSchema('')).toBe('');
  });

  it('rejects what is no type', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer(), fc.boolean(), fc.constant({})), (value) => {
        expect(() => JsonSchemaGenerator.generateForType(value as never)).toThrow(IllegalArgumentException);
      }),
    );
  });
});
