import { describe, expect, it } from '@jest/globals';
import type { AbstractClassType } from '@toolwright/core';
import {
  collectTools,
  FunctionToolCallback,
  type JsonSchemaNode,
  MethodToolCallbackProvider,
  SchemaCustomizer,
  Tool,
  type ToolBeans,
  ToolCallback,
  ToolCallbackProvider,
  ToolParam,
} from '@toolwright/tools';

class Warehouse {
  @Tool({ description: 'How many pieces are in stock' })
  stockOf(@ToolParam({ name: 'article', type: 'string' }) article: string): number {
    return article.length;
  }
}

const greet = FunctionToolCallback.builder('greet', () => 'Welcome')
  .description('Greets')
  .inputSchema('{"type":"object"}')
  .build();

class Titled extends SchemaCustomizer {
  override customizeRoot(schema: JsonSchemaNode): JsonSchemaNode {
    return { ...schema, title: 'changed' };
  }
}

/** Beans by name, in their order; each is declared with its own class. */
function beansOf(beans: Readonly<Record<string, object>>): ToolBeans {
  const typeOf = (name: string) => (beans[name] as object).constructor as unknown as AbstractClassType;
  return {
    beanNames: Object.keys(beans),
    getType: typeOf,
    beanNamesForType: (type) => Object.keys(beans).filter((name) => beans[name] instanceof type),
    getAsync: (name) => Promise.resolve(beans[name]),
  };
}

async function collected(beans: Readonly<Record<string, object>>): Promise<readonly string[]> {
  const tools = await collectTools(beansOf(beans));
  return tools.map(({ bean, callback }) => `${callback.definition.name} of ${bean}`);
}

describe('the tools of an application', () => {
  it('are those of callbacks, of providers and of beans with methods, sorted by name', async () => {
    expect(await collected({ warehouse: new Warehouse(), greeting: greet })).toEqual([
      'greet of greeting',
      'stockOf of warehouse',
    ]);
  });

  it.each([
    ['before', ['provider', 'warehouse']],
    ['after', ['warehouse', 'provider']],
  ])('have a method once whose bean is offered by a provider that stands %s it', async (_, order) => {
    const warehouse = new Warehouse();
    const provider = MethodToolCallbackProvider.builder().toolObjects(warehouse).build();
    const beans = { warehouse, provider };
    const ordered = Object.fromEntries(order.map((name) => [name, beans[name as keyof typeof beans]]));
    expect(await collected(ordered)).toEqual(['stockOf of warehouse']);
  });

  it('have a method once if the provider is stricter about its arguments', async () => {
    const warehouse = new Warehouse();
    const provider = MethodToolCallbackProvider.builder().toolObjects(warehouse).unknownArguments('reject').build();
    expect(await collected({ warehouse, provider })).toEqual(['stockOf of warehouse']);
  });

  it('have a callback once that a provider offers too', async () => {
    expect(await collected({ greeting: greet, provider: ToolCallbackProvider.from(greet) })).toEqual([
      'greet of greeting',
    ]);
  });

  it('have both where two objects, or two schemas, share a name: they are in conflict', async () => {
    const warehouse = new Warehouse();
    const changed = MethodToolCallbackProvider.builder().toolObjects(warehouse).schemaCustomizers(new Titled()).build();
    expect(await collected({ warehouse, other: new Warehouse(), changed })).toEqual([
      'stockOf of changed',
      'stockOf of other',
      'stockOf of warehouse',
    ]);
  });

  it('leave out providers that talk to other processes, unless they are asked for', async () => {
    class Remote extends ToolCallbackProvider {
      override get remote(): boolean {
        return true;
      }
      override toolCallbacks(): readonly ToolCallback[] {
        return [greet];
      }
    }
    const beans = beansOf({ remote: new Remote() });
    expect(await collectTools(beans)).toEqual([]);
    expect(await collectTools(beans, { remote: true })).toEqual([{ bean: 'remote', callback: greet }]);
  });
});
