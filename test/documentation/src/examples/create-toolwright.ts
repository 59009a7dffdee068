import { Component } from '@toolwright/boot';
import { Tool, ToolParam } from '@toolwright/tools';

// #region warehouse
@Component()
export class Warehouse {
  readonly #stock = new Map([
    ['bolt', 1200],
    ['nut', 80],
  ]);

  @Tool({ description: 'How many pieces of an article are in stock' })
  stockOf(@ToolParam({ description: 'Name of the article' }) article: string): number {
    return this.#stock.get(article) ?? 0;
  }
}
// #endregion
