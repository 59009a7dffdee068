import { McpClient, streamableHttpTransport } from '@toolwright/mcp';

// Started by the suite once per scenario: the last argument is where its server listens.
const address = new URL(process.argv.at(-1) ?? '');
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const { pathname, origin } = address;
const client = McpClient.builder('conformance')
  .transport(streamableHttpTransport('conformance', { url: origin, endpoint: pathname }))
  .elicitation(() => ({ action: 'accept', structuredContent: {} }))
  .build();
try {
  const tools = await client.listTools();
  for (const { name } of scenario === 'initialize' ? [] : tools) {
    await client.callTool({ name, arguments: name === 'add_numbers' ? { a: 5, b: 3 } : {} });
  }
} finally {
  await client.close();
}
