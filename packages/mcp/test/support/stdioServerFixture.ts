import { McpServer, McpTool, serveStdio } from '@toolwright/mcp';

class Tools {
  @McpTool()
  chatty(): string {
    console.log('this must not reach standard output');
    console.info('nor this');
    return 'quiet';
  }
}

// Started by a test as a child process.
const server = await serveStdio(new McpServer({ name: 'stdio' }).addObjects(new Tools()));
await server.closed;
