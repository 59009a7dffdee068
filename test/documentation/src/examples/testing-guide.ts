import { expect, it } from '@jest/globals';
import { autoConfigurations } from '@toolwright/autoconfigure';
import { Component } from '@toolwright/boot';
import { ChatClient } from '@toolwright/chat';
import { ChatModel } from '@toolwright/model';
import { ApplicationContextRunner, chunkedReply, ScriptedChatModel, toolCall } from '@toolwright/testing';
import { Tool, ToolCallbacks, ToolParam } from '@toolwright/tools';

@Component()
class Warehouse {
  @Tool({ description: 'How many pieces of an article are in stock' })
  stockOf(@ToolParam({ description: 'Name of the article' }) article: string): number {
    return article === 'bolt' ? 1200 : 0;
  }
}

@Component()
class Clerk {
  readonly #client: ChatClient;

  constructor(builder: ChatClient.Builder, warehouse: Warehouse) {
    this.#client = builder.defaultTools(warehouse).build();
  }

  async answer(question: string): Promise<string | null> {
    return this.#client.prompt(question).call().content();
  }
}

export function tests(): void {
  // #region turn
  it('answers with the stock', async () => {
    const model = new ScriptedChatModel([toolCall('stockOf', { article: 'bolt' }), 'There are 1200 bolts.']);
    const client = ChatClient.create(model);

    expect(await client.prompt('Are there bolts?').tools(new Warehouse()).call().content()).toBe(
      'There are 1200 bolts.',
    );
    expect(model.prompts[1]?.instructions.at(-1)).toMatchObject({
      responses: [{ name: 'stockOf', responseData: '1200' }],
    });
  });
  // #endregion

  // #region tool
  it('needs a name', async () => {
    const [stockOf] = ToolCallbacks.from(new Warehouse());

    expect(await stockOf?.call('{"article":"bolt"}')).toBe('1200');
    await expect(stockOf?.call('{}')).rejects.toThrow('$.article is required');
    expect(JSON.parse(stockOf?.definition.inputSchema ?? '')).toMatchObject({ required: ['article'] });
  });
  // #endregion

  // #region stream
  it('streams the answer', async () => {
    const model = new ScriptedChatModel([chunkedReply('There are ', '1200 bolts.')]);
    const pieces: string[] = [];
    for await (const piece of ChatClient.create(model).prompt('Bolts?').stream().content()) pieces.push(piece);

    expect(pieces).toEqual(['There are ', '1200 bolts.']);
  });
  // #endregion

  // #region application
  it('declines more than one call', async () => {
    const model = new ScriptedChatModel([
      toolCall('stockOf', { article: 'nut' }),
      toolCall('stockOf', { article: 'bolt' }),
    ]);

    await new ApplicationContextRunner()
      .withAutoConfiguration(...autoConfigurations)
      .withUserConfiguration(Warehouse, Clerk)
      .withBean(ChatModel, () => model)
      .withPropertyValues('tools.limits.max-total-tool-calls=1')
      .run(async (context) => {
        expect(await context.get(Clerk).answer('Are there nuts or bolts?')).toContain('limit (1) exceeded');
      });
  });
  // #endregion
}
