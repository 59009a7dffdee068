import { Component } from '@toolwright/boot';
import { Tool, ToolParam } from '@toolwright/tools';

/** Where the pieces of an article are. */
export interface Place {
  readonly shelf: number;
  readonly pieces: number;
}

@Component()
export class Warehouse {
  readonly #stock = new Map([
    ['bolt', { shelf: 4, pieces: 1200 }],
    ['nut', { shelf: 5, pieces: 80 }],
  ]);

  @Tool({ description: 'How many pieces of an article are in stock' })
  stockOf(@ToolParam({ description: 'Name of the article' }) article: string): number {
    return this.#stock.get(article)?.pieces ?? 0;
  }

  @Tool({ description: 'The shelf that an article lies on' })
  async place(@ToolParam({ description: 'Name of the article' }) article: string): Promise<Place> {
    const place = this.#stock.get(article);
    if (!place) throw new RangeError(`Nobody knows ${article}`);
    return place;
  }
}
