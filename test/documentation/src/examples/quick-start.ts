// #region tool
import { ChatClient } from '@toolwright/chat';
import { OfflineChatModel } from '@toolwright/models';
import { Tool, ToolParam } from '@toolwright/tools';

class Warehouse {
  @Tool({ description: 'How many pieces of an article are in stock' })
  stockOf(@ToolParam({ description: 'Name of the article' }) article: string): number {
    return article === 'bolt' ? 1200 : 0;
  }
}

const client = ChatClient.builder(new OfflineChatModel()).defaultTools(new Warehouse()).build();
console.log(await client.prompt('How many pieces of article "bolt" are in stock?').call().content());
// #endregion
