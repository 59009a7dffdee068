import { LoggerFactory } from '@toolwright/core';
import {
  type HttpCustomizers,
  type HttpServerParameters,
  type McpTransportFactory,
  type NamedClientMcpTransport,
  readServersConfiguration,
  sseTransport,
  type StdioServerParameters,
  stdioTransport,
  streamableHttpTransport,
} from '@toolwright/mcp';
import { type AuthorizationBeans, configuredAuthorization } from './configuredAuthorization.js';
import type {
  McpClientProperties,
  McpConnectionProperties,
  McpHttpConnectionProperties,
} from './McpClientProperties.js';

const logger = LoggerFactory.getLogger('toolwright.autoconfigure.mcp');

/** A connection that is configured. */
export interface ConfiguredConnection {
  readonly name: string;
  readonly transport: McpTransportFactory;
  /** Undefined for a server of a file and for transports of the application. */
  readonly properties?: McpConnectionProperties | undefined;
}

/**
 * The connections of all transports in their order: stdio, Streamable HTTP, SSE, the application's (MC-11).
 *
 * @throws {IllegalArgumentException} if one of them lacks what it needs
 * @throws {IllegalStateException} `Failed to read stdio connection resource …`
 */
export function configuredConnections(
  properties: McpClientProperties,
  customizers: HttpCustomizers,
  named: readonly NamedClientMcpTransport[],
  beans: AuthorizationBeans,
): readonly ConfiguredConnection[] {
  const connections = [
    ...stdioConnections(properties),
    ...httpConnections(properties, customizers, beans),
    ...sseConnections(properties, customizers, beans),
    ...named.map(({ name, factory }) => ({ name, transport: factory })),
  ];
  warnOfSharedNames(connections);
  return connections;
}

function stdioConnections({ stdio }: McpClientProperties): readonly ConfiguredConnection[] {
  const { serversConfiguration, connections } = stdio;
  const ofFile: ReadonlyMap<string, StdioServerParameters> =
    serversConfiguration === undefined ? new Map() : readServersConfiguration(serversConfiguration);
  const names = new Set<string>([...ofFile.keys(), ...connections.keys()]);
  return [...names].map((name) => {
    const own = connections.get(name);
    const server = own
      ? { command: own.command ?? '', args: own.args, env: Object.fromEntries(own.env) }
      : (ofFile.get(name) as StdioServerParameters);
    return { name, transport: stdioTransport(name, server), properties: own };
  });
}

function httpConnections(
  { streamableHttp }: McpClientProperties,
  customizers: HttpCustomizers,
  beans: AuthorizationBeans,
): readonly ConfiguredConnection[] {
  return [...streamableHttp.connections].map(([name, properties]) => {
    const parameters = httpParameters(name, properties, properties.endpoint, customizers, beans);
    return { name, transport: streamableHttpTransport(name, parameters), properties };
  });
}

function sseConnections(
  { sse }: McpClientProperties,
  customizers: HttpCustomizers,
  beans: AuthorizationBeans,
): readonly ConfiguredConnection[] {
  if (sse.connections.size > 0) {
    logger.warn('The SSE transport of MCP is deprecated. Use mcp.client.streamable-http.connections where you can.');
  }
  return [...sse.connections].map(([name, properties]) => {
    const parameters = httpParameters(name, properties, properties.sseEndpoint, customizers, beans);
    return { name, transport: sseTransport(name, parameters), properties };
  });
}

function httpParameters(
  name: string,
  { url = '', headers, auth }: McpHttpConnectionProperties,
  endpoint: string,
  customizers: HttpCustomizers,
  beans: AuthorizationBeans,
): HttpServerParameters {
  const authorization = configuredAuthorization(name, auth, beans);
  return { url, endpoint, headers: Object.fromEntries(headers), customizers, authorization };
}

/** Handlers address connections by name, so those of one name share them. */
function warnOfSharedNames(connections: readonly ConfiguredConnection[]): void {
  const names = connections.map(({ name }) => name);
  const shared = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
  if (shared.length > 0) {
    logger.warn(`Several MCP connections have the same name and share their handlers: ${shared.join(', ')}.`);
  }
}
