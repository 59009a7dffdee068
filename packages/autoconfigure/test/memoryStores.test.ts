import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  autoConfigurations,
  ChatMemoryAutoConfiguration,
  PendingTurnAutoConfiguration,
  PostgresMemoryAutoConfiguration,
  PostgresStore,
  RedisMemoryAutoConfiguration,
  RedisStore,
  ToolResultAutoConfiguration,
} from '@toolwright/autoconfigure';
import { Bean, Configuration, Environment } from '@toolwright/boot';
import {
  ChatMemory,
  ChatMemoryRepository,
  InMemoryChatMemoryRepository,
  MessageWindowChatMemory,
  PendingTurnRepository,
} from '@toolwright/chat';
import {
  PostgresChatMemoryRepository,
  PostgresPendingTurnRepository,
  PostgresToolResultRepository,
} from '@toolwright/memory-postgres';
import {
  RedisChatMemoryRepository,
  RedisPendingTurnRepository,
  RedisToolResultRepository,
} from '@toolwright/memory-redis';
import { AssistantMessage, UserMessage } from '@toolwright/model';
import { ApplicationContextRunner } from '@toolwright/testing';
import {
  isPostgresInstalled,
  isRedisInstalled,
  startPostgres,
  startRedis,
  type TestServer,
} from '@toolwright/testing/servers';
import { ToolResultRepository } from '@toolwright/tools';

const runner = new ApplicationContextRunner().withAutoConfiguration(
  ChatMemoryAutoConfiguration,
  RedisMemoryAutoConfiguration,
  PostgresMemoryAutoConfiguration,
  ToolResultAutoConfiguration,
  PendingTurnAutoConfiguration,
);
const redis = runner.withPropertyValues(
  'chat.memory.repository.type=redis',
  'chat.memory.repository.redis.initialize-schema=false',
);
const dependsOnRedis = join(process.cwd(), 'packages/autoconfigure/test/fixtures/depends-on-redis');
const TURN = [new UserMessage('q'), new AssistantMessage('a')];

@Configuration()
class OwnRepository {
  @Bean()
  repository(): ChatMemoryRepository {
    return new InMemoryChatMemoryRepository();
  }
}

@Configuration()
class OwnMemory {
  @Bean()
  memory(): ChatMemory {
    return MessageWindowChatMemory.builder().build();
  }
}

describe('where conversations are kept', () => {
  it('is this process although packages of stores are installed for others', async () => {
    await runner.run((context) => {
      expect(context.getAll(ChatMemoryRepository)).toEqual([expect.any(InMemoryChatMemoryRepository)]);
    });
  });

  it('[BX-23] is Redis where the application depends on its package', async () => {
    const installed = runner
      .withDiscoveryFrom(dependsOnRedis)
      .withPropertyValues('chat.memory.repository.redis.initialize-schema=false');
    await installed.run((context) => {
      expect(context.getAll(ChatMemoryRepository)).toEqual([expect.any(RedisChatMemoryRepository)]);
      const memory = context.get(ChatMemory) as MessageWindowChatMemory;
      expect(memory.chatMemoryRepository).toBe(context.get(ChatMemoryRepository));
    });
    await installed.withPropertyValues('chat.memory.repository.type=in-memory').run((context) => {
      expect(context.getAll(ChatMemoryRepository)).toEqual([expect.any(InMemoryChatMemoryRepository)]);
    });
  });

  it('[BX-23] is an own repository or an own memory', async () => {
    await redis.withUserConfiguration(OwnRepository).run((context) => {
      expect(context.getAll(ChatMemoryRepository)).toEqual([expect.any(InMemoryChatMemoryRepository)]);
    });
    await redis.withUserConfiguration(OwnMemory).run((context) => {
      expect(context.getAll(ChatMemoryRepository)).toEqual([]);
    });
  });

  it('[BX-23] has the defaults of Redis', async () => {
    await redis.run((context) => {
      const { connection, properties } = context.get(RedisStore);
      expect(connection.description).toBe('Redis at localhost:6379');
      expect(properties).toMatchObject({
        indexName: 'chat-memory-idx',
        keyPrefix: 'chat-memory:',
        maxConversationIds: 1000,
        maxMessagesPerConversation: 1000,
      });
      expect(properties.timeToLive).toBeUndefined();
    });
    const fails = runner.withPropertyValues(
      'chat.memory.repository.type=redis',
      'chat.memory.repository.redis.url=redis://127.0.0.1:1',
      'chat.memory.repository.redis.timeout=300ms',
    );
    await fails.run(({ startupFailure, output }) => {
      expect(startupFailure).not.toBeNull();
      expect(output).toContain('Redis at 127.0.0.1:1 could not check the layout of the keys: connect ECONNREFUSED');
    });
  });

  it('[BX-24] takes the settings of Redis', async () => {
    const prefix = 'chat.memory.repository.redis';
    await redis
      .withPropertyValues(
        ...['host=cache', 'port=6380', 'time-to-live=300s', 'index-name=idx', 'key-prefix=p:', 'username=me'].map(
          (setting) => `${prefix}.${setting}`,
        ),
        ...['max-conversation-ids=42', 'max-messages-per-conversation=24', 'password=secret', 'database=2'].map(
          (setting) => `${prefix}.${setting}`,
        ),
      )
      .run((context) => {
        const { connection, properties } = context.get(RedisStore);
        expect(connection.description).toBe('Redis at cache:6380');
        expect(properties).toMatchObject({
          timeToLive: 300_000,
          indexName: 'idx',
          keyPrefix: 'p:',
          initializeSchema: false,
          maxConversationIds: 42,
          maxMessagesPerConversation: 24,
          username: 'me',
          password: 'secret',
          database: 2,
        });
      });
  });

  it('[BX-24] takes the older prefix when nothing is set under the new one', async () => {
    const old = runner.withPropertyValues(
      'chat.memory.repository.type=redis',
      'chat.memory.redis.initialize-schema=false',
      'chat.memory.redis.host=old',
    );
    await old.run((context) => {
      expect(context.get(RedisStore).connection.description).toBe('Redis at old:6379');
    });
    await old.withPropertyValues('chat.memory.repository.redis.initialize-schema=false').run((context) => {
      expect(context.get(RedisStore).connection.description).toBe('Redis at localhost:6379');
    });
  });

  it('tells what to install', async () => {
    await redis.withoutPackages('@toolwright/memory-redis').run(({ startupFailure, output }) => {
      expect(startupFailure).not.toBeNull();
      expect(output).toContain('npm install @toolwright/memory-redis');
    });
  });

  it.each([
    'chat.memory.repository.redis.port=0',
    'chat.memory.repository.redis.max-conversation-ids=0',
    'chat.memory.repository.postgres.initialize-schema=sometimes',
    'chat.memory.repository.postgres.max-connections=0',
  ])('does not start with %s', async (property) => {
    await runner.withPropertyValues(property).run(({ startupFailure, output }) => {
      expect(startupFailure).not.toBeNull();
      expect(output).toContain(property.split('=')[0]);
    });
  });

  it('is among the auto-configurations of the package', () => {
    expect(autoConfigurations).toEqual(
      expect.arrayContaining([RedisMemoryAutoConfiguration, PostgresMemoryAutoConfiguration]),
    );
  });
});

const everywhere = (store: string) =>
  runner.withPropertyValues(
    `chat.memory.repository.type=${store}`,
    `tools.results.type=${store}`,
    'tools.results.offload-over=1000',
    `chat.client.approvals.repository.type=${store}`,
  );

(isRedisInstalled() ? describe : describe.skip)('Redis', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startRedis('--requirepass', 'secret');
  });
  afterAll(() => server.stop());

  it('[BX-24] [OF-04] keeps conversations, results and suspended turns over one connection', async () => {
    const configured = everywhere('redis').withPropertyValues(
      `chat.memory.repository.redis.url=${server.url}`,
      'chat.memory.repository.redis.password=secret',
    );
    let store: RedisStore | undefined;
    await configured.run(async (context) => {
      store = context.get(RedisStore);
      expect(context.get(ToolResultRepository)).toBeInstanceOf(RedisToolResultRepository);
      expect(context.get(PendingTurnRepository)).toBeInstanceOf(RedisPendingTurnRepository);
      await context.get(ChatMemory).add('a', TURN);
      await context.get(ToolResultRepository).save('a', 'r', 'text');
    });
    await configured.run(async (context) => {
      expect(await context.get(ChatMemory).get('a')).toHaveLength(2);
      await context.get(ChatMemory).clear('a');
      expect(await context.get(ToolResultRepository).hasResults('a')).toBe(false);
    });
    await expect(new RedisToolResultRepository((store as RedisStore).connection).hasResults('a')).rejects.toThrow(
      'is closed',
    );
  });
});

(isPostgresInstalled() ? describe : describe.skip)('PostgreSQL', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  const exists = async (context: { get(type: typeof PostgresStore): PostgresStore }, schema: string) => {
    const { database } = context.get(PostgresStore);
    const text = 'SELECT 1 FROM information_schema.schemata WHERE schema_name = $1';
    return (await database.query(text, [schema])).rows.length === 1;
  };

  it('[BX-25] makes its tables with always, and not by default or with never, since it is no embedded database', async () => {
    const prefix = 'chat.memory.repository.postgres';
    const configured = everywhere('postgres').withPropertyValues(`${prefix}.url=${server.url}`);
    for (const [value, made] of [
      ['embedded', false],
      ['never', false],
      ['always', true],
    ] as const) {
      const settings = [`${prefix}.initialize-schema=${value}`, `${prefix}.schema=s_${value}`];
      await configured.withPropertyValues(...settings).run(async (context) => {
        expect([value, await exists(context, `s_${value}`)]).toEqual([value, made]);
      });
    }
  });

  it('[BX-25] [OF-04] keeps conversations, results and suspended turns, also by the older prefix', async () => {
    const prefix = 'chat.memory.repository.jdbc';
    const configured = everywhere('postgres').withPropertyValues(
      `${prefix}.url=${server.url}`,
      `${prefix}.initialize-schema=always`,
      `${prefix}.time-to-live=1h`,
      `${prefix}.table-prefix=ai_`,
    );
    await configured.run(async (context) => {
      expect(context.get(ChatMemoryRepository)).toBeInstanceOf(PostgresChatMemoryRepository);
      expect(context.get(ToolResultRepository)).toBeInstanceOf(PostgresToolResultRepository);
      expect(context.get(PendingTurnRepository)).toBeInstanceOf(PostgresPendingTurnRepository);
      expect(context.get(PostgresStore).properties.timeToLive).toBe(3_600_000);
      await context.get(ChatMemory).add('a', TURN);
    });
    await configured.run(async (context) => {
      expect(await context.get(ChatMemory).get('a')).toHaveLength(2);
      const { rows } = await context
        .get(PostgresStore)
        .database.query('SELECT id FROM toolwright.ai_chat_memory_conversation');
      expect(rows).toEqual([{ id: 'a' }]);
    });
  });
});

it('[BX-25] makes the tables of an embedded database', async () => {
  const embedded = runner.withPropertyValues(
    'chat.memory.repository.type=postgres',
    'chat.memory.repository.postgres.url=pglite:',
  );
  await embedded.run(async (context) => {
    expect(context.get(Environment).getProperty('chat.memory.repository.postgres.url')).toBe('pglite:');
    await context.get(ChatMemory).add('a', TURN);
    expect(await context.get(ChatMemory).get('a')).toHaveLength(2);
  });
}, 240_000);
