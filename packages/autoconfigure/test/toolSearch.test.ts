import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ChatClientAutoConfiguration,
  ToolCallingAutoConfiguration,
  ToolSearchAdvisorAutoConfiguration,
  ToolSearchAdvisorProperties,
} from '@toolwright/autoconfigure';
import { type ApplicationContext, Bean, Configuration } from '@toolwright/boot';
import { ChatClient, ChatMemory, ToolCallingAdvisor, ToolExecutionEligibilityChecker } from '@toolwright/chat';
import { type ClassType, IllegalStateException, ObservationRegistry } from '@toolwright/core';
import { ChatModel, EmbeddingModel, SimpleVectorStore, VectorStore } from '@toolwright/model';
import { ApplicationContextRunner, ScriptedChatModel, toolCall } from '@toolwright/testing';
import {
  CompositeEvictionStrategy,
  HybridToolIndex,
  KeywordToolIndex,
  LruEvictionStrategy,
  LuceneToolIndex,
  RegexToolIndex,
  ToolIndex,
  ToolSearchToolCallingAdvisor,
  TtlEvictionStrategy,
  VectorToolIndex,
} from '@toolwright/tool-search';
import { ToolCallingChatOptions, ToolCallingManager } from '@toolwright/tools';
import { TestToolCallback } from './support/tools.js';

/** Never asked: only the wiring is looked at. */
class NoEmbeddingModel extends EmbeddingModel {
  override call(): Promise<never> {
    return Promise.reject(new Error('not to be asked'));
  }
}

const PREFIX = 'chat.client.tool-search-advisor.';

const runner = new ApplicationContextRunner().withAutoConfiguration(ToolSearchAdvisorAutoConfiguration);

let context: ApplicationContext | undefined;
afterEach(async () => {
  await context?.close();
  context = undefined;
});

const ownManager = ToolCallingManager.builder().build();

@Configuration()
class Manager {
  @Bean()
  toolCallingManager(): ToolCallingManager {
    return ownManager;
  }
}

/** Starts with this auto-configuration and a manager only; keys are given without the prefix. */
async function start(
  properties: Readonly<Record<string, string>> = {},
  ...more: ClassType[]
): Promise<ApplicationContext> {
  const prefixed = Object.fromEntries(Object.entries(properties).map(([key, value]) => [`${PREFIX}${key}`, value]));
  context = await runner
    .withPropertyValues(prefixed)
    .withUserConfiguration(Manager, ...more)
    .start();
  return context;
}

/** The settings of the tool-search builder in the context. */
function settingsOf(started: ApplicationContext): ToolSearchToolCallingAdvisor.Settings {
  const builder = started.get(ToolCallingAdvisor.Builder);
  if (!(builder instanceof ToolSearchToolCallingAdvisor.Builder)) throw new Error('not the tool-search builder');
  return builder['settings']();
}

const enabled = { enabled: 'true' };

describe('the index', () => {
  it('[SP-01] is absent, like the advisor builder, without the flag', async () => {
    const started = await start();
    expect(started.getAll(ToolIndex)).toEqual([]);
    expect(started.getAll(ToolCallingAdvisor.Builder)).toEqual([]);
  });

  it('[SP-02a] is a RegexToolIndex by default', async () => {
    const indexes = (await start(enabled)).getAll(ToolIndex);
    expect(indexes).toHaveLength(1);
    expect(indexes[0]).toBeInstanceOf(RegexToolIndex);
  });

  it('[SP-02b] is a RegexToolIndex with tool-index-type=regex', async () => {
    const started = await start({ ...enabled, 'tool-index-type': 'regex' });
    expect(started.get(ToolIndex)).toBeInstanceOf(RegexToolIndex);
  });

  it('[SP-14a] is chosen ignoring case', async () => {
    const started = await start({ ...enabled, 'tool-index-type': 'REGEX' });
    expect(started.get(ToolIndex)).toBeInstanceOf(RegexToolIndex);
  });

  it('[SP-03a] [SP-14a] [IX-K11] is a LuceneToolIndex with its default threshold with tool-index-type=LUCENE', async () => {
    for (const type of ['lucene', 'LUCENE']) {
      const started = await start({ ...enabled, 'tool-index-type': type });
      const index = started.get(ToolIndex);
      expect(index).toBeInstanceOf(LuceneToolIndex);
      expect((index as LuceneToolIndex).minScoreThreshold).toBe(0.25);
      expect(settingsOf(started).toolIndex).toBe(index);
      await started.close();
    }
  });

  it('[SP-03b] is a LuceneToolIndex with the threshold that is set', async () => {
    const started = await start({ ...enabled, 'tool-index-type': 'lucene', 'lucene.min-score-threshold': '0.5' });
    expect((started.get(ToolIndex) as LuceneToolIndex).minScoreThreshold).toBe(0.5);
  });

  it('is a KeywordToolIndex with tool-index-type=keyword', async () => {
    const started = await start({ ...enabled, 'tool-index-type': 'keyword' });
    expect(started.getAll(ToolIndex)).toEqual([expect.any(KeywordToolIndex)]);
  });

  @Configuration()
  class Store {
    @Bean()
    vectorStore(): VectorStore {
      return new SimpleVectorStore(new NoEmbeddingModel());
    }
  }

  @Configuration()
  class Embedding {
    @Bean()
    embeddingModel(): EmbeddingModel {
      return new NoEmbeddingModel();
    }
  }

  it.each([
    ['vector', 'VectorToolIndex', VectorToolIndex],
    ['hybrid', 'HybridToolIndex', HybridToolIndex],
  ])('[SP-04a] with tool-index-type=%s and a VectorStore is a %s', async (type, _name, expected) => {
    const started = await start({ ...enabled, 'tool-index-type': type }, Store);
    expect(started.getAll(ToolIndex)).toEqual([expect.any(expected)]);
    expect(settingsOf(started).toolIndex).toBe(started.get(ToolIndex));
  });

  it('[SP-04a] takes an EmbeddingModel for a store in memory, and the threshold that is set', async () => {
    const properties = { ...enabled, 'tool-index-type': 'VECTOR', 'vector.similarity-threshold': '0.5' };
    expect(((await start(properties, Embedding)).get(ToolIndex) as VectorToolIndex).similarityThreshold).toBe(0.5);
  });

  it.each(['vector', 'hybrid'])('[SP-04b] fails the start with tool-index-type=%s and no store', async (type) => {
    let failure: unknown = await start({ ...enabled, 'tool-index-type': type }).catch((error: unknown) => error);
    while (failure instanceof Error && failure.cause) failure = failure.cause;
    expect(failure).toBeInstanceOf(IllegalStateException);
    expect((failure as Error).message).toContain(`tool-index-type=${type} needs a VectorStore`);
    expect((failure as Error).message).toContain('Provide a bean of one of these types');
  });

  it('[SP-14b] must have a type', async () => {
    await expect(start({ ...enabled, 'tool-index-type': '' })).rejects.toThrow('toolIndexType must not be empty');
  });

  it.each([
    ['luecne', 'lucene'],
    ['regexx', 'regex'],
  ])('[SX-16a] fails the start for the mistyped %s and suggests %s', async (typed, meant) => {
    const mistyped = { [`${PREFIX}enabled`]: 'true', [`${PREFIX}tool-index-type`]: typed };
    await runner
      .withUserConfiguration(Manager)
      .withPropertyValues(mistyped)
      .run(({ startupFailure, output }) => {
        expect(startupFailure).toBeInstanceOf(Error);
        expect(output).toContain(`Property: ${PREFIX}tool-index-type`);
        expect(output).toContain(`Value: "${typed}"`);
        expect(output).toContain('Known values: regex, lucene, vector, keyword, hybrid.');
        expect(output).toContain(`Did you mean \`${meant}\`?`);
      });
  });

  const ownIndex = new RegexToolIndex();

  @Configuration()
  class OwnIndex {
    @Bean()
    index(): ToolIndex {
      return ownIndex;
    }
  }

  it.each(['regex', 'lucene', 'keyword', 'custom-index'])(
    '[SP-06a] [SX-16a] is the own bean, whatever tool-index-type says: %s',
    async (type) => {
      const started = await start({ ...enabled, 'tool-index-type': type }, OwnIndex);
      expect(started.getAll(ToolIndex)).toEqual([ownIndex]);
      expect(settingsOf(started).toolIndex).toBe(ownIndex);
    },
  );
});

describe('the advisor builder', () => {
  const ownBuilder = ToolCallingAdvisor.builder();

  @Configuration()
  class OwnBuilder {
    @Bean()
    builder(): ToolCallingAdvisor.Builder {
      return ownBuilder;
    }
  }

  it('[SP-06b] yields to an own one, the index is still registered', async () => {
    const started = await start(enabled, OwnBuilder);
    expect(started.getAll(ToolCallingAdvisor.Builder)).toEqual([ownBuilder]);
    expect(started.get(ToolIndex)).toBeInstanceOf(RegexToolIndex);
  });

  it('[SP-06c] is absent without a ToolCallingManager', async () => {
    context = await runner.withPropertyValues({ [`${PREFIX}enabled`]: 'true' }).start();
    expect(context.getAll(ToolCallingAdvisor.Builder)).toEqual([]);
  });

  it('[SP-07] is one, and the tool-search one', async () => {
    const builders = (await start(enabled)).getAll(ToolCallingAdvisor.Builder);
    expect(builders).toHaveLength(1);
    expect(builders[0]).toBeInstanceOf(ToolSearchToolCallingAdvisor.Builder);
    expect(settingsOf(context!).toolCallingManager).toBe(ownManager);
  });

  it('[SP-08a] takes advisor-order', async () => {
    expect((await start({ ...enabled, 'advisor-order': '42' })).get(ToolCallingAdvisor.Builder).order).toBe(42);
  });

  it('[SP-08b] takes max-results; unset there is none', async () => {
    expect(settingsOf(await start({ ...enabled, 'max-results': '5' })).maxResults).toBe(5);
    await context?.close();
    expect(settingsOf(await start(enabled)).maxResults).toBeNull();
  });

  it('[SP-08c] takes session-id-key-name', async () => {
    expect(settingsOf(await start({ ...enabled, 'session-id-key-name': 'mySessionId' })).sessionIdKeyName).toBe(
      'mySessionId',
    );
  });

  class NeverChecker extends ToolExecutionEligibilityChecker {
    override isToolCallResponse(): boolean {
      return false;
    }
  }
  const checker = new NeverChecker();

  @Configuration()
  class Checker {
    @Bean()
    eligibility(): ToolExecutionEligibilityChecker {
      return checker;
    }
  }

  it('[SP-09] uses an eligibility-checker bean', async () => {
    let asked = 0;
    checker.isToolCallResponse = () => {
      asked += 1;
      return false;
    };
    const model = new ScriptedChatModel([toolCall('toolSearchTool', { query: 'x' })], {
      defaultOptions: ToolCallingChatOptions.builder().build(),
    });
    const started = await start(enabled, Checker);
    const client = ChatClient.create(model, { toolCallingAdvisorBuilder: started.get(ToolCallingAdvisor.Builder) });
    const response = await client
      .prompt('q')
      .advisors((a) => a.param(ChatMemory.CONVERSATION_ID, 's'))
      .call()
      .chatResponse();
    expect(response?.hasToolCalls()).toBe(true);
    expect(asked).toBe(1);
  });

  it('[SP-10a] takes reference-tool-name-accumulation', async () => {
    expect(
      settingsOf(await start({ ...enabled, 'reference-tool-name-accumulation': 'false' }))
        .referenceToolNameAccumulation,
    ).toBe(false);
  });

  it('[SP-10b] takes system-message-suffix; blank means the built-in text', async () => {
    expect(
      settingsOf(await start({ ...enabled, 'system-message-suffix': 'Use the search tool.' })).systemMessageSuffix,
    ).toBe('Use the search tool.');
    await context?.close();
    expect(settingsOf(await start({ ...enabled, 'system-message-suffix': ' ' })).systemMessageSuffix).toContain(
      '`toolSearchTool`',
    );
  });

  it('[SP-11a] evicts the least recently used of 1000 sessions by default', async () => {
    const { evictionStrategy } = settingsOf(await start(enabled));
    expect(evictionStrategy).toBeInstanceOf(LruEvictionStrategy);
    for (let session = 0; session < 1000; session += 1)
      expect(evictionStrategy.onAccess(`s${session}`)).toEqual(new Set());
    expect(evictionStrategy.onAccess('one more')).toEqual(new Set(['s0']));
  });

  it('[SP-11b] also evicts idle sessions with eviction.ttl', async () => {
    const { evictionStrategy } = settingsOf(await start({ ...enabled, 'eviction.ttl': '10m' }));
    expect(evictionStrategy).toBeInstanceOf(CompositeEvictionStrategy);
    const [lru, ttl, ...others] = (evictionStrategy as CompositeEvictionStrategy).strategies;
    expect([lru, ttl, others]).toEqual([expect.any(LruEvictionStrategy), expect.any(TtlEvictionStrategy), []]);
    expect([(lru as LruEvictionStrategy).maxSessions, (ttl as TtlEvictionStrategy).ttl]).toEqual([1000, 600_000]);
  });

  it('[SX-19a] takes always-disclosed', async () => {
    expect(settingsOf(await start({ ...enabled, 'always-disclosed': 'a, b' })).alwaysDisclosed).toEqual(['a', 'b']);
  });

  it('[NT-01] has the mode local, unless it is set', async () => {
    expect(settingsOf(await start(enabled)).mode).toBe('local');
    await context?.close();
    expect(settingsOf(await start({ ...enabled, mode: 'AUTO' })).mode).toBe('auto');
    await context?.close();
    await expect(start({ ...enabled, mode: 'remote' })).rejects.toThrow('mode');
  });

  it('[SX-19b] takes min-tools', async () => {
    expect(settingsOf(await start({ ...enabled, 'min-tools': '10' })).minTools).toBe(10);
  });

  it('[SX-08] takes undiscovered-tool-call', async () => {
    const { undiscoveredToolCall } = settingsOf(await start({ ...enabled, 'undiscovered-tool-call': 'execute' }));
    expect(undiscoveredToolCall).toBe('execute');
  });

  it('[SX-15b] takes result-format', async () => {
    expect(settingsOf(await start({ ...enabled, 'result-format': 'summaries' })).resultFormat).toBe('summaries');
  });

  const registry = new ObservationRegistry();

  @Configuration()
  class Registry {
    @Bean()
    observationRegistry(): ObservationRegistry {
      return registry;
    }
  }

  it('[SX-20] tells the observations of the application', async () => {
    expect(settingsOf(await start(enabled, Registry)).observationRegistry).toBe(registry);
    await context?.close();
    expect(settingsOf(await start(enabled)).observationRegistry).toBe(ObservationRegistry.NOOP);
  });

  it('[SP-16a] refuses eviction.lru-max-sessions=0', async () => {
    await expect(start({ ...enabled, 'eviction.lru-max-sessions': '0' })).rejects.toThrow(
      'maxSessions must be positive',
    );
  });

  it('[SP-16b] refuses a negative eviction.ttl', async () => {
    await expect(start({ ...enabled, 'eviction.ttl': '-5m' })).rejects.toThrow('ttl must be positive');
  });
});

describe('a file of properties', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tool-search-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const inFile = async (...lines: readonly string[]): Promise<ApplicationContextRunner> => {
    await writeFile(join(folder, 'application.properties'), lines.map((line) => `${line}\n`).join(''));
    return runner.withUserConfiguration(Manager).withConfigFolder(folder);
  };

  it.each([
    ['[SP-16a]', 'eviction.lru-max-sessions', '0', 'maxSessions must be positive'],
    ['[SP-16b]', 'eviction.ttl', '-5m', 'ttl must be positive'],
    ['[SX-16a]', 'tool-index-type', 'luecne', 'Did you mean `lucene`?'],
  ])('%s is named with its line if %s is refused', async (_row, key, value, message) => {
    const started = await inFile(`${PREFIX}enabled=true`, `${PREFIX}${key}=${value}`);
    await started.run(({ startupFailure, output }) => {
      expect(startupFailure).toBeInstanceOf(Error);
      expect(output).toContain(message);
      expect(output).toContain(`${PREFIX}${key}`);
      expect(output).toMatch(/application\.properties - 2:/);
    });
  });

  it.each([
    ['', 'spring.ai.'],
    ['spring.ai.', ''],
  ])('[SP-17a] yields to a source of higher precedence, with the prefixes "%s" and "%s"', async (lower, higher) => {
    const started = await inFile(`${PREFIX}enabled=true`, `${lower}${PREFIX}max-results=7`);
    context = await started.withPropertyValues({ [`${higher}${PREFIX}max-results`]: '3' }).start();
    expect(settingsOf(context).maxResults).toBe(3);
  });
});

describe('properties', () => {
  it('[SP-13] have these defaults', () => {
    expect(JSON.parse(JSON.stringify(new ToolSearchAdvisorProperties()))).toEqual({
      enabled: false,
      toolIndexType: 'regex',
      alwaysDisclosed: [],
      referenceToolNameAccumulation: true,
      sessionIdKeyName: 'chat_memory_conversation_id',
      advisorOrder: -2147483348,
      eviction: { lruMaxSessions: 1000 },
      lucene: { minScoreThreshold: 0.25 },
      mode: 'local',
      minTools: 0,
      undiscoveredToolCall: 'advise',
      resultFormat: 'names',
      vector: { similarityThreshold: 0.2 },
    });
  });

  it('[SP-17a] are accepted with the prefix spring.ai., too; the source of higher precedence wins', async () => {
    context = await runner
      .withUserConfiguration(Manager)
      .withPropertyValues({ [`spring.ai.${PREFIX}enabled`]: 'true', [`spring.ai.${PREFIX}max-results`]: '7' })
      .start();
    expect(settingsOf(context).maxResults).toBe(7);
  });
});

describe('together with tool calling and chat client', () => {
  const all = [ChatClientAutoConfiguration, ToolSearchAdvisorAutoConfiguration, ToolCallingAutoConfiguration];
  let model: ScriptedChatModel;

  @Configuration()
  class Model {
    @Bean()
    chatModel(): ChatModel {
      return model;
    }
  }

  /** The same client code with and without the flag. */
  async function toolsSentFirst(properties: Readonly<Record<string, string>>): Promise<readonly string[]> {
    model = new ScriptedChatModel(['done'], { defaultOptions: ToolCallingChatOptions.builder().build() });
    context = await new ApplicationContextRunner()
      .withAutoConfiguration(...all)
      .withUserConfiguration(Model)
      .withPropertyValues(properties)
      .start();
    const client = context.get(ChatClient.Builder).build();
    const tools = [new TestToolCallback('alpha'), new TestToolCallback('beta')];
    await client
      .prompt('q')
      .tools(tools)
      .advisors((a) => a.param(ChatMemory.CONVERSATION_ID, 's'))
      .call()
      .content();
    const options = model.prompts[0]?.options as ToolCallingChatOptions;
    return (options.toolCallbacks ?? []).map(({ definition }) => definition.name);
  }

  it('[SP-12a] there is one builder with the flag, the tool-search one', async () => {
    await toolsSentFirst({ [`${PREFIX}enabled`]: 'true' });
    const builders = context!.getAll(ToolCallingAdvisor.Builder);
    expect(builders).toHaveLength(1);
    expect(builders[0]).toBeInstanceOf(ToolSearchToolCallingAdvisor.Builder);
  });

  it('[SP-12b] there is one builder without the flag, the plain one', async () => {
    await toolsSentFirst({});
    const builders = context!.getAll(ToolCallingAdvisor.Builder);
    expect(builders).toHaveLength(1);
    expect(builders[0]).not.toBeInstanceOf(ToolSearchToolCallingAdvisor.Builder);
  });

  it('[SP-17b] the swap needs no other client code', async () => {
    expect(await toolsSentFirst({})).toEqual(['alpha', 'beta']);
    await context?.close();
    expect(await toolsSentFirst({ [`${PREFIX}enabled`]: 'true' })).toEqual(['toolSearchTool']);
  });
});
