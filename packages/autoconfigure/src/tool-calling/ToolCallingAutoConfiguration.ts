import { PendingTurnRepository } from '@toolwright/chat';
import {
  AutoConfiguration,
  Bean,
  ConditionalOnMissingBean,
  ConditionalOnProperty,
  EnableConfigurationProperties,
  InjectAll,
  InjectProvider,
  InvalidConfigurationPropertyValueException,
  type ObjectProvider,
} from '@toolwright/boot';
import { IllegalStateException, LoggerFactory, ObservationRegistry } from '@toolwright/core';
import { ChatModel } from '@toolwright/model';
import {
  AllowListToolExecutionExceptionProcessor,
  DefaultToolExecutionExceptionProcessor,
  DelegatingToolCallbackResolver,
  JsonToolErrorFormatter,
  ModelPrices,
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
import type { ToolLimitsProperties } from './ToolLimitsProperties.js';
import { NamedLimitsToolCallingManager } from './NamedLimitsToolCallingManager.js';
import { ObservationProperties } from '../observation/ObservationProperties.js';
import {
  ExposedErrors,
  ResultConverter,
  ToolCallingProperties,
  type ToolContextProperties,
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
    @InjectProvider(PendingTurnRepository) pendingTurns: ObjectProvider<PendingTurnRepository>,
    @InjectAll(ToolCallListener) listeners: readonly ToolCallListener[],
    @InjectProvider(ToolResultRepository) resultRepositories: ObjectProvider<ToolResultRepository>,
    observation: ObservationProperties,
    @InjectProvider(ObservationRegistry) registries: ObjectProvider<ObservationRegistry>,
    @InjectProvider(ToolCallingObservationConvention) conventions: ObjectProvider<ToolCallingObservationConvention>,
    @InjectProvider(ChatModel) chatModels: ObjectProvider<ChatModel>,
  ): ToolCallingManager {
    const { maxCallsPerTool, maxCost } = properties.limits;
    const prices = new ModelPrices(properties.prices);
    if (maxCost !== undefined) requirePrices(prices, maxCost, chatModels.stream());
    const registry = registries.getIfUnique(() => ObservationRegistry.NOOP);
    const convention = conventions.getIfUnique(() => namedToolCallingConvention(observation.conventions));
    const offload = offloadOf(properties, resultRepositories);
    const make = (limits: ReadonlyMap<string, number>): ToolCallingManager =>
      offload(limited(configured(ToolCallingManager.builder(), properties, limits), properties.limits))
        .modelPrices(prices)
        .toolCallbackResolver(resolver)
        .toolExecutionExceptionProcessor(processor)
        .toolErrorFormatter(formatter)
        .toolApprovalHandler(approvalHandler.getIfAvailable() ?? null)
        .deferApprovals(pendingTurns.getIfAvailable() !== undefined)
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

/** Where requests are that do not say it (EG-05). */
function setContextDefaults(builder: ToolCallingManager.Builder, { locale, timeZone }: ToolContextProperties): void {
  const defaults = { locale: { locale }, 'time-zone': { timeZone } };
  for (const [key, value] of Object.entries(defaults)) {
    try {
      builder.contextDefaults(value);
    } catch (cause) {
      const written = Object.values<string | undefined>(value)[0] ?? '';
      const reason = cause instanceof Error ? `${cause.message}.` : '';
      throw new InvalidConfigurationPropertyValueException(`tools.context.${key}`, written, reason);
    }
  }
  builder.contextDefaults({ locale, timeZone });
}

/** What a turn may use beside calls. */
function limited(
  builder: ToolCallingManager.Builder,
  { maxRounds, maxDuration, maxTokens, maxCost }: ToolLimitsProperties,
): ToolCallingManager.Builder {
  if (maxRounds > 0) builder.maxRounds(maxRounds);
  if (maxDuration !== undefined) builder.maxDuration(maxDuration);
  if (maxTokens > 0) builder.maxTokens(maxTokens);
  if (maxCost !== undefined) builder.maxCost(maxCost);
  return builder;
}

/** A model whose price is not known would spend without being counted; one that says no name is looked at later (BG-04). */
function requirePrices(prices: ModelPrices, maxCost: number, chatModels: readonly ChatModel[]): void {
  for (const chatModel of chatModels) {
    const { model } = chatModel.defaultOptions;
    if (model === null || prices.find(model)) continue;
    throw new InvalidConfigurationPropertyValueException(
      'tools.limits.max-cost',
      String(maxCost),
      `There is no price for model '${model}'. Add tools.prices[${model}].input and tools.prices[${model}].output, ` +
        'per million tokens.',
    );
  }
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
  const { enabled, ttl, maxEntries, maxChars } = properties.cache;
  setContextDefaults(builder, properties.context);
  builder.resultCache(enabled ? { ttl, maxEntries, maxChars } : null);
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
