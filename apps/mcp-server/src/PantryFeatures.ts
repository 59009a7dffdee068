import { Component } from '@toolwright/boot';
import { McpArg, McpComplete, McpPrompt, McpResource, McpTool, McpToolParam } from '@toolwright/mcp';
import { IsInt, IsString } from 'class-validator';
import { Pantry } from './Pantry.js';

/** How much there is of an article. */
class Stock {
  @IsString()
  article!: string;

  @IsInt()
  pieces!: number;
}

/** What clients see of the pantry. */
@Component()
export class PantryFeatures {
  readonly #pantry: Pantry;

  constructor(pantry: Pantry) {
    this.#pantry = pantry;
  }

  @McpTool({
    description: 'How many pieces of an article are in the pantry',
    annotations: { readOnlyHint: true, openWorldHint: false },
    generateOutputSchema: true,
  })
  stock(@McpToolParam({ description: 'Name of the article, such as eggs' }) article: string): Stock {
    return { article, pieces: this.#pantry.count(article) };
  }

  @McpTool({ description: 'Takes pieces of an article out of the pantry', annotations: { openWorldHint: false } })
  take(
    @McpToolParam({ description: 'Name of the article' }) article: string,
    @McpToolParam({ description: 'How many pieces' }) pieces: number,
  ): string {
    return `${this.#pantry.take(article, pieces)} ${article} left`;
  }

  @McpResource({ uri: 'pantry://articles', name: 'articles', mimeType: 'application/json' })
  articles(): string {
    return JSON.stringify(this.#pantry.articles);
  }

  @McpPrompt({ description: 'Asks for a recipe with an article' })
  recipe(@McpArg({ required: true }) article: string): string {
    return `Suggest a recipe with ${article}; look at the pantry first.`;
  }

  @McpComplete({ prompt: 'recipe' })
  articleNames(typed: string): readonly string[] {
    return this.#pantry.articles.filter((article) => article.startsWith(typed));
  }
}
