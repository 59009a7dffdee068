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
import { hasText, suggestName } from '@toolwright/core';
import {
  CompositeEvictionStrategy,
  KeywordToolIndex,
  LruEvictionStrategy,
  LuceneToolIndex,
  RegexToolIndex,
  ToolIndex,
  type ToolIndexEvictionStrategy,
  ToolSearchToolCallingAdvisor,
  TtlEvictionStrategy,
} from '@toolwright/tool-search';
import { ToolCallingManager } from '@toolwright/tools';
import { ChatClientAutoConfiguration } from '../chat-client/ChatClientAutoConfiguration.js';
import { ToolCallingAutoConfiguration } from '../tool-calling/ToolCallingAutoConfiguration.js';
import { type ToolSearchEvictionProperties, ToolSearchAdvisorProperties } from './ToolSearchAdvisorProperties.js';

const INDEX_TYPE_KEY = 'chat.client.tool-search-advisor.tool-index-type';

/** Every value of `tool-index-type` that the framework defines, whether its index is part of this version or not. */
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

function unknownIndexType(value: string, environment: Environment): Error {
  const known = KNOWN_INDEX_TYPES.includes(value.toLowerCase());
  const suggestion = known ? undefined : suggestName(value, KNOWN_INDEX_TYPES);
  const reason = known
    ? `tool-index-type=${value} has no index in this application. Provide a ToolIndex bean, or use keyword, lucene or regex.`
    : `unknown tool-index-type. Known values: ${KNOWN_INDEX_TYPES.join(', ')}.${suggestion ? ` Did you mean \`${suggestion}\`?` : ''}`;
  return new InvalidConfigurationPropertyValueException(
    INDEX_TYPE_KEY,
    value,
    reason,
    environment.getOrigin(INDEX_TYPE_KEY),
  );
}
