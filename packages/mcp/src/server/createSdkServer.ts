import type * as McpSchema from '../sdk/McpSchema.js';
import type { SdkServer, ServerContext } from '../sdk/serverSdkTypes.js';
import { McpError } from './McpError.js';
import { McpRequestContext } from './McpRequestContext.js';
import type { McpServer } from './McpServer.js';
import type { McpFeatureList, McpServerFeatures, McpServerTool } from './McpServerFeatures.js';
import type { McpServerSettings } from './McpServerSettings.js';
import { MAX_SUBSCRIPTIONS, type SessionSubscriptions } from './ResourceSubscriptions.js';

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
  { features, settings, subscriptions }: McpServer,
  session: ServerSession,
): Promise<SdkServer> {
  const { Server } = await import('../sdk/serverSdk.js');
  const { name, version, instructions } = settings;
  const server = new Server(
    { name, version },
    {
      capabilities: capabilitiesOf(settings, session),
      ...(instructions !== undefined && { instructions }),
      // Many features that are added at once are one change.
      debouncedNotificationMethods: [...LIST_CHANGED],
    },
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
  if (resource) serveResources(server, features, contextOf);
  if (prompt) servePrompts(server, features, contextOf);
  if (completion) serveCompletions(server, features, contextOf);
  if (session.stateful) {
    const followed = subscriptions.session((uri) => notify(server, 'notifications/resources/updated', { uri }));
    if (resource) serveSubscriptions(server, followed);
    const stop = announceChanges(server, features, settings);
    server.onclose = () => {
      stop();
      followed.clear();
    };
  }
  return server;
}

const LIST_CHANGED = [
  'notifications/tools/list_changed',
  'notifications/resources/list_changed',
  'notifications/prompts/list_changed',
] as const;

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

function serveResources(server: SdkServer, features: McpServerFeatures, contextOf: ContextOf): void {
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
}

/** A resource need not exist yet to be followed. */
function serveSubscriptions(server: SdkServer, followed: SessionSubscriptions): void {
  server.setRequestHandler('resources/subscribe', ({ params }) => {
    if (followed.add(params.uri)) return {};
    throw new McpError(INVALID_PARAMS, `A session cannot subscribe to more than ${MAX_SUBSCRIPTIONS} resources`);
  });
  server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    followed.remove(params.uri);
    return {};
  });
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

/** @returns ends that */
function announceChanges(server: SdkServer, features: McpServerFeatures, settings: McpServerSettings): () => void {
  const { tool, resource, prompt } = settings.changeNotifications;
  const announced: Readonly<Record<McpFeatureList, boolean>> = {
    tools: tool && settings.capabilities.tool,
    resources: resource && settings.capabilities.resource,
    prompts: prompt && settings.capabilities.prompt,
  };
  return features.onChange((list) => {
    if (announced[list]) notify(server, `notifications/${list}/list_changed`);
  });
}

/** A session whose stream is closed hears of it when it resumes, or at its next listing. */
function notify(server: SdkServer, method: ServerNotification, params?: Record<string, unknown>): void {
  server.notification({ method, ...(params && { params }) }).catch(() => undefined);
}

type ServerNotification = (typeof LIST_CHANGED)[number] | 'notifications/resources/updated';
