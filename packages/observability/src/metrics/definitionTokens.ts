import type { ToolCallback, ToolDefinition } from '@toolwright/tools';

const CHARACTERS_PER_TOKEN = 4;

const known = new WeakMap<ToolDefinition, number>();

/**
 * About how many tokens the definitions of tools are, at four characters each. An exact count would need the vocabulary of
 * the model.
 */
export function definitionTokens(tools: readonly ToolCallback[]): number {
  let tokens = 0;
  for (const { definition } of tools) {
    let own = known.get(definition);
    if (own === undefined) {
      const { name, description, inputSchema } = definition;
      own = Math.ceil((name.length + description.length + inputSchema.length) / CHARACTERS_PER_TOKEN);
      known.set(definition, own);
    }
    tokens += own;
  }
  return tokens;
}
