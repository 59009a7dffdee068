import { McpHttpServer, McpServer, McpTool, serveStdio } from '@toolwright/mcp';

// node ownServer.js stdio|http|stateless

class Tools {
  @McpTool({ description: 'Adds two numbers' })
  add(left: number, right: number): string {
    return String(left + right);
  }
}

const [, , kind] = process.argv;
const server = new McpServer({ name: 'own' }).addObjects(new Tools());
if (kind === 'stdio') await serveStdio(server);
else {
  const http = await new McpHttpServer(server, { stateless: kind === 'stateless' }).listen();
  process.stderr.write(`${http.url}\n`);
}
