import type { AbstractClassType } from '@toolwright/core';
import { ToolCallback } from '../callback/ToolCallback.js';
import { ToolCallbackProvider } from '../callback/ToolCallbackProvider.js';
import { ToolCallbacks } from '../callback/ToolCallbacks.js';
import { findToolMethods } from '../method/findToolMethods.js';

/** The beans of an application, as far as tools are looked for in them; an `ApplicationContext` has this form. */
export interface ToolBeans {
  readonly beanNames: readonly string[];
  /** The class of a bean; undefined if it is not known before the bean is made. */
  getType(beanName: string): AbstractClassType | undefined;
  beanNamesForType(type: AbstractClassType): readonly string[];
  getAsync(beanName: string): Promise<unknown>;
}

/** A tool of an application. */
export interface CollectedTool {
  readonly callback: ToolCallback;
  /** The name of the bean that offers it. */
  readonly bean: string;
}

/** Which tools are collected. */
export interface CollectToolsOptions {
  /** Whether providers that talk to other processes, such as MCP servers, are asked as well; default false. */
  readonly remote?: boolean;
}

/**
 * The tools of an application, for tools around it: its `ToolCallback` and `ToolCallbackProvider` beans, and its beans
 * with `@Tool` methods. Only these beans, and what they need, are made.
 *
 * @returns sorted by name; a tool that several beans offer is there once for each
 */
export async function collectTools(
  beans: ToolBeans,
  { remote = false }: CollectToolsOptions = {},
): Promise<readonly CollectedTool[]> {
  const declared = new Set([ToolCallback, ToolCallbackProvider].flatMap((type) => beans.beanNamesForType(type)));
  const found: CollectedTool[] = [];
  for (const bean of beans.beanNames) {
    const type = beans.getType(bean);
    const callbacks = declared.has(bean)
      ? await declaredTools(beans, bean, type, remote)
      : await methodTools(beans, bean, type);
    for (const callback of callbacks) found.push({ bean, callback });
  }
  return found.sort(
    (a, b) => compare(a.callback.definition.name, b.callback.definition.name) || compare(a.bean, b.bean),
  );
}

async function declaredTools(
  beans: ToolBeans,
  bean: string,
  type: AbstractClassType | undefined,
  remote: boolean,
): Promise<readonly ToolCallback[]> {
  // The type tells whether a provider is remote, so that one that must not be asked is not even made.
  if (!remote && type !== undefined && isRemote(type.prototype as object)) return [];
  const callbacks: ToolCallback[] = [];
  for (const each of [await beans.getAsync(bean)].flat(1)) {
    if (each instanceof ToolCallback) callbacks.push(each);
    else if (each instanceof ToolCallbackProvider && (remote || !each.remote)) {
      callbacks.push(...(await each.toolCallbacks()));
    }
  }
  return callbacks;
}

async function methodTools(
  beans: ToolBeans,
  bean: string,
  type: AbstractClassType | undefined,
): Promise<readonly ToolCallback[]> {
  if (type === undefined) return [];
  const methods = findToolMethods(type);
  if (!methods.needsInstance && methods.static.length === 0) return [];
  return ToolCallbacks.from((await beans.getAsync(bean)) as object);
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
