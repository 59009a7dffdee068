import {
  AutoConfiguration,
  Bean,
  ConditionalOnMissingBean,
  EnableConfigurationProperties,
  InjectAll,
} from '@toolwright/boot';
import {
  DefaultToolExecutionExceptionProcessor,
  DelegatingToolCallbackResolver,
  StaticToolCallbackResolver,
  ToolCallback,
  ToolCallbackProvider,
  ToolCallbackResolver,
  ToolCallingManager,
  ToolExecutionExceptionProcessor,
} from '@toolwright/tools';
import { NamedLimitsToolCallingManager } from './NamedLimitsToolCallingManager.js';
import { ToolCallingProperties, UnknownToolBehavior } from './ToolCallingProperties.js';

/**
 * Supplies what runs tool calls: the resolver over all tools of the application, the exception processor and the
 * {@link ToolCallingManager} with the limits of `tools.*`. A bean of the application replaces each of them.
 */
@AutoConfiguration()
@EnableConfigurationProperties(ToolCallingProperties)
export class ToolCallingAutoConfiguration {
  /** Knows the tools of all `ToolCallback` and `ToolCallbackProvider` beans; remote providers are never asked (BX-04). */
  @Bean({ type: DelegatingToolCallbackResolver })
  @ConditionalOnMissingBean(ToolCallbackResolver)
  async toolCallbackResolver(
    @InjectAll(ToolCallback) callbacks: readonly ToolCallback[],
    @InjectAll(ToolCallbackProvider) providers: readonly ToolCallbackProvider[],
  ): Promise<DelegatingToolCallbackResolver> {
    const tools = new Map(callbacks.map((callback) => [callback.definition.name, callback]));
    for (const provider of new Set(providers)) {
      if (provider.remote) continue;
      for (const callback of await provider.toolCallbacks()) {
        const { name } = callback.definition;
        if (!tools.has(name)) tools.set(name, callback);
      }
    }
    return new DelegatingToolCallbackResolver([new StaticToolCallbackResolver([...tools.values()])]);
  }

  @Bean()
  @ConditionalOnMissingBean(ToolExecutionExceptionProcessor)
  toolExecutionExceptionProcessor(properties: ToolCallingProperties): DefaultToolExecutionExceptionProcessor {
    return DefaultToolExecutionExceptionProcessor.builder().alwaysThrow(properties.throwExceptionOnError).build();
  }

  @Bean()
  @ConditionalOnMissingBean(ToolCallingManager)
  toolCallingManager(
    properties: ToolCallingProperties,
    resolver: ToolCallbackResolver,
    processor: ToolExecutionExceptionProcessor,
  ): ToolCallingManager {
    const { maxCallsPerTool } = properties.limits;
    const make = (limits: ReadonlyMap<string, number>): ToolCallingManager =>
      configured(ToolCallingManager.builder(), properties, limits)
        .toolCallbackResolver(resolver)
        .toolExecutionExceptionProcessor(processor)
        .build();
    return maxCallsPerTool.size === 0
      ? make(maxCallsPerTool)
      : new NamedLimitsToolCallingManager(maxCallsPerTool, make);
  }
}

/** Sets everything but the collaborators. */
function configured(
  builder: ToolCallingManager.Builder,
  { limits, execution, unknownTool, resolution }: ToolCallingProperties,
  maxCallsPerTool: ReadonlyMap<string, number>,
): ToolCallingManager.Builder {
  builder
    .resolutionFallbackEnabled(resolution.fallback.enabled)
    .executionConcurrency(execution.concurrency)
    .executionTimeout(execution.timeout ?? null)
    .unknownToolBehavior(unknownTool.behavior === UnknownToolBehavior.THROW ? 'throw' : 'answer')
    .maxUnknownToolCalls(unknownTool.max)
    .onLimitExceeded(limits.onLimitExceeded);
  if (limits.maxCallsPerToolDefault < 0) builder.unlimitedCallsPerTool();
  else builder.maxCallsPerTool(limits.maxCallsPerToolDefault);
  if (limits.maxTotalToolCalls < 0) builder.unlimitedTotalToolCalls();
  else builder.maxTotalToolCalls(limits.maxTotalToolCalls);
  for (const [toolName, limit] of maxCallsPerTool) {
    if (limit < 0) builder.excludeToolFromLimit(toolName);
    else builder.maxCallsPerTool(toolName, limit);
  }
  for (const toolName of limits.excludedTools) builder.excludeToolFromLimit(toolName);
  return builder;
}
