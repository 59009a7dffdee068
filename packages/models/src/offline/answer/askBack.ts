import type { ToolProfile } from '../ranking/ToolProfile.js';
import type { ToolParameter } from '../schema/ToolParameter.js';

const QUESTION = /(?:^|\n)To use `([^`]+)` I still need: /;

/** The question for the values that a request lacks, in the words of the tool's own schema. */
export function askBack({ name }: ToolProfile, missing: readonly ToolParameter[]): string {
  const things = missing.map(describe);
  const last = things.at(-1) ?? '';
  const list = things.length > 1 ? `${things.slice(0, -1).join(', ')} and ${last}` : last;
  return `To use \`${name}\` I still need: ${list}. Please tell me.`;
}

/** The tool that a question of {@link askBack} is about; null if the text is no such question. */
export function askedToolName(text: string): string | null {
  return QUESTION.exec(text)?.[1] ?? null;
}

function describe({ name, description, enumValues }: ToolParameter): string {
  const words = description.trim().replace(/[.\s]+$/, '');
  const choices = enumValues ? `one of ${enumValues.map(String).join(', ')}` : '';
  if (words === '') return choices === '' ? `\`${name}\`` : `\`${name}\` (${choices})`;
  return `${words} (${choices === '' ? `\`${name}\`` : `\`${name}\`, ${choices}`})`;
}
