import type { ChatClient } from '@toolwright/chat';
import {
  AugmentedToolCallbackProvider,
  FunctionToolCallback,
  methodHandle,
  MethodToolCallback,
  SchemaDialect,
  Tool,
  type ToolCallback,
  ToolCallbackProvider,
  ToolContext,
  ToolDefinition,
  ToolParam,
} from '@toolwright/tools';
import { IsInt, IsOptional, IsString, Min } from 'class-validator';
import { z } from 'zod';

/** A class of somebody else, without decorators. */
class Calculator {
  power(base: number, exponent: number): number {
    return base ** exponent;
  }
}

// What the README shows: each region is one of its snippets, and a test runs them.

// #region methods
class Orders {
  @Tool({ description: 'Status of an order' })
  async status(@ToolParam({ description: 'The order number' }) orderId: string): Promise<string> {
    return orderId === 'A-17' ? 'shipped' : 'unknown';
  }

  @Tool({ description: 'Orders of the customer who is asking' })
  mine(context: ToolContext): readonly string[] {
    return [`orders of ${context.require<string>('customerId')}`];
  }

  @Tool({ description: 'Opening hours of the shop' })
  static hours(): string {
    return '9 to 5';
  }
}
// #endregion

// #region class-arguments
class Search {
  @IsString()
  text!: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  limit?: number;
}

class Catalogue {
  @Tool({ description: 'Finds articles', flatten: true })
  find(search: Search): readonly string[] {
    return ['bolt', 'nut', 'bolt cutter'].filter((name) => name.includes(search.text)).slice(0, search.limit);
  }
}
// #endregion

// #region foreign-methods
const power: ToolCallback = MethodToolCallback.builder()
  .toolDefinition(
    ToolDefinition.builder()
      .name('power')
      .description('A number to the power of another')
      .inputSchema(
        JSON.stringify({
          type: 'object',
          properties: { base: { type: 'number' }, exponent: { type: 'number' } },
          required: ['base', 'exponent'],
        }),
      )
      .build(),
  )
  .toolMethod(methodHandle(Calculator, 'power'))
  .toolObject(new Calculator())
  .build();
// #endregion

// #region functions
const place = z.object({ city: z.string().describe('Name of the city'), unit: z.enum(['C', 'F']).default('C') });

const weather = FunctionToolCallback.builder('weather', place, ({ city, unit }) => `20 °${unit} in ${city}`)
  .description('Weather of a city')
  .build();

const price = FunctionToolCallback.builder<Search>('price', (search) => search.text.length * (search.limit ?? 1))
  .inputType(Search)
  .build();

const convert = FunctionToolCallback.builder<{ miles: number }>('convert', ({ miles }) => miles * 1.609344)
  .inputSchema('{"type":"object","properties":{"miles":{"type":"number"}},"required":["miles"]}')
  .build();

const now = FunctionToolCallback.builder('now', () => new Date(0)).build();
// #endregion

/** Sends a request with every style of tool. */
export function ask(client: ChatClient): Promise<string | null> {
  // #region attaching
  return client
    .prompt('Which orders do I have?')
    .tools(new Orders(), [new Catalogue(), [power, weather, price]], ToolCallbackProvider.from(convert, now))
    .toolContext({ customerId: 'c-1' })
    .call()
    .content();
  // #endregion
}

/** What the model said about its calls. */
export const thoughts: string[] = [];

// #region augmenting
const Thought = z.object({ thought: z.string().describe('Why this call is made') });

const thinking = AugmentedToolCallbackProvider.builder<z.output<typeof Thought>>()
  .toolObject(new Catalogue())
  .argumentType(Thought)
  .argumentConsumer(({ arguments: { thought } }) => {
    thoughts.push(thought);
  })
  .build();
// #endregion

/** What OpenAI is sent in its strict mode. */
export function strictSchemaOf(tool: ToolCallback) {
  // #region dialect
  const { schema, strict } = SchemaDialect.OPENAI_STRICT.schemaOf(tool.definition);
  // #endregion
  return { schema, strict };
}

// #region examples
class Weather {
  @Tool({
    description: 'Weather forecast of a city',
    examples: [{ city: 'Paris' }, { city: 'Rome', days: 2 }],
  })
  forecast(city: string, days = 1): string {
    return `Rain in ${city} for ${days} days`;
  }
}
// #endregion

class Support {
  // #region description
  @Tool({ description: (context) => (context.locale.startsWith('ko') ? '주문 상태' : 'Status of an order') })
  orderStatus(orderId: string): string {
    return `Order ${orderId} is shipped.`;
  }
  // #endregion
}

/** How often the bank was asked. */
export const asked: string[] = [];

class Bank {
  // #region cache
  @Tool({ idempotent: true, cache: { ttl: '5m', by: ['tenantId'] } })
  async exchangeRate(from: string, to: string): Promise<number> {
    asked.push(`${from}/${to}`);
    return 1.1;
  }
  // #endregion
}

export { Bank, Support, Weather };
export { Catalogue, convert, now, Orders, power, price, thinking, weather };
