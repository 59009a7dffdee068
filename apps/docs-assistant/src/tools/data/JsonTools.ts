import { Component } from '@toolwright/boot';
import { Tool, ToolParam, ToolUserError } from '@toolwright/tools';
import jmespath from 'jmespath';
import { requireMaxLength } from '../input/requireMaxLength.js';
import { requireRange } from '../input/requireRange.js';
import { DataSource } from './DataSource.js';

const MAX_QUERY_LENGTH = 300;
/** What a query may hand to the model, as JSON. */
const MAX_RESULT_LENGTH = 20_000;

/** Reads JSON data. */
@Component()
export class JsonTools {
  constructor(private readonly source: DataSource) {}

  @Tool({
    description: 'Queries JSON data or a .json file with a JMESPath expression, such as people[?age > `30`].name.',
  })
  async queryJson(
    @ToolParam({ description: 'Path of a .json file, or JSON text' }) jsonFile: string,
    @ToolParam({ description: 'JMESPath expression' }) query: string,
  ): Promise<{ result: unknown }> {
    const data = await this.#parse(jsonFile);
    const result = search(data, requireMaxLength(query, MAX_QUERY_LENGTH, 'query')) ?? null;
    if (JSON.stringify(result).length > MAX_RESULT_LENGTH) {
      throw new ToolUserError(`The result is longer than ${MAX_RESULT_LENGTH} characters. Narrow the query.`);
    }
    return { result };
  }

  @Tool({ description: 'Formats (pretty-prints) or minifies JSON and checks that it is valid.' })
  async formatJson(
    @ToolParam({ description: 'JSON text, or path of a .json file' }) json: string,
    @ToolParam({ description: 'Spaces; 0 minifies', type: 'integer' }) indent: number = 2,
    @ToolParam({ description: 'Sort the keys' }) sortKeys: boolean = false,
  ): Promise<{ result: string }> {
    requireRange(indent, 0, 8, 'indent');
    const data = await this.#parse(json);
    return { result: JSON.stringify(sortKeys ? sorted(data) : data, null, indent) };
  }

  async #parse(jsonFile: string): Promise<unknown> {
    const text = await this.source.read(jsonFile, '.json');
    try {
      return JSON.parse(text, withoutPrototype);
    } catch (cause) {
      const detail = cause instanceof Error ? cause.message : 'it cannot be read';
      throw new ToolUserError(`The text is not valid JSON: ${detail.slice(0, 200)}`, { cause });
    }
  }
}

/** A query for `constructor` finds what the data has under that name, not what JavaScript adds. */
function withoutPrototype(_key: string, value: unknown): unknown {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? Object.assign(Object.create(null) as object, value) : value;
}

function search(data: unknown, expression: string): unknown {
  try {
    return jmespath.search(data, expression);
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : 'it cannot be read';
    throw new ToolUserError(
      `The JMESPath expression is wrong: ${detail}. Write it like items[0].name or items[?price > \`5\`].`,
      { cause },
    );
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => sorted(item));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
