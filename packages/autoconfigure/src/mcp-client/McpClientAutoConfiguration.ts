import {
  ApplicationContext,
  AutoConfiguration,
  Bean,
  ConditionalOnMissingBean,
  ConditionalOnPackage,
  ConditionalOnProperty,
  EnableConfigurationProperties,
  InjectAll,
  InjectProvider,
  type ObjectProvider,
} from '@toolwright/boot';
import { LoggerFactory } from '@toolwright/core';
import {
  DefaultMcpToolNamePrefixGenerator,
  describeMcpError,
  hasMcpHandlers,
  McpAsyncHttpClientRequestCustomizer,
  McpAuthorizationHandler,
  McpClient,
  McpClientEventListener,
  McpClientHandlerRegistry,
  McpHttpClientTransportCustomizer,
  McpIdentityTokenSource,
  McpSyncHttpClientRequestCustomizer,
  McpTokenStore,
  McpToolCallbackProvider,
  McpToolFilter,
  McpToolNamePrefixGenerator,
  McpToolPins,
  NamedClientMcpTransport,
  type ToolContextMetaPolicy,
  ToolContextToMcpMetaConverter,
} from '@toolwright/mcp';
import { ToolCallingAutoConfiguration } from '../tool-calling/ToolCallingAutoConfiguration.js';
import { type ConfiguredConnection, configuredConnections } from './configuredConnections.js';
import { McpClientConfigurer } from './McpClientConfigurer.js';
import { McpClientCustomizer } from './McpClientCustomizer.js';
import { McpClientProperties, McpToolNamePrefix } from './McpClientProperties.js';
import { McpClients } from './McpClients.js';

const logger = LoggerFactory.getLogger('toolwright.autoconfigure.mcp');

/**
 * Supplies a client per connection of `mcp.client.*`, and a provider of the tools of all of them. The provider is not
 * given to any chat client, and nothing is listed before it is asked (MP-01).
 */
@AutoConfiguration({ after: [ToolCallingAutoConfiguration] })
@ConditionalOnPackage('@modelcontextprotocol/client', { install: '@modelcontextprotocol/client@2.4.0' })
@ConditionalOnProperty('mcp.client.enabled', { havingValue: 'true', matchIfMissing: true })
@EnableConfigurationProperties(McpClientProperties)
export class McpClientAutoConfiguration {
  @Bean()
  @ConditionalOnMissingBean(McpClientConfigurer)
  mcpClientConfigurer(
    @InjectAll(McpClientCustomizer) customizers: readonly McpClientCustomizer[],
  ): McpClientConfigurer {
    return new McpClientConfigurer(customizers);
  }

  @Bean()
  @ConditionalOnMissingBean(McpToolPins)
  mcpToolPins(): McpToolPins {
    return new McpToolPins();
  }

  /** Handlers are found by class, and asked for when they are first called, so they may need the clients themselves. */
  @Bean()
  @ConditionalOnProperty('mcp.client.annotation-scanner.enabled', { havingValue: 'true', matchIfMissing: true })
  @ConditionalOnMissingBean(McpClientHandlerRegistry)
  mcpClientHandlerRegistry(context: ApplicationContext): McpClientHandlerRegistry {
    const sources = context.beans().flatMap(({ name, scope }) => {
      const type = scope === 'singleton' ? context.getType(name) : undefined;
      return type && hasMcpHandlers(type)
        ? [{ name, type, instance: () => context.getAsync(name) as Promise<object> }]
        : [];
    });
    return new McpClientHandlerRegistry(sources);
  }

  @Bean({ type: McpClients })
  @ConditionalOnMissingBean(McpClients)
  async mcpClients(
    properties: McpClientProperties,
    configurer: McpClientConfigurer,
    pins: McpToolPins,
    @InjectProvider(McpClientHandlerRegistry) registries: ObjectProvider<McpClientHandlerRegistry>,
    @InjectAll(McpClientEventListener) listeners: readonly McpClientEventListener[],
    @InjectAll(NamedClientMcpTransport) transports: readonly NamedClientMcpTransport[],
    @InjectAll(McpSyncHttpClientRequestCustomizer) sync: readonly McpSyncHttpClientRequestCustomizer[],
    @InjectAll(McpAsyncHttpClientRequestCustomizer) async: readonly McpAsyncHttpClientRequestCustomizer[],
    @InjectAll(McpHttpClientTransportCustomizer) transport: readonly McpHttpClientTransportCustomizer[],
    @InjectProvider(McpAuthorizationHandler) authorizationHandlers: ObjectProvider<McpAuthorizationHandler>,
    @InjectProvider(McpTokenStore) tokenStores: ObjectProvider<McpTokenStore>,
    @InjectProvider(McpIdentityTokenSource) identityTokens: ObjectProvider<McpIdentityTokenSource>,
  ): Promise<McpClients> {
    const connections = configuredConnections(properties, { sync, async, transport }, transports, {
      handler: () => authorizationHandlers.getIfAvailable(),
      tokenStore: () => tokenStores.getIfAvailable(),
      identityTokens: () => identityTokens.getIfAvailable(),
    });
    const registry = registries.getIfAvailable() ?? new McpClientHandlerRegistry([]);
    registry.check(connections.map(({ name }) => name));
    const clients = connections.map((connection) => {
      const builder = clientBuilder(connection, properties).pins(pins).handlers(registry.handlersOf(connection.name));
      for (const listener of listeners) builder.eventListener(listener);
      return configurer.configure(connection.name, builder).build();
    });
    if (properties.initialized) await initialize(clients, properties.failFast);
    return new McpClients(clients);
  }

  @Bean()
  @ConditionalOnProperty('mcp.client.toolcallback.enabled', { havingValue: 'true', matchIfMissing: true })
  @ConditionalOnMissingBean(McpToolCallbackProvider)
  mcpToolCallbackProvider(
    { clients }: McpClients,
    properties: McpClientProperties,
    @InjectProvider(McpToolFilter) filters: ObjectProvider<McpToolFilter>,
    @InjectProvider(McpToolNamePrefixGenerator) generators: ObjectProvider<McpToolNamePrefixGenerator>,
    @InjectProvider(ToolContextToMcpMetaConverter) converters: ObjectProvider<ToolContextToMcpMetaConverter>,
  ): McpToolCallbackProvider {
    const { toolcallback, maxResultSize, maxDescriptionLength, toolContextMeta } = properties;
    return McpToolCallbackProvider.builder()
      .mcpClients(clients)
      .toolFilter(filters.getIfAvailable(() => McpToolFilter.acceptAll()))
      .toolNamePrefixGenerator(generators.getIfAvailable(() => generatorOf(properties)))
      .toolContextToMcpMetaConverter(
        converters.getIfAvailable(() => ToolContextToMcpMetaConverter.defaultConverter(metaPolicy(toolContextMeta))),
      )
      .maxResultSize(maxResultSize)
      .maxDescriptionLength(maxDescriptionLength)
      .onListError(toolcallback.onListError)
      .maxTools(toolcallback.maxTools)
      .build();
  }
}

/** One after the other; whatever was opened is closed again when the start fails. */
async function initialize(clients: readonly McpClient[], failFast: boolean): Promise<void> {
  for (const client of clients) {
    try {
      await client.initialize();
    } catch (error) {
      if (failFast) {
        await Promise.all(clients.map((other) => other.close()));
        throw error;
      }
      logger.warn(`${describeMcpError(error)}. The connection is tried again at its next use.`);
    }
  }
}

function clientBuilder(
  { name, transport, properties: own }: ConfiguredConnection,
  properties: McpClientProperties,
): ReturnType<typeof McpClient.builder> {
  const builder = McpClient.builder(name)
    .transport(transport)
    .clientInfo(properties.name, properties.version)
    .requestTimeout(own?.requestTimeout ?? properties.requestTimeout)
    .rootChangeNotification(properties.rootChangeNotification)
    .maxServerRequestsPerCall(properties.sampling.maxPerCall)
    .onDefinitionChange(properties.onDefinitionChange);
  if (own) {
    builder
      .resetTimeoutOnProgress(own.resetTimeoutOnProgress)
      .maxTotalTimeout(own.maxTotalTimeout)
      .trusted(own.trusted)
      .toolNames(own.tools.include, own.tools.exclude)
      .toolContextMeta(metaPolicy(own.toolContextMeta));
  }
  return builder;
}

function metaPolicy(values: readonly string[] | undefined): ToolContextMetaPolicy | undefined {
  const word = values?.length === 1 ? values[0]?.toLowerCase() : undefined;
  return word === 'all' || word === 'none' ? word : values;
}

function generatorOf({ toolcallback }: McpClientProperties): McpToolNamePrefixGenerator {
  const { namePrefix, asciiNames } = toolcallback;
  switch (namePrefix) {
    case McpToolNamePrefix.CONNECTION:
      return McpToolNamePrefixGenerator.connectionPrefix({ asciiNames });
    case McpToolNamePrefix.NONE:
      return McpToolNamePrefixGenerator.noPrefix();
    case McpToolNamePrefix.ALT:
      return new DefaultMcpToolNamePrefixGenerator({ asciiNames });
  }
}
