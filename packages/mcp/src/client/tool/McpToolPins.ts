import { lazyPackage } from '@toolwright/core';
import type * as McpSchema from '../../sdk/McpSchema.js';

const nodeCrypto = lazyPackage<typeof import('node:crypto')>('node:crypto', import.meta.url);

/** Fingerprints by connection and tool, as {@link McpToolPins.toJSON} writes them. */
export type McpToolPinsData = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Remembers name, description and schemas of every tool when it is first seen, as a fingerprint, so that a server cannot
 * change the meaning of a tool unnoticed (MX-08). Can be written to a file and read back.
 */
export class McpToolPins {
  readonly #pins = new Map<string, Map<string, string>>();

  /** @param data fingerprints of an earlier run */
  constructor(data: McpToolPinsData = {}) {
    for (const [connection, tools] of Object.entries(data)) this.#pins.set(connection, new Map(Object.entries(tools)));
  }

  /**
   * Compares a tool with what was accepted; the first one of its name is accepted as it is.
   *
   * @returns whether it is as it was accepted
   */
  check(connectionName: string, tool: McpSchema.Tool): boolean {
    const pinned = this.#pins.get(connectionName)?.get(tool.name);
    if (pinned === undefined) {
      this.accept(connectionName, tool);
      return true;
    }
    return pinned === McpToolPins.fingerprint(tool);
  }

  /** Accepts a tool as it is now. */
  accept(connectionName: string, tool: McpSchema.Tool): void {
    let tools = this.#pins.get(connectionName);
    if (tools === undefined) this.#pins.set(connectionName, (tools = new Map<string, string>()));
    tools.set(tool.name, McpToolPins.fingerprint(tool));
  }

  /** The fingerprint that was accepted; undefined for a tool that was never seen. */
  get(connectionName: string, toolName: string): string | undefined {
    return this.#pins.get(connectionName)?.get(toolName);
  }

  /** All fingerprints, for a file. */
  toJSON(): McpToolPinsData {
    return Object.fromEntries([...this.#pins].map(([connection, tools]) => [connection, Object.fromEntries(tools)]));
  }

  /** SHA-256 over name, title, description and schemas, in hexadecimal; the order of keys does not matter. */
  static fingerprint({ name, title, description, inputSchema, outputSchema }: McpSchema.Tool): string {
    const text = JSON.stringify([name, title, description, inputSchema, outputSchema].map(sorted));
    return nodeCrypto().createHash('sha256').update(text).digest('hex');
  }
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}
