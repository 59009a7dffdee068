/* eslint-disable @typescript-eslint/no-deprecated -- the low-level server takes JSON Schema and leaves lists to us */
/** What the server side takes from the SDK at run time. Loaded with `import()` when a server starts. */
export { Server } from '@modelcontextprotocol/server';
export { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
export { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
