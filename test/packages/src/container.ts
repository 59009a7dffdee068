/** The same with the container: starters, a properties file, arguments. */
import { ApplicationArguments, ApplicationContext } from '@toolwright/boot';
import { ChatClient, ChatMemory, ToolCallingAdvisor } from '@toolwright/chat';
import { ToolCallingManager } from '@toolwright/tools';
import { Application } from './Application.js';
import { Warehouse } from './Warehouse.js';

const context = await ApplicationContext.run(Application, { args: process.argv.slice(2) });
const client = context.get(ChatClient.Builder).defaultTools(context.get(Warehouse)).build();
const question = context.get(ApplicationArguments).nonOptionArgs.join(' ');
const request = client.prompt(question).advisors((spec) => spec.param(ChatMemory.CONVERSATION_ID, 'one'));
console.log(`loop: ${context.get(ToolCallingAdvisor.Builder).build().constructor.name}`);
console.log(`manager: ${context.get(ToolCallingManager).constructor.name}`);
console.log(`limit: ${String(context.environment.getProperty('tools.limits.max-total-tool-calls'))}`);
console.log(await request.call().content());
await context.close();
