import { parts, type Start } from './bootParts.js';

export const start: Start = async (toolCount) => {
  const tools = Array.from({ length: toolCount }, (_, index) => parts.tool(index));
  const manager = parts.manager(parts.resolver(tools), parts.processor());
  return { client: parts.client(parts.model(), parts.advisorBuilder(manager)), tools: tools.length };
};
