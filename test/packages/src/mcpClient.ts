/** A client of the command that it is given. */
import { ChatClient } from '@toolwright/chat';
import { McpClient, McpToolCallbackProvider, stdioTransport } from '@toolwright/mcp';
import type { ToolResponseMessage } from '@toolwright/model';
import { ScriptedChatModel, toolCall } from '@toolwright/testing';

const [toolName = '', args = '', ...serverArgs] = process.argv.slice(2);
const transport = stdioTransport('server', { command: process.execPath, args: serverArgs });
// The machine may be busy, and the server has an application to start.
const server = McpClient.builder('server').transport(transport).requestTimeout(120_000).build();
try {
  const provider = McpToolCallbackProvider.builder().addMcpClient(server).build();
  const model = new ScriptedChatModel([toolCall(toolName, JSON.parse(args) as Record<string, unknown>), 'Done.']);
  console.log(await ChatClient.create(model).prompt('Call it').tools(provider).call().content());
  const results = model.prompts[1]?.instructions.at(-1) as ToolResponseMessage;
  for (const { name, responseData } of results.responses) console.log(`${name}: ${responseData}`);
} finally {
  await server.close();
}
