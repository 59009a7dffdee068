import type * as McpSchema from '../sdk/McpSchema.js';
import type { SdkServer, ServerContext } from '../sdk/serverSdkTypes.js';
import { McpError } from './McpError.js';
import { McpRequestContext } from './McpRequestContext.js';
import type { McpFeatureList, McpServerFeatures, McpServerTool } from './McpServerFeatures.js';
import type { McpServerSettings } from './McpServerSettings.js';

const INVALID_PARAMS = -32_602;
const RESOURCE_NOT_FOUND = -32_002;
/** What a client may be given of suggestions at once. */
const MAX_SUGGESTIONS = 100;

/** What differs between the clients of a server. */
export interface ServerSession {
  /** Without it, no change is announced and nothing can be asked back. */
  readonly stateful: boolean;
  /** Facts of the transport and of who calls, per request. */
  readonly transportContext: (context: ServerContext) => Readonly<Record<string, unknown>>;
  /** The roles of who calls; undefined where nobody is authenticated. */
  readonly roles: (context: ServerContext) => readonly string[] | undefined;
}

/**
 * The SDK's server for one session, or for one request of a stateless server: it only connects requests with the
 * features, which all sessions share (PX-13).
 */
export async function createSdkServer(
  features: McpServerFeatures,
  settings: McpServerSettings,
  session: ServerSession,
): Promise<SdkServer> {
  const { Server } = await import('../sdk/serverSdk.js');
  const { name, version, instructions } = settings;
  const server = new Server(
    { name, version },
    { capabilities: capabilitiesOf(settings, session), ...(instructions !== undefined && { instructions }) },
  );
  const contextOf = (request: object, context: ServerContext): McpRequestContext =>
    new McpRequestContext({
      server,
      context,
      request,
      transportContext: session.transportContext(context),
      requestTimeout: settings.requestTimeout,
    });
  const { tool, resource, prompt, completion } = settings.capabilities;
  if (tool) serveTools(server, features, session, contextOf);
  if (resource) serveResources(server, features, session, contextOf);
  if (prompt) servePrompts(server, features, contextOf);
  if (completion) serveCompletions(server, features, contextOf);
  if (session.stateful) announceChanges(server, features, settings);
  return server;
}

type ContextOf = (request: object, context: ServerContext) => McpRequestContext;

function capabilitiesOf(
  { capabilities, changeNotifications }: McpServerSettings,
  { stateful }: ServerSession,
): McpSchema.ServerCapabilities {
  const { tool, resource, prompt, completion } = capabilities;
  return {
    ...(tool && { tools: { listChanged: stateful && changeNotifications.tool } }),
    ...(resource && { resources: { subscribe: stateful, listChanged: stateful && changeNotifications.resource } }),
    ...(prompt && { prompts: { listChanged: stateful && changeNotifications.prompt } }),
    ...(completion && { completions: {} }),
    ...(stateful && { logging: {} }),
  };
}

function serveTools(
  server: SdkServer,
  features: McpServerFeatures,
  session: ServerSession,
  contextOf: ContextOf,
): void {
  const allowed = ({ roles }: McpServerTool, context: ServerContext): boolean => {
    if (roles === undefined) return true;
    const held = session.roles(context) ?? [];
    return roles.some((role) => held.includes(role));
  };
  server.setRequestHandler('tools/list', (_request, context) => ({
    tools: features.tools.filter((tool) => allowed(tool, context)).map(({ declaration }) => declaration),
  }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const tool = features.tool(params.name);
    // What a client may not see does not exist for it (PX-10).
    if (!tool || !allowed(tool, context)) throw new McpError(INVALID_PARAMS, `Unknown tool: ${params.name}`);
    return tool.call(params.arguments ?? {}, contextOf(params, context));
  });
}

function serveResources(
  server: SdkServer,
  features: McpServerFeatures,
  session: ServerSession,
  contextOf: ContextOf,
): void {
  server.setRequestHandler('resources/list', () => ({
    resources: features.resources.map(({ declaration }) => declaration),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: features.resourceTemplates.map(({ declaration }) => declaration),
  }));
  server.setRequestHandler('resources/read', ({ params }, context) => {
    const { uri } = params;
    const resource = features.resource(uri);
    if (resource) return resource.read(uri, contextOf(params, context));
    for (const template of features.resourceTemplates) {
      const variables = template.match(uri);
      if (variables) return template.read(uri, variables, contextOf(params, context));
    }
    throw new McpError(RESOURCE_NOT_FOUND, `Resource not found: ${uri}`, { uri });
  });
  if (!session.stateful) return;
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
}

function servePrompts(server: SdkServer, features: McpServerFeatures, contextOf: ContextOf): void {
  server.setRequestHandler('prompts/list', () => ({ prompts: features.prompts.map(({ declaration }) => declaration) }));
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const prompt = features.prompt(params.name);
    if (!prompt) throw new McpError(INVALID_PARAMS, `Unknown prompt: ${params.name}`);
    return prompt.get(params.arguments ?? {}, contextOf(params, context));
  });
}

function serveCompletions(server: SdkServer, features: McpServerFeatures, contextOf: ContextOf): void {
  server.setRequestHandler('completion/complete', async ({ params }, context) => {
    const completion = features.completion(params.ref);
    if (!completion) {
      requireKnown(features, params.ref);
      return { completion: { values: [], total: 0, hasMore: false } };
    }
    const { values, total, hasMore } = await completion.complete(params, contextOf(params, context));
    const more = values.length > MAX_SUGGESTIONS;
    return {
      completion: {
        values: values.slice(0, MAX_SUGGESTIONS),
        ...(total !== undefined && { total }),
        hasMore: more || hasMore === true,
      },
    };
  });
}

function requireKnown(features: McpServerFeatures, ref: McpSchema.CompleteRequest['params']['ref']): void {
  if (ref.type === 'ref/prompt') {
    if (!features.prompt(ref.name)) throw new McpError(INVALID_PARAMS, `Unknown prompt: ${ref.name}`);
    return;
  }
  const known = features.resourceTemplates.some(({ declaration }) => declaration.uriTemplate === ref.uri);
  if (!known && !features.resource(ref.uri)) throw new McpError(INVALID_PARAMS, `Unknown resource: ${ref.uri}`);
}

function announceChanges(server: SdkServer, features: McpServerFeatures, settings: McpServerSettings): void {
  const { tool, resource, prompt } = settings.changeNotifications;
  const announced: Readonly<Record<McpFeatureList, boolean>> = {
    tools: tool && settings.capabilities.tool,
    resources: resource && settings.capabilities.resource,
    prompts: prompt && settings.capabilities.prompt,
  };
  const stop = features.onChange((list) => {
    // A session whose stream is closed hears of the change at its next listing.
    if (announced[list]) server.notification({ method: `notifications/${list}/list_changed` }).catch(() => undefined);
  });
  server.onclose = stop;
}
