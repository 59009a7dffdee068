import type { ProjectOptions } from './ProjectOptions.js';

/** The config/application.properties of a new project. */
export function projectProperties({ name, provider, mcp }: ProjectOptions): string {
  const lines = ['# All keys: npm run toolwright -- config', '', `chat.model.provider=${provider.name}`];
  if (provider.model !== null) lines.push(`chat.model.name=${provider.model}`);
  if (provider.keyVariable !== null) lines.push(`# The key is read from the variable ${provider.keyVariable}.`);
  lines.push('', '# What one question may use.', 'tools.limits.max-total-tool-calls=20');
  if (mcp) lines.push('', `mcp.server.name=${name}`);
  return `${lines.join('\n')}\n`;
}
