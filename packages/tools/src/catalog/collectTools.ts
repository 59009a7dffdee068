import type { AbstractClassType } from '@toolwright/core';
import { ToolCallback } from '../callback/ToolCallback.js';
import { ToolCallbackProvider } from '../callback/ToolCallbackProvider.js';
import { ToolCallbacks } from '../callback/ToolCallbacks.js';
import { findToolMethods } from '../method/findToolMethods.js';
import { MethodToolCallback } from '../method/MethodToolCallback.js';

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
 * @returns sorted by name. Tools of one name that several beans offer are there once for each; a method of a bean that a
 *   provider offers too, as it is, is one tool: that of the bean
 */
export async function collectTools(
  beans: ToolBeans,
  { remote = false }: CollectToolsOptions = {},
): Promise<readonly CollectedTool[]> {
  const declared = new Set([ToolCallback, ToolCallbackProvider].flatMap((type) => beans.beanNamesForType(type)));
  const found = new Map<string, CollectedTool[]>();
  const add = (bean: string, callbacks: readonly ToolCallback[]): void => {
    for (const callback of callbacks) {
      const { name } = callback.definition;
      const others = found.get(name) ?? [];
      if (others.some((other) => isSameTool(other.callback, callback))) continue;
      found.set(name, [...others, { bean, callback }]);
    }
  };
  // First those that have the methods, because they are where a tool comes from, whoever offers it again.
  for (const bean of beans.beanNames) {
    if (!declared.has(bean)) add(bean, await methodTools(beans, bean, beans.getType(bean)));
  }
  for (const bean of declared) add(bean, await declaredTools(beans, bean, beans.getType(bean), remote));
  return [...found.values()]
    .flat()
    .sort((a, b) => compare(a.callback.definition.name, b.callback.definition.name) || compare(a.bean, b.bean));
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

function isSameTool(a: ToolCallback, b: ToolCallback): boolean {
  if (a === b) return true;
  if (!(a instanceof MethodToolCallback && b instanceof MethodToolCallback && a.hasMethodOf(b))) return false;
  return a.definition.description === b.definition.description && a.definition.inputSchema === b.definition.inputSchema;
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
