import { type ApplicationContext, Component } from '@toolwright/boot';
import type { ChatClient } from '@toolwright/chat';
import {
  McpArg,
  McpClient,
  McpElicitation,
  type McpElicitationRequest,
  McpHttpServer,
  McpLogging,
  McpPrompt,
  McpRequestContext,
  McpResource,
  type McpSchema,
  McpServer,
  McpTool,
  McpToolCallbackProvider,
  McpToolParam,
  stdioTransport,
  type StructuredElicitResult,
} from '@toolwright/mcp';
import { ToolCallbacks } from '@toolwright/tools';

/** Asks with the tools of all servers. */
export async function ask(context: ApplicationContext, chatClient: ChatClient, question: string) {
  // #region provider
  const tools = context.get(McpToolCallbackProvider);
  const answer = await chatClient.prompt(question).tools(tools).call().content();
  // #endregion
  return answer;
}

/** A server in a process of its own. */
export function pantryTools() {
  // #region client
  const server = { command: 'node', args: ['apps/mcp-server/dist/main.js', '--mcp.server.stdio=true'] };
  const pantry = McpClient.builder('pantry').transport(stdioTransport('pantry', server)).build();
  const provider = McpToolCallbackProvider.builder().addMcpClient(pantry).build();
  // #endregion
  return { pantry, provider };
}

// #region handlers
@Component()
class Handlers {
  @McpLogging()
  log({ level, data }: McpSchema.LoggingMessageNotification['params']): void {
    console.log(level, data);
  }

  @McpElicitation({ clients: 'shop' })
  ask(request: McpElicitationRequest): StructuredElicitResult {
    console.log(request.message);
    return { action: 'decline' };
  }
}
// #endregion

// #region server
class Weather {
  @McpTool({ description: 'The weather of a city', annotations: { readOnlyHint: true } })
  async weather(
    @McpToolParam({ description: 'Name of the city' }) city: string,
    context: McpRequestContext,
  ): Promise<string> {
    await context.progress(50);
    return `It rains in ${city}.`;
  }

  @McpResource({ uri: 'weather://{city}' })
  now(city: string): string {
    return `Rain in ${city}`;
  }

  @McpPrompt()
  report(@McpArg({ required: true }) city: string): string {
    return `Write about the weather of ${city}.`;
  }
}
// #endregion

/** Offers the weather, and the tools of a service. */
export async function serve(service: object, port: number): Promise<McpHttpServer> {
  // #region server
  const server = new McpServer({ name: 'weather' })
    .addObjects(new Weather())
    .addToolCallbacks(ToolCallbacks.from(service));
  const http = await new McpHttpServer(server, { port }).listen(); // or: await serveStdio(server)
  // #endregion
  return http;
}

export { Handlers };
