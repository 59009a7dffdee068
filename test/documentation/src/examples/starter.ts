// #region application
import { ApplicationContext, BootApplication } from '@toolwright/boot';
import { ChatClient } from '@toolwright/chat';

@BootApplication()
class Application {}

const context = await ApplicationContext.run(Application);
const client = context.get(ChatClient.Builder).build();
console.log(await client.prompt('Hello').call().content());
await context.close();
// #endregion
