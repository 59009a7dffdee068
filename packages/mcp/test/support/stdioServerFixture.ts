import { McpResource, McpServer, McpTool, ProtocolOutput, serveStdio } from '@toolwright/mcp';

// Started by tests as a child process; noisy in all ways that a library of an application may be.
ProtocolOutput.claim();
console.log('before the server opens');

class Tools {
  @McpTool()
  chatty(): string {
    console.log('console.log of a tool');
    console.info('console.info of a tool');
    process.stdout.write('a line of a tool\n');
    process.stdout.write(Buffer.from('bytes of a tool\n'), () => undefined);
    return 'quiet';
  }

  @McpTool()
  change(): string {
    server.notifyResourcesUpdated('a://one');
    server.notifyResourcesUpdated('a://two');
    server.features.removeTool('extra');
    return 'changed';
  }

  @McpTool()
  extra(): string {
    return 'extra';
  }

  @McpResource({ uri: 'a://one' })
  one(): string {
    return '1';
  }
}

const server = new McpServer({ name: 'stdio' }).addObjects(new Tools());
const stdio = await serveStdio(server);
console.log('after the server opened');
await stdio.closed;
