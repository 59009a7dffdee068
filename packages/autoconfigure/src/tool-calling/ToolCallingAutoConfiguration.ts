import {
  AutoConfiguration,
  Bean,
  ConditionalOnMissingBean,
  ConditionalOnProperty,
  EnableConfigurationProperties,
  InjectAll,
  InjectProvider,
  type ObjectProvider,
} from '@toolwright/boot';
import { IllegalStateException, LoggerFactory, ObservationRegistry } from '@toolwright/core';
import {
  AllowListToolExecutionExceptionProcessor,
  DefaultToolExecutionExceptionProcessor,
  DelegatingToolCallbackResolver,
  JsonToolErrorFormatter,
  namedToolCallingConvention,
  StaticToolCallbackResolver,
  TextToolCallResultConverter,
  SchemaCustomizer,
  TextToolErrorFormatter,
  ToolApprovalHandler,
  ToolCallback,
  ToolCallbackFactory,
  ToolCallbackProvider,
  ToolCallbackResolver,
  ToolCallingContentObservationFilter,
  ToolCallingManager,
  ToolCallListener,
  ToolErrorFormatter,
  type ToolNamePolicy,
  ToolCallingObservationConvention,
  ToolExecutionExceptionProcessor,
  ToolResultRepository,
  ToolUserError,
} from '@toolwright/tools';
import { NamedLimitsToolCallingManager } from './NamedLimitsToolCallingManager.js';
import { ObservationProperties } from '../observation/ObservationProperties.js';
import {
  ExposedErrors,
  ResultConverter,
  ToolCallingProperties,
  ToolErrorFormat,
  UnknownArgumentsBehavior,
  UnknownToolBehavior,
} from './ToolCallingProperties.js';
import { ToolNames } from './ToolDeclarationProperties.js';
import { ToolResultStore } from './ToolResultsProperties.js';

const logger = LoggerFactory.getLogger('toolwright.autoconfigure.tools');

/**
 * Supplies what runs tool calls: the resolver over all tools of the application, the exception processor and the
 * {@link ToolCallingManager} with the limits of `tools.*`. A bean of the application replaces each of them.
 */
@AutoConfiguration()
@EnableConfigurationProperties(ToolCallingProperties, ObservationProperties)
export class ToolCallingAutoConfiguration {
  /** Names tools by `tools.names.policy` (TX-16) and lets the `SchemaCustomizer` beans change their schemas (TX-21). */
  @Bean()
  @ConditionalOnMissingBean(ToolCallbackFactory)
  toolCallbackFactory(
    { names }: ToolCallingProperties,
    @InjectAll(SchemaCustomizer) schemaCustomizers: readonly SchemaCustomizer[],
  ): ToolCallbackFactory {
    return new ToolCallbackFactory({ namePolicy: NAME_POLICIES[names.policy], schemaCustomizers });
  }

  /** Knows the tools of all `ToolCallback` and `ToolCallbackProvider` beans; remote providers are never asked (BX-04). */
  @Bean({ type: DelegatingToolCallbackResolver })
  @ConditionalOnMissingBean(ToolCallbackResolver)
  async toolCallbackResolver(
    @InjectAll(ToolCallback) callbacks: readonly ToolCallback[],
    @InjectAll(ToolCallbackProvider) providers: readonly ToolCallbackProvider[],
    factory: ToolCallbackFactory,
  ): Promise<DelegatingToolCallbackResolver> {
    const tools = new Map(callbacks.map((callback) => [callback.definition.name, callback]));
    for (const provider of new Set(providers)) {
      if (provider.remote) continue;
      for (const callback of await provider.toolCallbacks()) {
        const { name } = callback.definition;
        if (!tools.has(name)) tools.set(name, callback);
      }
    }
    return new DelegatingToolCallbackResolver([new StaticToolCallbackResolver(factory.named([...tools.values()]))]);
  }

  /** By default tells the model everything; with `tools.errors.expose` only what was written for it (TX-11). */
  @Bean()
  @ConditionalOnMissingBean(ToolExecutionExceptionProcessor)
  toolExecutionExceptionProcessor(properties: ToolCallingProperties): ToolExecutionExceptionProcessor {
    const { throwExceptionOnError, errors } = properties;
    if (errors.expose === ExposedErrors.ALL) {
      return DefaultToolExecutionExceptionProcessor.builder().alwaysThrow(throwExceptionOnError).build();
    }
    return new AllowListToolExecutionExceptionProcessor(
      errors.expose === ExposedErrors.USER_ERRORS ? [ToolUserError] : [],
      { onOther: throwExceptionOnError ? 'throw' : 'mask' },
    );
  }

  @Bean()
  @ConditionalOnMissingBean(ToolErrorFormatter)
  toolErrorFormatter({ errors }: ToolCallingProperties): ToolErrorFormatter {
    return errors.format === ToolErrorFormat.JSON ? new JsonToolErrorFormatter() : new TextToolErrorFormatter();
  }

  @Bean()
  @ConditionalOnMissingBean(ToolCallingManager)
  toolCallingManager(
    properties: ToolCallingProperties,
    resolver: ToolCallbackResolver,
    processor: ToolExecutionExceptionProcessor,
    formatter: ToolErrorFormatter,
    @InjectProvider(ToolApprovalHandler) approvalHandler: ObjectProvider<ToolApprovalHandler>,
    @InjectAll(ToolCallListener) listeners: readonly ToolCallListener[],
    @InjectProvider(ToolResultRepository) resultRepositories: ObjectProvider<ToolResultRepository>,
    observation: ObservationProperties,
    @InjectProvider(ObservationRegistry) registries: ObjectProvider<ObservationRegistry>,
    @InjectProvider(ToolCallingObservationConvention) conventions: ObjectProvider<ToolCallingObservationConvention>,
  ): ToolCallingManager {
    const { maxCallsPerTool } = properties.limits;
    const registry = registries.getIfUnique(() => ObservationRegistry.NOOP);
    const convention = conventions.getIfUnique(() => namedToolCallingConvention(observation.conventions));
    const offload = offloadOf(properties, resultRepositories);
    const make = (limits: ReadonlyMap<string, number>): ToolCallingManager =>
      offload(configured(ToolCallingManager.builder(), properties, limits))
        .toolCallbackResolver(resolver)
        .toolExecutionExceptionProcessor(processor)
        .toolErrorFormatter(formatter)
        .toolApprovalHandler(approvalHandler.getIfAvailable() ?? null)
        .toolCallListeners(...listeners)
        .observationRegistry(registry)
        .observationConvention(convention)
        .build();
    return maxCallsPerTool.size === 0
      ? make(maxCallsPerTool)
      : new NamedLimitsToolCallingManager(maxCallsPerTool, make);
  }

  @Bean()
  @ConditionalOnProperty('tools.observations.include-content', { havingValue: 'true' })
  @ConditionalOnMissingBean(ToolCallingContentObservationFilter)
  toolCallingContentObservationFilter(observation: ObservationProperties): ToolCallingContentObservationFilter {
    logger.warn(
      'You have enabled the inclusion of the tool call arguments and result in the observations, ' +
        'with the risk of exposing sensitive or private information. Please, be careful!',
    );
    return new ToolCallingContentObservationFilter(observation.conventions);
  }
}

const NAME_POLICIES: Readonly<Record<ToolNames, ToolNamePolicy>> = {
  [ToolNames.WARN]: 'warn',
  [ToolNames.REJECT]: 'reject',
  [ToolNames.SANITIZE]: 'sanitize',
};

/** Puts long results away, where that is configured (OF-01). */
function offloadOf(
  { results }: ToolCallingProperties,
  repositories: ObjectProvider<ToolResultRepository>,
): (builder: ToolCallingManager.Builder) => ToolCallingManager.Builder {
  const { offloadOver, type } = results;
  if (offloadOver === undefined) return (builder) => builder;
  const repository = repositories.getIfUnique();
  if (!repository) {
    const remedy =
      type === ToolResultStore.REDIS || type === ToolResultStore.POSTGRES
        ? `Add @toolwright/memory-${type.toLowerCase()} to the dependencies, choose tools.results.type=memory or folder, `
        : 'Include ToolResultAutoConfiguration, ';
    throw new IllegalStateException(
      `tools.results.offload-over is set, but there is not one ToolResultRepository to put results into ` +
        `(tools.results.type=${type.toLowerCase()}). ${remedy}or declare one bean of it.`,
    );
  }
  return (builder) => builder.offloadResults(offloadOver, repository);
}

/** Sets everything but the collaborators. */
function configured(
  builder: ToolCallingManager.Builder,
  properties: ToolCallingProperties,
  maxCallsPerTool: ReadonlyMap<string, number>,
): ToolCallingManager.Builder {
  const { limits, execution, unknownTool, resolution, results } = properties;
  builder
    .resolutionFallbackEnabled(resolution.fallback.enabled)
    .executionConcurrency(execution.concurrency)
    .executionTimeout(execution.timeout ?? null)
    .unknownToolBehavior(unknownTool.behavior === UnknownToolBehavior.THROW ? 'throw' : 'answer')
    .maxUnknownToolCalls(unknownTool.max)
    .onLimitExceeded(limits.onLimitExceeded);
  if (results.maxChars !== undefined) builder.maxResultChars(results.maxChars);
  if (properties.resultConverter === ResultConverter.TEXT) builder.resultConverter(new TextToolCallResultConverter());
  if (properties.arguments.unknown === UnknownArgumentsBehavior.REJECT) builder.unknownArguments('reject');
  if (limits.maxIdenticalCalls > 0) builder.maxIdenticalCalls(limits.maxIdenticalCalls);
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
