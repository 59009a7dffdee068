/** A server of the Model Context Protocol over the standard streams. */
import { McpServer, McpTool, McpToolParam, serveStdio } from '@toolwright/mcp';

class Weather {
  @McpTool({ description: 'The weather of a city', annotations: { readOnlyHint: true } })
  weather(@McpToolParam({ description: 'Name of the city' }) city: string): string {
    return `It rains in ${city}.`;
  }
}

await serveStdio(new McpServer({ name: 'weather', version: '1.0.0' }).addObjects(new Weather()));
