import { describe, expect, it, jest } from '@jest/globals';
import { IllegalArgumentException } from '@toolwright/core';
import {
  AugmentedToolCallback,
  FunctionToolCallback,
  MethodToolCallback,
  methodHandle,
  Tool,
  type ToolCallback,
  ToolCallbackFactory,
  ToolCallbacks,
  ToolCallingChatOptions,
  ToolContext,
  ToolContextValueMissingException,
  ToolDefinition,
  ToolDefinitions,
  ToolParam,
  toolsInContext,
} from '@toolwright/tools';

const CITY =
  '{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}';

class Weather {
  @Tool({ description: 'Weather of a city', examples: [{ city: 'Paris' }, { city: 'Rome', days: 2 }] })
  forecast(city: string, @ToolParam({ required: false }) days: number): string {
    return `${city} ${days}`;
  }
}

function toolOf(object: object): ToolCallback {
  const [tool] = ToolCallbacks.from(object);
  if (!tool) throw new Error('expected a tool');
  return tool;
}

describe('examples of a tool', () => {
  it('[EG-01] are apart from the plain description, for a model that sends them in a field of their own', () => {
    const { definition } = toolOf(new Weather());
    expect(definition.inputExamples).toEqual([{ city: 'Paris' }, { city: 'Rome', days: 2 }]);
    expect(definition.plainDescription).toBe('Weather of a city');
    expect(Object.isFrozen(definition)).toBe(true);
    expect(Object.isFrozen(definition.inputExamples)).toBe(true);
  });

  it('[EG-02] are a line of compact JSON each in the description for every other model', () => {
    expect(toolOf(new Weather()).definition.description).toBe(
      'Weather of a city\n\nExamples:\n{"city":"Paris"}\n{"city":"Rome","days":2}',
    );
  });

  it('[EG-02] are at most five in the description', () => {
    const examples = Array.from({ length: 7 }, (_, index) => ({ city: `City ${index}` }));
    const { definition } = FunctionToolCallback.builder('weather', () => 'fine')
      .inputSchema(CITY)
      .examples(...examples)
      .build();
    expect(definition.description.split('\n').slice(-5)).toEqual(
      [0, 1, 2, 3, 4].map((index) => `{"city":"City ${index}"}`),
    );
    expect(definition.inputExamples).toHaveLength(7);
  });

  it('are none by default, and the description is the plain one', () => {
    const definition = ToolDefinition.builder().name('x').description('Does x').inputSchema('{}').build();
    expect(definition.inputExamples).toEqual([]);
    expect(definition.plainDescription).toBe(definition.description);
  });

  it('[EG-03] stop the start if the schema refuses one, naming tool, index and path', () => {
    class Wrong {
      @Tool({ description: 'Weather of a city', examples: [{ city: 'Paris' }, { city: 7 }] })
      forecast(city: string): string {
        return city;
      }
    }
    expect(() => ToolCallbacks.from(new Wrong())).toThrow(IllegalArgumentException);
    expect(() => ToolCallbacks.from(new Wrong())).toThrow(
      "Example 1 of tool 'forecast' does not fit its schema: $.city must be a string. Correct the example or the schema.",
    );
  });

  it.each([
    [{}, '$.city'],
    [{ city: 'Paris', town: 'Paris' }, '$.town'],
  ])('[EG-03] stop the start of a function too: %j', (example, path) => {
    const builder = FunctionToolCallback.builder('weather', () => 'fine')
      .inputSchema(CITY)
      .examples(example);
    expect(() => builder.build()).toThrow(`Example 0 of tool 'weather' does not fit its schema: ${path}`);
  });

  it('stay with a tool under another name, and leave one that asks for more arguments', () => {
    class Odd {
      @Tool({ name: 'odd name', examples: [{ city: 'Paris' }] })
      forecast(city: string): string {
        return city;
      }
    }
    const [renamed] = new ToolCallbackFactory({ namePolicy: 'sanitize' }).named([toolOf(new Odd())]);
    expect(renamed?.definition).toMatchObject({ name: 'odd_name', inputExamples: [{ city: 'Paris' }] });
    expect(renamed?.definition.plainDescription).toBe('forecast');
    class Reason {
      @ToolParam({ description: 'Why' })
      reason!: string;
    }
    const augmented = new AugmentedToolCallback(toolOf(new Weather()), Reason, null, true);
    expect(augmented.definition.description).toBe('Weather of a city');
    expect(augmented.definition.inputExamples).toEqual([]);
  });
});

describe('a description that is a function of the context', () => {
  const describeOrders = jest.fn((context: ToolContext) => `Orders of ${String(context.get('tenant') ?? 'anybody')}`);

  class Orders {
    @Tool({ name: 'orders', description: describeOrders, examples: [{ id: '1' }] })
    find(id: string): string {
      return id;
    }
  }

  it('[EG-04] makes a tool of its own for each text, with a frozen definition', async () => {
    const orders = toolOf(new Orders());
    expect(orders.definition.plainDescription).toBe('Orders of anybody');
    const acme = orders.inContext(new ToolContext({ tenant: 'Acme' }));
    expect(acme.definition).toMatchObject({ name: 'orders', plainDescription: 'Orders of Acme' });
    expect(acme.definition.description).toBe('Orders of Acme\n\nExamples:\n{"id":"1"}');
    expect(Object.isFrozen(acme.definition)).toBe(true);
    expect(acme.definition.inputSchema).toBe(orders.definition.inputSchema);
    expect(acme.metadata).toBe(orders.metadata);
    expect(await acme.call('{"id":"7"}')).toBe('7');
    expect(orders.inContext(new ToolContext({ tenant: 'Acme', other: 1 }))).toBe(acme);
    expect(orders.inContext(new ToolContext({ tenant: 'Umbrella' })).definition.plainDescription).toBe(
      'Orders of Umbrella',
    );
    expect(orders.inContext(new ToolContext())).toBe(orders);
  });

  it('[EG-04] has the default description where it has no text, and outside of requests where it cannot have one', () => {
    class Strict {
      @Tool({ description: (context) => `Orders of ${context.require<string>('tenant')}` })
      findOrders(): string {
        return '';
      }

      @Tool({ description: () => ' ' })
      nothing(): string {
        return '';
      }
    }
    const [findOrders, nothing] = ToolCallbacks.from(new Strict());
    expect(findOrders?.definition.description).toBe('findOrders');
    expect(nothing?.inContext(new ToolContext()).definition.description).toBe('nothing');
    expect(() => findOrders?.inContext(new ToolContext())).toThrow(ToolContextValueMissingException);
  });

  it('[EG-04] works for functions, for methods of other classes, and through what is around a tool', () => {
    const byTenant = (context: ToolContext): string => `For ${String(context.get('tenant'))}`;
    const acme = new ToolContext({ tenant: 'Acme' });
    const fn = FunctionToolCallback.builder('odd name', () => 'x')
      .description(byTenant)
      .build();
    expect(fn.inContext(acme).definition.description).toBe('For Acme');
    const [renamed] = new ToolCallbackFactory({ namePolicy: 'sanitize' }).named([fn]);
    expect(renamed?.inContext(acme).definition).toMatchObject({
      name: 'odd_name',
      originalName: 'odd name',
      description: 'For Acme',
    });
    const method = methodHandle(Weather, 'forecast');
    const built = MethodToolCallback.builder()
      .toolDefinition(ToolDefinitions.from(method))
      .toolMethod(method)
      .toolObject(new Weather())
      .descriptionInContext(byTenant)
      .build();
    expect(built.inContext(acme).definition.plainDescription).toBe('For Acme');
    class Reason {
      @ToolParam({ description: 'Why' })
      reason!: string;
    }
    const augmented = new AugmentedToolCallback(built, Reason, null, true);
    expect(augmented.inContext(acme).definition.description).toBe('For Acme');
    expect(augmented.inContext(acme).definition.inputSchema).toBe(augmented.definition.inputSchema);
  });

  it('[EG-04] is asked once for a request, and lists without such a tool stay as they are', () => {
    const orders = toolOf(new Orders());
    const weather = toolOf(new Weather());
    const plain = ToolCallingChatOptions.builder().toolCallbacks([weather]).build();
    expect(toolsInContext(plain)).toBe(plain.toolCallbacks);
    expect(toolsInContext(ToolCallingChatOptions.builder().build())).toBeNull();
    const options = plain.mutate().toolCallbacks([weather, orders]).toolContext('tenant', 'Acme').build();
    describeOrders.mockClear();
    const tools = toolsInContext(options);
    expect(describeOrders).toHaveBeenCalledTimes(1);
    expect(tools?.[0]).toBe(weather);
    expect(tools?.[1]?.definition.plainDescription).toBe('Orders of Acme');
  });

  it('keeps a bounded number of texts', () => {
    const orders = toolOf(new Orders());
    const first = orders.inContext(new ToolContext({ tenant: 0 }));
    for (let tenant = 0; tenant < 100; tenant++) orders.inContext(new ToolContext({ tenant }));
    expect(orders.inContext(new ToolContext({ tenant: 0 }))).toBe(first);
    orders.inContext(new ToolContext({ tenant: 100 }));
    expect(orders.inContext(new ToolContext({ tenant: 0 }))).not.toBe(first);
  });
});
