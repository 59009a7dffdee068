// #region application
import {
  ApplicationArguments,
  ApplicationContext,
  ApplicationRunner,
  BootApplication,
  Component,
} from '@toolwright/boot';
import { ChatClient } from '@toolwright/chat';
import { Tool, ToolParam } from '@toolwright/tools';

@Component()
class Warehouse {
  @Tool({ description: 'How many pieces of an article are in stock' })
  stockOf(@ToolParam({ description: 'Name of the article' }) article: string): number {
    return article === 'bolt' ? 1200 : 0;
  }
}

@Component()
class Ask extends ApplicationRunner {
  readonly #client: ChatClient;

  constructor(builder: ChatClient.Builder, warehouse: Warehouse) {
    super();
    this.#client = builder.defaultTools(warehouse).build();
  }

  override async run({ nonOptionArgs }: ApplicationArguments): Promise<void> {
    const question = nonOptionArgs[0] ?? 'How many pieces of article "bolt" are in stock?';
    console.log(await this.#client.prompt(question).call().content());
  }
}

@BootApplication({ components: [Warehouse, Ask] })
class Application {}

await using _context = await ApplicationContext.run(Application, { args: process.argv.slice(2) });
// #endregion
