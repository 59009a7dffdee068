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
import { hasMcpFeatures, McpAuthenticator, McpHttpServer, McpServer, McpToolCallbackProvider } from '@toolwright/mcp';
import { ToolCallback, ToolCallbackProvider } from '@toolwright/tools';
import { McpClientAutoConfiguration } from '../mcp-client/McpClientAutoConfiguration.js';
import { McpServerProperties, McpServerProtocol } from './McpServerProperties.js';
import { McpServerRunner } from './McpServerRunner.js';
import { McpStandardOutput } from './McpStandardOutput.js';

const logger = LoggerFactory.getLogger('toolwright.autoconfigure.mcp');

/**
 * Makes the application an MCP server when `mcp.server.enabled=true`: it offers the methods of singletons with
 * `@McpTool` and its like, and the tools of the application, over Streamable HTTP or the standard streams.
 */
@AutoConfiguration({ after: [McpClientAutoConfiguration] })
@ConditionalOnPackage('@modelcontextprotocol/server', { install: '@modelcontextprotocol/server@2.4.0' })
@ConditionalOnProperty('mcp.server.enabled', { havingValue: 'true' })
@EnableConfigurationProperties(McpServerProperties)
export class McpServerAutoConfiguration {
  @Bean()
  @ConditionalOnProperty('mcp.server.stdio', { havingValue: 'true' })
  mcpStandardOutput(): McpStandardOutput {
    return new McpStandardOutput();
  }

  @Bean()
  @ConditionalOnMissingBean(McpServer)
  mcpServer(properties: McpServerProperties): McpServer {
    const { name, version, instructions, capabilities, requestTimeout, exposeErrorDetails } = properties;
    return new McpServer({
      name,
      version,
      instructions,
      capabilities,
      requestTimeout,
      exposeErrorDetails,
      changeNotifications: {
        tool: properties.toolChangeNotification,
        resource: properties.resourceChangeNotification,
        prompt: properties.promptChangeNotification,
      },
    });
  }

  @Bean()
  @ConditionalOnMissingBean(McpServerRunner)
  mcpServerRunner(
    server: McpServer,
    properties: McpServerProperties,
    context: ApplicationContext,
    @InjectProvider(McpAuthenticator) authenticators: ObjectProvider<McpAuthenticator>,
    @InjectProvider(ToolCallback) callbacks: ObjectProvider<ToolCallback>,
    @InjectAll(ToolCallbackProvider) providers: readonly ToolCallbackProvider[],
  ): McpServerRunner {
    const http = properties.stdio ? undefined : httpServer(server, properties, authenticators.getIfAvailable());
    return new McpServerRunner(server, http, async () => {
      for (const { name, scope } of context.beans()) {
        const type = scope === 'singleton' ? context.getType(name) : undefined;
        if (type && hasMcpFeatures(type)) server.addObjects((await context.getAsync(name)) as object);
      }
      if (!properties.toolCallbackConverter) return;
      const mimeTypes = Object.fromEntries(properties.toolResponseMimeType);
      server.addToolCallbacks(callbacks.orderedStream(), mimeTypes);
      for (const provider of offered(providers, properties.exposeMcpClientTools)) {
        server.addToolCallbacks(await provider.toolCallbacks(), mimeTypes);
      }
    });
  }
}

/** Without the tools of MCP clients, unless they shall be passed on (MS-23). */
function offered(
  providers: readonly ToolCallbackProvider[],
  exposeMcpClientTools: boolean,
): readonly ToolCallbackProvider[] {
  if (exposeMcpClientTools) return providers;
  const remote = providers.filter((provider) => provider instanceof McpToolCallbackProvider);
  const own = providers.filter((provider) => !(provider instanceof McpToolCallbackProvider));
  if (remote.some(({ connectionNames }) => connectionNames.length > 0)) {
    logger.warn(
      'Found MCP Clients. The MCP Client tools will not be exposed by the MCP Server. ' +
        'If you would like to expose the tools, set mcp.server.expose-mcp-client-tools=true.',
    );
  }
  return own;
}

function httpServer(
  server: McpServer,
  properties: McpServerProperties,
  authenticator: McpAuthenticator | undefined,
): McpHttpServer {
  const { host, port, streamableHttp, http, allowedHosts, allowedOrigins, allowUnauthenticated } = properties;
  const { mcpEndpoint, keepAliveInterval, disallowDelete, maxSessions, sessionIdleTimeout } = streamableHttp;
  const { requests, ...rate } = http.rateLimit;
  return new McpHttpServer(server, {
    host,
    port,
    endpoint: mcpEndpoint,
    stateless: properties.protocol === McpServerProtocol.STATELESS,
    ...(allowedHosts && { allowedHosts }),
    ...(allowedOrigins && { allowedOrigins }),
    authenticator,
    allowUnauthenticated,
    maxRequestSize: properties.maxRequestSize,
    maxRequestElements: properties.maxRequestElements,
    maxRequestDepth: properties.maxRequestDepth,
    rateLimit: requests === undefined ? undefined : { requests, ...rate },
    trustedProxies: trustedProxies(http.trustedProxies),
    maxSessions,
    sessionIdleTimeout,
    keepAliveInterval,
    disallowDelete,
  });
}

/** A number alone is that of the proxies. */
function trustedProxies(entries: readonly string[]): number | readonly string[] {
  const [only = ''] = entries;
  return entries.length === 1 && /^\d+$/.test(only) ? Number(only) : entries;
}
