export {
  lintToolCatalog,
  type ToolCatalogFinding,
  type ToolCatalogLintOptions,
  type ToolCatalogRule,
} from './catalog/lintToolCatalog.js';
export { type RankedTool, rankTools, type ToolRanking } from './catalog/rankTools.js';
export { toolReferencesOf } from './disclosure/toolReferencesOf.js';
export { AlwaysEvictStrategy } from './eviction/AlwaysEvictStrategy.js';
export { CompositeEvictionStrategy } from './eviction/CompositeEvictionStrategy.js';
export { LruEvictionStrategy } from './eviction/LruEvictionStrategy.js';
export { NeverEvictStrategy } from './eviction/NeverEvictStrategy.js';
export { ToolIndexEvictionStrategy } from './eviction/ToolIndexEvictionStrategy.js';
export { TtlEvictionStrategy, type TtlEvictionStrategyOptions } from './eviction/TtlEvictionStrategy.js';
export { HybridToolIndex, type HybridToolIndexOptions } from './index/hybrid/HybridToolIndex.js';
export { KeywordToolIndex } from './index/keyword/KeywordToolIndex.js';
export { LuceneToolIndex } from './index/lucene/LuceneToolIndex.js';
export { RegexToolIndex } from './index/regex/RegexToolIndex.js';
export { ToolIndex } from './index/ToolIndex.js';
export { toolReferenceOf } from './disclosure/toolReferenceOf.js';
export type { ToolParameterReference, ToolReference } from './index/ToolReference.js';
export type {
  ToolField,
  ToolFieldMatch,
  ToolSearchExplanation,
  ToolSearchHit,
} from './index/ToolSearchExplanation.js';
export type { ToolSearchRequest } from './index/ToolSearchRequest.js';
export type { SearchMetadata, ToolSearchResponse } from './index/ToolSearchResponse.js';
export { VectorToolIndex } from './index/vector/VectorToolIndex.js';
export { TOOL_SEARCH_TOOL_SESSION_ID_KEY } from './tool/toolSearchToolSessionIdKey.js';
export { ToolSearchTool, type ToolSearchToolOptions, type ToolSearchResultFormat } from './tool/ToolSearchTool.js';
export type { ToolSearchMode } from './advisor/NativeToolSearch.js';
export { ToolSearchToolCallingAdvisor } from './advisor/ToolSearchToolCallingAdvisor.js';
export type { ToolSearchSettingsBuilder, UndiscoveredToolCall } from './advisor/ToolSearchSettingsBuilder.js';
