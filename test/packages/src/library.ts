/** The framework as a library, without the container. */
import { ChatClient } from '@toolwright/chat';
import type { ToolResponseMessage } from '@toolwright/model';
import { OfflineChatModel } from '@toolwright/models';
import { ScriptedChatModel, toolCall } from '@toolwright/testing';
import { Warehouse } from './Warehouse.js';

const tools = new Warehouse();

const scripted = new ScriptedChatModel([
  [
    toolCall('stockOf', { article: 'bolt' }),
    toolCall('place', { article: 'rope' }),
    toolCall('stockOf', { article: 7 }),
  ],
  'There are 1200.',
]);
console.log(await ChatClient.create(scripted).prompt('How many bolts?').tools(tools).call().content());
const results = scripted.prompts[1]?.instructions.at(-1) as ToolResponseMessage;
for (const { name, responseData } of results.responses) console.log(`${name}: ${responseData}`);

const offline = ChatClient.create(new OfflineChatModel());
let streamed = '';
for await (const chunk of offline
  .prompt('How many pieces of article "nut" are in stock?')
  .tools(tools)
  .stream()
  .content()) {
  streamed += chunk;
}
console.log(streamed);
