import { describe, expect, it } from '@jest/globals';
import {
  McpClient,
  type McpClientBuilder,
  McpClientHandlerRegistry,
  McpHttpServer,
  type McpHttpServerOptions,
  McpPrompt,
  McpResource,
  McpResourceUpdated,
  type McpSchema,
  McpServer,
  McpTool,
  streamableHttpTransport,
} from '@toolwright/mcp';
import { RawHttpClient } from '../support/RawHttpClient.js';
import { ScriptedMcpServer } from '../support/ScriptedMcpServer.js';
import { closeAfterEachTest, closing, log } from '../support/openedInTest.js';
import { until } from '../support/until.js';

closeAfterEachTest();

class Stock {
  @McpResource({ uri: 'stock://{article}' })
  article(article: string): string {
    return article;
  }
}

async function listen(server: McpServer, options: McpHttpServerOptions = {}): Promise<McpHttpServer> {
  const http = await new McpHttpServer(server, options).listen();
  closing.push(http);
  return http;
}

/** A client, and the addresses of which it was told. */
function clientOf(
  http: McpHttpServer,
  configure: (builder: McpClientBuilder) => McpClientBuilder = (builder) => builder,
): { client: McpClient; updates: string[] } {
  const { origin, pathname } = new URL(http.url);
  const updates: string[] = [];
  const builder = McpClient.builder('shop')
    .transport(streamableHttpTransport('shop', { url: origin, endpoint: pathname }))
    .resourcesUpdateConsumer(({ uri }) => void updates.push(uri))
    .requestTimeout(5000);
  const client = configure(builder).build();
  closing.push(client);
  return { client, updates };
}

/** Everything that the server has sent by now has arrived. */
async function settled(server: McpServer, { client, updates }: ReturnType<typeof clientOf>): Promise<void> {
  await client.subscribeResource('stock://last');
  const before = updates.length;
  server.notifyResourcesUpdated('stock://last');
  await until(() => updates.length > before && updates.at(-1) === 'stock://last');
  updates.pop();
  await client.unsubscribeResource('stock://last');
}

describe('a resource that changes', () => {
  it('[MS-07] is told to the sessions that subscribed to it, until they unsubscribe', async () => {
    const server = new McpServer().addObjects(new Stock());
    const http = await listen(server);
    const [one, two] = [clientOf(http), clientOf(http)];
    await one.client.subscribeResource('stock://eggs');
    await one.client.subscribeResource('stock://eggs');
    await two.client.subscribeResource('stock://milk');
    for (const article of ['eggs', 'milk', 'flour', 'eggs']) server.notifyResourcesUpdated(`stock://${article}`);
    await settled(server, one);
    await settled(server, two);
    expect([one.updates, two.updates]).toEqual([['stock://eggs', 'stock://eggs'], ['stock://milk']]);
    await one.client.unsubscribeResource('stock://eggs');
    server.notifyResourcesUpdated('stock://eggs');
    await settled(server, one);
    expect(one.updates).toEqual(['stock://eggs', 'stock://eggs']);
    expect(server.subscriptions.size).toBe(1);
    await two.client.close();
    expect(server.subscriptions.size).toBe(0);
    expect(() => {
      server.notifyResourcesUpdated('');
    }).toThrow('Resource URI must not be empty');
  });

  it('[MS-07] cannot be followed without sessions', async () => {
    const server = new McpServer().addObjects(new Stock());
    const { client } = clientOf(await listen(server, { stateless: true }));
    expect((await client.initialize()).capabilities.resources).toEqual({ subscribe: false, listChanged: false });
    for (const request of [client.subscribeResource('stock://eggs'), client.unsubscribeResource('stock://eggs')]) {
      await expect(request).rejects.toMatchObject({ code: -32_601 });
    }
    server.notifyResourcesUpdated('stock://eggs');
    expect(server.subscriptions.size).toBe(0);
  });

  it('[MS-07] cannot be followed without resources', async () => {
    const server = new McpServer({ capabilities: { tool: true, resource: false, prompt: true, completion: true } });
    const { client } = clientOf(await listen(server));
    expect((await client.initialize()).capabilities.resources).toBeUndefined();
    await expect(client.subscribeResource('stock://eggs')).rejects.toMatchObject({ code: -32_601 });
  });

  it('is one of a thousand that a session may follow', async () => {
    const http = await listen(new McpServer().addObjects(new Stock()));
    const raw = new RawHttpClient(http.url);
    const session = await raw.initialize();
    closing.push(raw, session);
    const subscribe = (index: number): object => ({
      jsonrpc: '2.0',
      id: index,
      method: 'resources/subscribe',
      params: { uri: `stock://${index}` },
    });
    for (let from = 0; from < 1000; from += 100) {
      const { body } = await session.post(Array.from({ length: 100 }, (_value, index) => subscribe(from + index)));
      expect(body).not.toContain('error');
    }
    expect((await session.post(subscribe(999))).body).toContain('"result":{}');
    expect((await session.post(subscribe(1000))).body).toContain(
      '"error":{"code":-32602,"message":"A session cannot subscribe to more than 1000 resources"}',
    );
  });

  it('[MX-12] is followed again by a connection that is opened again', async () => {
    const server = new McpServer().addObjects(new Stock());
    const first = await listen(server);
    const port = Number(new URL(first.url).port);
    const { client, updates } = clientOf(first, (builder) =>
      builder.reconnectDelays({ initial: 20, factor: 1, max: 20 }),
    );
    await client.subscribeResource('stock://eggs');
    await client.subscribeResource('stock://milk');
    await client.unsubscribeResource('stock://milk');
    await first.close();
    expect(server.subscriptions.size).toBe(0);
    await listen(server, { port });
    await client.ping().catch(() => client.ping());
    expect(server.subscriptions.size).toBe(1);
    server.notifyResourcesUpdated('stock://eggs');
    await until(() => updates.length > 0);
    expect(updates).toEqual(['stock://eggs']);
  });

  it('[MX-12] that is gone after a reconnect is reported, and the connection stands', async () => {
    const scripted = new ScriptedMcpServer().on('resources/subscribe', () => ({}));
    const client = scripted.client().build();
    closing.push(client);
    await client.subscribeResource('stock://eggs');
    await scripted.disconnect();
    scripted.on('resources/subscribe', () => {
      throw new Error('No such resource');
    });
    await client.ping();
    expect(log.messages('warn')).toEqual([
      "MCP connection 'one' could not subscribe to the resource 'stock://eggs' again: No such resource",
    ]);
  });

  it('[MA-12] [MA-18] is handed to the methods that are declared for it', async () => {
    const seen: unknown[] = [];
    class Handlers {
      @McpResourceUpdated()
      all(notification: McpSchema.ResourceUpdatedNotification['params']): void {
        seen.push(['all', notification]);
        throw new Error('does not disturb');
      }

      @McpResourceUpdated({ clients: ['shop'] })
      shop({ uri }: McpSchema.ResourceUpdatedNotification['params']): void {
        seen.push(['shop', uri]);
      }

      @McpResourceUpdated({ clients: ['other'] })
      other(notification: McpSchema.ResourceUpdatedNotification['params']): void {
        seen.push(['other', notification]);
      }
    }
    const server = new McpServer().addObjects(new Stock());
    const registry = McpClientHandlerRegistry.of(new Handlers());
    registry.check(['shop', 'other']);
    const { client } = clientOf(await listen(server), (builder) => builder.handlers(registry.handlersOf('shop')));
    await client.subscribeResource('stock://eggs');
    server.notifyResourcesUpdated('stock://eggs');
    await until(() => seen.length === 2);
    expect(seen).toEqual([
      ['all', { uri: 'stock://eggs' }],
      ['shop', 'stock://eggs'],
    ]);
    class Wrong {
      @McpResourceUpdated()
      two(_one: object, _two: object): void {}
    }
    expect(() => McpClientHandlerRegistry.of(new Wrong())).toThrow(
      'Method must have exactly 1 parameter (ResourceUpdatedNotification): two in Wrong has 2 parameters',
    );
  });
});

describe('a list that changes at run time', () => {
  class Later {
    @McpTool()
    later(): string {
      return 'later';
    }

    @McpResource({ uri: 'later://it' })
    it(): string {
      return 'it';
    }

    @McpPrompt()
    ask(): string {
      return 'ask';
    }
  }

  it('[MS-28] is told to every session once per change, with the complete new list', async () => {
    const server = new McpServer();
    const http = await listen(server);
    const lists: string[] = [];
    const names = (kind: string) => (items: readonly { readonly name: string }[]) => {
      lists.push(`${kind}: ${items.map(({ name }) => name).join()}`);
    };
    const watching = (builder: McpClientBuilder): McpClientBuilder =>
      builder
        .toolsChangeConsumer(names('tools'))
        .resourcesChangeConsumer(names('resources'))
        .promptsChangeConsumer(names('prompts'));
    const clients = [clientOf(http, watching), clientOf(http, watching)];
    for (const each of clients) await settled(server, each);
    server.addObjects(new Later());
    await until(() => lists.length === 6);
    expect(lists.toSorted()).toEqual(['prompts: ask', 'resources: it', 'tools: later'].flatMap((list) => [list, list]));
    lists.length = 0;
    server.features.removeTool('later');
    server.features.removeResource('later://it');
    server.features.removePrompt('ask');
    await until(() => lists.length === 6);
    expect(lists.toSorted()).toEqual(['prompts: ', 'resources: ', 'tools: '].flatMap((list) => [list, list]));
  });

  it('[MS-28] is not told where that is off, and changes all the same', async () => {
    const server = new McpServer({ changeNotifications: { tool: false, resource: false, prompt: false } });
    const lists: unknown[] = [];
    const watched = clientOf(await listen(server), (builder) =>
      builder
        .toolsChangeConsumer((tools) => void lists.push(tools))
        .resourcesChangeConsumer((resources) => void lists.push(resources))
        .promptsChangeConsumer((prompts) => void lists.push(prompts)),
    );
    expect((await watched.client.initialize()).capabilities).toMatchObject({
      tools: { listChanged: false },
      resources: { listChanged: false, subscribe: true },
      prompts: { listChanged: false },
    });
    server.addObjects(new Later());
    await settled(server, watched);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(lists).toEqual([]);
    expect((await watched.client.listTools()).map(({ name }) => name)).toEqual(['later']);
  });
});
