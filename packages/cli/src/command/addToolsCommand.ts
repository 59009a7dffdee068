import { suggestName } from '@toolwright/core';
import type { ToolRanking } from '@toolwright/tool-search';
import { InvalidArgumentError } from 'commander';
import type { InspectedApplication } from '../application/openApplication.js';
import { UsageException } from '../application/UsageException.js';
import { formatNumberOf } from '../output/formatNumberOf.js';
import { formatTable } from '../output/formatTable.js';
import type { Terminal } from '../output/Terminal.js';
import type { ApplicationTool } from '../tools/ApplicationTool.js';
import { collectTools } from '../tools/collectTools.js';
import { rankTools } from '../tools/rankTools.js';
import { type AddCommand, type ApplicationCommandOptions, applicationCommand } from './CommandContext.js';

interface ToolsOptions extends ApplicationCommandOptions {
  readonly search?: string;
  readonly limit: number;
  readonly remote?: true;
}

/** `toolwright tools`: the tools of an application with their schemas and what they cost in a request. */
export const addToolsCommand: AddCommand = (program, { terminal, withApplication }) => {
  applicationCommand(program, 'tools', 'show the tools of an application, their schemas and their cost in tokens')
    .argument('[tool]', 'show this tool with its whole schema')
    .option('--search <query>', 'rank the tools as a search with this query would')
    .option('--limit <count>', 'how many tools a search shows', positiveInteger, 10)
    .option('--remote', 'ask providers that talk to other processes, such as MCP servers, as well')
    .action(async (name: string | undefined, options: ToolsOptions) => {
      if (name !== undefined && options.search !== undefined) {
        throw new UsageException('A tool is shown, or tools are searched: leave out its name or --search.');
      }
      await withApplication(options, async (application) => {
        const tools = await collectTools(application, options.remote === true);
        if (options.search !== undefined) {
          const ranking = await rankTools(application, tools, options.search, options.limit);
          if (options.json) terminal.json(ranking);
          else terminal.out(rankingText(terminal, ranking));
          return;
        }
        const chosen = name === undefined ? tools : named(tools, name);
        if (options.json) terminal.json(toJson(application, chosen));
        else if (name === undefined) terminal.out(listText(terminal, application, chosen));
        else terminal.out(chosen.map(detailText).join('\n'));
      });
    });
};

function positiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError('It must be an integer of at least 1.');
  return value;
}

function named(tools: readonly ApplicationTool[], name: string): readonly ApplicationTool[] {
  const found = tools.filter(({ callback }) => callback.definition.name === name);
  if (found.length > 0) return found;
  const near = suggestName(
    name,
    tools.map(({ callback }) => callback.definition.name),
  );
  const hint = near === undefined ? '' : ` Did you mean '${near}'?`;
  throw new UsageException(`The application has no tool '${name}'.${hint}`);
}

function toJson({ name }: InspectedApplication, tools: readonly ApplicationTool[]): unknown {
  return {
    application: name,
    tokens: totalTokens(tools),
    tools: tools.map(({ callback, bean, tokens }) => ({
      name: callback.definition.name,
      description: callback.definition.description,
      bean,
      tokens,
      attributes: callback.metadata.attributes,
      inputSchema: schemaOf(callback.definition.inputSchema),
    })),
  };
}

function listText(terminal: Terminal, { name }: InspectedApplication, tools: readonly ApplicationTool[]): string {
  if (tools.length === 0) return `${name} has no beans with tools.\n`;
  const rows = tools.map(({ callback: { definition }, bean, tokens }) => [
    definition.name,
    tokens === null ? '' : String(tokens),
    bean,
    parametersOf(definition.inputSchema),
    definition.description,
  ]);
  const total = totalTokens(tools);
  const cost = total === null ? '' : `, ${total} tokens in every request that carries all of them`;
  const head = ['TOOL', 'TOKENS', 'BEAN', 'PARAMETERS', 'DESCRIPTION'];
  return `${formatTable(terminal, head, rows)}\n${formatNumberOf(tools.length, 'tool')} of ${name}${cost}\n`;
}

function detailText({ callback: { definition, metadata }, bean, tokens }: ApplicationTool): string {
  const attributes = Object.entries(metadata.attributes);
  return [
    definition.name,
    `  ${definition.description}`,
    `  bean: ${bean}`,
    ...(tokens === null ? [] : [`  tokens: ${tokens}`]),
    ...attributes.map(
      ([key, value]) => `  ${key}: ${typeof value === 'string' ? value : (JSON.stringify(value) ?? '')}`,
    ),
    '',
    JSON.stringify(schemaOf(definition.inputSchema), null, 2),
    '',
  ].join('\n');
}

function rankingText(terminal: Terminal, { index, query, totalMatches, tools }: ToolRanking): string {
  if (tools.length === 0) return `Nothing fits "${query}" (${index}).\n`;
  const rows = tools.map(({ name, score, matches, description }, rank) => [
    String(rank + 1),
    name,
    score === null ? '' : score.toFixed(3),
    matches.map(({ field, words }) => `${field}: ${words.join(' ')}`).join(', '),
    description,
  ]);
  const table = formatTable(terminal, ['RANK', 'TOOL', 'SCORE', 'FOUND IN', 'DESCRIPTION'], rows);
  return `${table}\n${tools.length} of ${formatNumberOf(totalMatches, 'tool')} that ${totalMatches === 1 ? 'fits' : 'fit'} "${query}" (${index})\n`;
}

function totalTokens(tools: readonly ApplicationTool[]): number | null {
  return tools.reduce<number | null>((sum, { tokens }) => (sum === null || tokens === null ? null : sum + tokens), 0);
}

/** `city, days?`: the parameters of a tool, the optional ones with a question mark. */
function parametersOf(inputSchema: string): string {
  const schema = schemaOf(inputSchema) as {
    readonly properties?: Readonly<Record<string, unknown>>;
    readonly required?: readonly string[];
  };
  const required = new Set(schema.required);
  return Object.keys(schema.properties ?? {})
    .map((name) => (required.has(name) ? name : `${name}?`))
    .join(', ');
}

/** The schema as an object; a schema that is no JSON is shown as the text that it is. */
function schemaOf(inputSchema: string): unknown {
  try {
    return JSON.parse(inputSchema) as unknown;
  } catch {
    return inputSchema;
  }
}
