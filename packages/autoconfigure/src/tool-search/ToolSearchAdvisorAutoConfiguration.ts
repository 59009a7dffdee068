import {
  AutoConfiguration,
  Bean,
  ConditionalOnBean,
  ConditionalOnMissingBean,
  ConditionalOnProperty,
  EnableConfigurationProperties,
  Environment,
  InjectProvider,
  InvalidConfigurationPropertyValueException,
  type ObjectProvider,
} from '@toolwright/boot';
import { ToolCallingAdvisor, ToolExecutionEligibilityChecker } from '@toolwright/chat';
import { hasText, IllegalStateException, ObservationRegistry, suggestName } from '@toolwright/core';
import { EmbeddingModel, SimpleVectorStore, VectorStore } from '@toolwright/model';
import {
  CompositeEvictionStrategy,
  HybridToolIndex,
  KeywordToolIndex,
  LruEvictionStrategy,
  LuceneToolIndex,
  RegexToolIndex,
  ToolIndex,
  type ToolIndexEvictionStrategy,
  ToolSearchToolCallingAdvisor,
  TtlEvictionStrategy,
  VectorToolIndex,
} from '@toolwright/tool-search';
import { ToolCallingManager } from '@toolwright/tools';
import { ChatClientAutoConfiguration } from '../chat-client/ChatClientAutoConfiguration.js';
import { ToolCallingAutoConfiguration } from '../tool-calling/ToolCallingAutoConfiguration.js';
import { type ToolSearchEvictionProperties, ToolSearchAdvisorProperties } from './ToolSearchAdvisorProperties.js';

const INDEX_TYPE_KEY = 'chat.client.tool-search-advisor.tool-index-type';

/** Every value of `tool-index-type` that the framework defines. */
const KNOWN_INDEX_TYPES = ['regex', 'lucene', 'vector', 'keyword', 'hybrid'];

/**
 * Replaces the tool loop by progressive tool search when `chat.client.tool-search-advisor.enabled=true`. It runs before
 * the chat client's auto-configuration, whose default loop then yields; no client code differs.
 */
@AutoConfiguration({ after: [ToolCallingAutoConfiguration], before: [ChatClientAutoConfiguration] })
@ConditionalOnProperty('chat.client.tool-search-advisor.enabled', { havingValue: 'true' })
@EnableConfigurationProperties(ToolSearchAdvisorProperties)
export class ToolSearchAdvisorAutoConfiguration {
  @Bean()
  @ConditionalOnProperty(INDEX_TYPE_KEY, { havingValue: 'regex', matchIfMissing: true })
  @ConditionalOnMissingBean(ToolIndex)
  toolIndex(): RegexToolIndex {
    return new RegexToolIndex();
  }

  @Bean()
  @ConditionalOnProperty(INDEX_TYPE_KEY, { havingValue: 'lucene' })
  @ConditionalOnMissingBean(ToolIndex)
  luceneToolIndex({ lucene }: ToolSearchAdvisorProperties): LuceneToolIndex {
    return new LuceneToolIndex(lucene.minScoreThreshold);
  }

  @Bean()
  @ConditionalOnProperty(INDEX_TYPE_KEY, { havingValue: 'keyword' })
  @ConditionalOnMissingBean(ToolIndex)
  keywordToolIndex(): KeywordToolIndex {
    return new KeywordToolIndex();
  }

  /** @throws {IllegalStateException} without a `VectorStore` or `EmbeddingModel` bean (SP-04b) */
  @Bean()
  @ConditionalOnProperty(INDEX_TYPE_KEY, { havingValue: 'vector' })
  @ConditionalOnMissingBean(ToolIndex)
  vectorToolIndex(
    { vector }: ToolSearchAdvisorProperties,
    @InjectProvider(VectorStore) stores: ObjectProvider<VectorStore>,
    @InjectProvider(EmbeddingModel) models: ObjectProvider<EmbeddingModel>,
  ): VectorToolIndex {
    return new VectorToolIndex(vectorStore('vector', stores, models), vector.similarityThreshold);
  }

  /** @throws {IllegalStateException} without a `VectorStore` or `EmbeddingModel` bean */
  @Bean()
  @ConditionalOnProperty(INDEX_TYPE_KEY, { havingValue: 'hybrid' })
  @ConditionalOnMissingBean(ToolIndex)
  hybridToolIndex(
    { vector }: ToolSearchAdvisorProperties,
    @InjectProvider(VectorStore) stores: ObjectProvider<VectorStore>,
    @InjectProvider(EmbeddingModel) models: ObjectProvider<EmbeddingModel>,
  ): HybridToolIndex {
    const byMeaning = new VectorToolIndex(vectorStore('hybrid', stores, models), vector.similarityThreshold);
    return new HybridToolIndex(new KeywordToolIndex(), byMeaning);
  }

  /** @throws {InvalidConfigurationPropertyValueException} if `tool-index-type` names no index that exists (SX-16a) */
  @Bean()
  @ConditionalOnBean(ToolCallingManager)
  @ConditionalOnMissingBean(ToolCallingAdvisor.Builder)
  toolCallingAdvisorBuilder(
    properties: ToolSearchAdvisorProperties,
    manager: ToolCallingManager,
    environment: Environment,
    @InjectProvider(ToolIndex) indexes: ObjectProvider<ToolIndex>,
    @InjectProvider(ToolExecutionEligibilityChecker) checkers: ObjectProvider<ToolExecutionEligibilityChecker>,
    @InjectProvider(ObservationRegistry) registries: ObjectProvider<ObservationRegistry>,
  ): ToolSearchToolCallingAdvisor.Builder {
    const index = indexes.getIfAvailable();
    if (!index) throw unknownIndexType(properties.toolIndexType, environment);
    const builder = ToolSearchToolCallingAdvisor.builder()
      .toolIndex(index)
      .toolCallingManager(manager)
      .advisorOrder(properties.advisorOrder)
      .referenceToolNameAccumulation(properties.referenceToolNameAccumulation)
      .sessionIdKeyName(properties.sessionIdKeyName)
      .alwaysDisclosed(...properties.alwaysDisclosed)
      .mode(properties.mode)
      .minTools(properties.minTools)
      .undiscoveredToolCall(properties.undiscoveredToolCall)
      .resultFormat(properties.resultFormat)
      .observationRegistry(registries.getIfUnique(() => ObservationRegistry.NOOP))
      .evictionStrategy(evictionStrategy(properties.eviction));
    if (properties.maxResults !== undefined) builder.maxResults(properties.maxResults);
    if (hasText(properties.systemMessageSuffix)) builder.systemMessageSuffix(properties.systemMessageSuffix);
    checkers.ifUnique((checker) => builder.toolExecutionEligibilityChecker(checker));
    return builder;
  }
}

function evictionStrategy({ lruMaxSessions, ttl }: ToolSearchEvictionProperties): ToolIndexEvictionStrategy {
  const lru = new LruEvictionStrategy(lruMaxSessions);
  return ttl === undefined ? lru : new CompositeEvictionStrategy(lru, new TtlEvictionStrategy(ttl));
}

/** The application's store, or one in memory over the application's embedding model. */
function vectorStore(
  indexType: string,
  stores: ObjectProvider<VectorStore>,
  models: ObjectProvider<EmbeddingModel>,
): VectorStore {
  const store = stores.getIfAvailable();
  if (store) return store;
  const model = models.getIfAvailable();
  if (model) return new SimpleVectorStore(model);
  throw new IllegalStateException(
    `${INDEX_TYPE_KEY}: tool-index-type=${indexType} needs a VectorStore, or an EmbeddingModel for one in memory, and there is ` +
      'neither. Provide a bean of one of these types, or use tool-index-type=keyword, which needs no model.',
  );
}

function unknownIndexType(value: string, environment: Environment): Error {
  const suggestion = suggestName(value, KNOWN_INDEX_TYPES);
  return new InvalidConfigurationPropertyValueException(
    INDEX_TYPE_KEY,
    value,
    `unknown tool-index-type. Known values: ${KNOWN_INDEX_TYPES.join(', ')}.${suggestion ? ` Did you mean \`${suggestion}\`?` : ''}`,
    environment.getOrigin(INDEX_TYPE_KEY),
  );
}
