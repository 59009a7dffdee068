import type { InspectedApplication } from '../application/openApplication.js';
import { UsageException } from '../application/UsageException.js';
import type { ApplicationTool } from './ApplicationTool.js';

type Tools = typeof import('@toolwright/tools');
type Models = typeof import('@toolwright/models');

/**
 * The tools of an application, with what they cost.
 *
 * @param remote whether providers that talk to other processes, such as MCP servers, are asked as well
 * @returns sorted by name; a tool that several beans offer is there once for each
 * @throws {UsageException} if the application has no tools package
 */
export async function collectTools(
  { context, packages }: InspectedApplication,
  remote: boolean,
): Promise<readonly ApplicationTool[]> {
  const tools = await packages.load<Tools>('@toolwright/tools');
  if (!tools) throw new UsageException('The application has no @toolwright/tools, so it has no tools.');
  const counter = await (await packages.load<Models>('@toolwright/models'))?.TokenCounter.load();
  const found = await tools.collectTools(context, { remote });
  return found.map(({ bean, callback }) => ({
    bean,
    callback,
    tokens: counter?.countToolDefinition(callback.definition) ?? null,
  }));
}
