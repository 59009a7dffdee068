import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  DelegatingToolCallbackResolver,
  FunctionToolCallback,
  StaticToolCallbackResolver,
  type ToolCallback,
  ToolCallbackResolver,
  ToolCallingManager,
} from '@toolwright/tools';
import { callOf, respond, tool } from '../execution/testTools.js';

/** A tool as a row: what the model is told, and the query that answers. */
interface StoredTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: string;
  readonly query: string;
}

/** Finds tools in a table, so that an operator adds one without a release. */
class DatabaseToolCallbackResolver extends ToolCallbackResolver {
  readonly asked: string[] = [];

  constructor(private readonly database: PGlite) {
    super();
  }

  override async resolve(toolName: string): Promise<ToolCallback | null> {
    this.asked.push(toolName);
    const { rows } = await this.database.query<StoredTool>('select * from tools where name = $1', [toolName]);
    const [row] = rows;
    if (!row) return null;
    return FunctionToolCallback.builder<Record<string, unknown>>(row.name, async (input) => {
      const result = await this.database.query(row.query, Object.values(input));
      return result.rows;
    })
      .description(row.description)
      .inputSchema(row.input_schema)
      .build();
  }
}

let database: PGlite;
beforeAll(async () => {
  database = new PGlite();
  await database.exec(`
    create table stock (product text primary key, amount integer not null);
    insert into stock values ('tea', 3), ('coffee', 0);
    create table tools (name text primary key, description text, input_schema text, query text);
  `);
  await database.query('insert into tools values ($1, $2, $3, $4)', [
    'stockOf',
    'How many pieces of a product there are',
    '{"type":"object","properties":{"product":{"type":"string"}},"required":["product"],"additionalProperties":false}',
    'select amount from stock where product = $1',
  ]);
}, 120_000);
afterAll(async () => {
  await database.close();
});

describe('a resolver over a database', () => {
  function managerOver(resolver: ToolCallbackResolver): ToolCallingManager {
    return ToolCallingManager.builder().toolCallbackResolver(resolver).resolutionFallbackEnabled(true).build();
  }

  it('[TR-09] is awaited and its tools are run like all others', async () => {
    const resolver = new DatabaseToolCallbackResolver(database);
    const responses = await respond(
      [tool('attached')],
      ['attached', callOf('stockOf', '{"product":"tea"}'), callOf('stockOf', '{"amount":1}')],
      managerOver(resolver),
    );
    expect(responses.map(({ responseData }) => responseData)).toEqual([
      'Mission accomplished!',
      '[{"amount":3}]',
      "Invalid arguments for tool 'stockOf': $.product is required",
    ]);
    expect(resolver.asked).toEqual(['stockOf', 'stockOf']);
  });

  it('[TR-09] stands behind others in a delegating one, and knows a tool as soon as it is stored', async () => {
    const resolver = new DatabaseToolCallbackResolver(database);
    const manager = managerOver(
      new DelegatingToolCallbackResolver([new StaticToolCallbackResolver([tool('known', () => 'static')]), resolver]),
    );
    const ask = () => respond([tool('attached')], [callOf('soldOut')], manager);
    expect((await ask())[0]?.responseData).toBe("Unknown tool 'soldOut'. Available tools: attached.");
    await database.query('insert into tools values ($1, $2, $3, $4)', [
      'soldOut',
      'Products without stock',
      '{"type":"object","properties":{}}',
      'select product from stock where amount = 0',
    ]);
    expect((await ask())[0]?.responseData).toBe('[{"product":"coffee"}]');
    expect((await respond([], ['known'], manager))[0]?.responseData).toBe('static');
    expect(resolver.asked).toEqual(['soldOut', 'soldOut']);
  });

  it('[TX-07] tells of a failing query as of a failing tool, and runs the other calls', async () => {
    class Broken extends ToolCallbackResolver {
      override async resolve(): Promise<ToolCallback | null> {
        await database.query('select * from missing_table');
        return null;
      }
    }
    const [failed, other] = await respond([tool('attached')], ['gone', 'attached'], managerOver(new Broken()));
    expect(failed).toMatchObject({ isError: true, error: { phase: 'resolve' } });
    expect(other?.responseData).toBe('Mission accomplished!');
  });
});
