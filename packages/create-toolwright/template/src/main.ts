import { ApplicationArguments, ApplicationContext } from '@toolwright/boot';
import { ChatClient } from '@toolwright/chat';
import { Application } from './Application.js';
import { Warehouse } from './Warehouse.js';

// A start that fails has been explained by then.
const context = await ApplicationContext.run(Application, { args: process.argv.slice(2) }).catch(() => process.exit(1));
const question =
  context.get(ApplicationArguments).nonOptionArgs.join(' ') || 'How many pieces of article bolt are in stock?';

const client = context.get(ChatClient.Builder).defaultTools(context.get(Warehouse)).build();
try {
  console.log(await client.prompt(question).call().content());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await context.close();
}
