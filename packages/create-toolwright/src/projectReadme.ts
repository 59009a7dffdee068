import type { ProjectOptions } from './ProjectOptions.js';

/** The README.md of a new project: how to run it, and where to go on. */
export function projectReadme({ name, provider, mcp }: ProjectOptions): string {
  return (
    [
      `# ${name}`,
      'A class whose methods a language model can call.',
      '```sh\nnpm install\nnpm start -- "How many pieces of article bolt are in stock?"\nnpm test\n```',
      modelOf(provider),
      table([
        ['src/Warehouse.ts', 'the tools: every method with `@Tool`'],
        ['src/Warehouse.test.ts', 'their test, with a model that follows a script'],
        ['src/Application.ts', 'what belongs to the application'],
        ['src/main.ts', 'asks the question of the command line'],
        ['config/application.properties', 'which model answers, limits, everything that can be set'],
      ]),
      'A tool more is a method more: add one to `src/Warehouse.ts` and ask for it.',
      'Look inside:',
      '```sh\nnpm run toolwright -- tools   # what the model is told of the tools\nnpm run toolwright -- config  # every key that can be set\n```',
      ...(mcp ? [MCP] : []),
    ].join('\n\n') + '\n'
  );
}

const MCP = `## Model Context Protocol

Programs that speak MCP can call the tools, too. They start the server with

\`\`\`json
{ "command": "npm", "args": ["run", "--silent", "--prefix", "<this folder>", "mcp"] }
\`\`\`

or reach it over HTTP at the address that \`npm run mcp -- --http\` prints.`;

function modelOf({ name, title, keyVariable }: ProjectOptions['provider']): string {
  if (name === 'offline') {
    return 'The offline model answers: it matches words and needs neither key nor network. For a language model install its starter, such as `@toolwright/starter-openai`, and set `chat.model.provider` and `chat.model.name` in `config/application.properties`.';
  }
  const [needed, missing] =
    keyVariable === null
      ? ['It has to run on this machine.', 'While it does not']
      : [`Its key is read from \`${keyVariable}\`.`, 'Without a key'];
  return `A model of ${title} answers. ${needed} ${missing}, the offline model answers to \`npm start -- --chat.model.provider=offline "…"\`.`;
}

function table(rows: readonly (readonly [string, string])[]): string {
  return ['| file | holds |', '|---|---|', ...rows.map(([file, holds]) => `| \`${file}\` | ${holds} |`)].join('\n');
}
