import { splitIdentifier } from '../splitIdentifier.js';
import type { ToolReference } from '../ToolReference.js';

/** What is embedded of a tool: its name as words, its description, and what is known of its parameters (Spec IX-V09, SX-02b). */
export function embeddedText({ toolName, summary, parameters, category }: ToolReference): string {
  const parts = [`${splitIdentifier(toolName)}: ${summary}`];
  if (parameters) {
    const described = parameters.map(({ name, description }) =>
      description === undefined ? splitIdentifier(name) : `${splitIdentifier(name)} (${description})`,
    );
    parts.push(`Parameters: ${described.join(', ')}`);
  }
  if (category !== undefined) parts.push(`Category: ${category}`);
  return parts.join('\n');
}
