import { readFileSync } from 'node:fs';
import { IllegalStateException } from '@toolwright/core';
import { describeError } from '../call/describeError.js';
import type { StdioServerParameters } from './stdioTransport.js';

/**
 * The servers of a file as desktop clients use it: the value of its first key, whatever its name, maps names to
 * `command`, `args` and `env` (MC-04).
 *
 * @throws {IllegalStateException} `Failed to read stdio connection resource …`, with the cause
 */
export function readServersConfiguration(file: string): ReadonlyMap<string, StdioServerParameters> {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const servers = isObject(content) ? Object.values(content)[0] : undefined;
    if (!isObject(servers)) throw new TypeError('the file must hold an object of servers under its first key');
    return new Map(Object.entries(servers).map(([name, server]) => [name, toParameters(name, server)]));
  } catch (cause) {
    throw new IllegalStateException(`Failed to read stdio connection resource '${file}': ${describeError(cause)}`, {
      cause,
    });
  }
}

function toParameters(name: string, server: unknown): StdioServerParameters {
  if (!isObject(server)) throw new TypeError(`server '${name}' must be an object`);
  const { command, args, env } = server;
  if (typeof command !== 'string') throw new TypeError(`server '${name}' requires a 'command'`);
  if (args !== undefined && !(Array.isArray(args) && args.every((arg) => typeof arg === 'string'))) {
    throw new TypeError(`'args' of server '${name}' must be a list of texts`);
  }
  if (env !== undefined && !(isObject(env) && Object.values(env).every((value) => typeof value === 'string'))) {
    throw new TypeError(`'env' of server '${name}' must map names to texts`);
  }
  return { command, args: args, env: env as Record<string, string> | undefined };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
