import type { ToolCallback } from '@toolwright/tools';
import type { InspectedApplication } from '../application/openApplication.js';
import { UsageException } from '../application/UsageException.js';
import type { ApplicationTool } from './ApplicationTool.js';

type Tools = typeof import('@toolwright/tools');
type Models = typeof import('@toolwright/models');

/**
 * The tools of an application: its `ToolCallback` and `ToolCallbackProvider` beans, and its beans with `@Tool` methods.
 * Only these beans, and what they need, are made.
 *
 * @param remote whether providers that talk to other processes, such as MCP servers, are asked as well
 * @returns sorted by name; a tool that several beans offer is there once for each
 */
export async function collectTools(
  application: InspectedApplication,
  remote: boolean,
): Promise<readonly ApplicationTool[]> {
  const { context, packages } = application;
  const tools = await packages.load<Tools>('@toolwright/tools');
  if (!tools) throw new UsageException('The application has no @toolwright/tools, so it has no tools.');
  const counter = await (await packages.load<Models>('@toolwright/models'))?.TokenCounter.load();
  const found: ApplicationTool[] = [];
  for (const bean of context.beanNames) {
    for (const callback of await callbacksOf(application, bean, tools, remote)) {
      found.push({ bean, callback, tokens: counter?.countToolDefinition(callback.definition) ?? null });
    }
  }
  return found.sort(
    (a, b) => compare(a.callback.definition.name, b.callback.definition.name) || compare(a.bean, b.bean),
  );
}

async function callbacksOf(
  { context }: InspectedApplication,
  bean: string,
  tools: Tools,
  remote: boolean,
): Promise<readonly ToolCallback[]> {
  const type = context.getType(bean);
  const isCallback = context.beanNamesForType(tools.ToolCallback).includes(bean);
  const isProvider = context.beanNamesForType(tools.ToolCallbackProvider).includes(bean);
  if (isCallback || isProvider) {
    // The type tells whether a provider is remote, so that one that must not be asked is not even made.
    if (!remote && type !== undefined && isRemote(type.prototype as object)) return [];
    const callbacks: ToolCallback[] = [];
    for (const each of [await context.getAsync(bean)].flat(1)) {
      if (each instanceof tools.ToolCallback) callbacks.push(each);
      else if (each instanceof tools.ToolCallbackProvider && (remote || !each.remote)) {
        callbacks.push(...(await each.toolCallbacks()));
      }
    }
    return callbacks;
  }
  if (type === undefined) return [];
  const methods = tools.findToolMethods(type);
  if (!methods.needsInstance && methods.static.length === 0) return [];
  return tools.ToolCallbacks.from((await context.getAsync(bean)) as object);
}

function isRemote(prototype: object): boolean {
  try {
    return Reflect.get(prototype, 'remote') === true;
  } catch {
    // Decided by the object, which has to be made then.
    return false;
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
