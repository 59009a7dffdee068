// #region warehouse
import { ApplicationContext, BootApplication } from '@toolwright/boot';
import { ChatClient } from '@toolwright/chat';
import { Tool, ToolParam } from '@toolwright/tools';

class Warehouse {
  readonly #stock = new Map([
    ['bolt', 1200],
    ['nut', 80],
  ]);

  @Tool({ description: 'How many pieces of an article are in stock' })
  stockOf(@ToolParam({ description: 'Name of the article' }) article: string): number {
    return this.#stock.get(article) ?? 0;
  }
}

@BootApplication()
class WarehouseApplication {}

const context = await ApplicationContext.run(WarehouseApplication);
const client = context.get(ChatClient.Builder).defaultTools(new Warehouse()).build();
console.log(await client.prompt('How many pieces of article "bolt" are in stock?').call().content());
await context.close();
// #endregion
