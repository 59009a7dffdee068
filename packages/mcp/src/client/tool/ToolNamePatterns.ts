import { LoggerFactory } from '@toolwright/core';

const logger = LoggerFactory.getLogger('toolwright.mcp.client');

/**
 * Which tools of a connection may be used at all, by their names on the server: exact ones, or with `*` for any text.
 * `exclude` wins over `include`; no `include` means every tool (MF-06).
 */
export class ToolNamePatterns {
  readonly #include: readonly string[];
  readonly #exclude: readonly string[];

  constructor(include: readonly string[] = [], exclude: readonly string[] = []) {
    this.#include = include;
    this.#exclude = exclude;
  }

  /** The tools that may be used, in their order; warns of a pattern that matches none of them. */
  select<T extends { readonly name: string }>(connectionName: string, tools: readonly T[]): readonly T[] {
    if (this.#include.length === 0 && this.#exclude.length === 0) return tools;
    for (const pattern of [...this.#include, ...this.#exclude]) {
      if (!tools.some(({ name }) => matches(pattern, name))) {
        logger.warn(`Pattern '${pattern}' of MCP connection '${connectionName}' matches no tool of its server.`);
      }
    }
    return tools.filter(
      ({ name }) =>
        (this.#include.length === 0 || this.#include.some((pattern) => matches(pattern, name))) &&
        !this.#exclude.some((pattern) => matches(pattern, name)),
    );
  }
}

/** Whether the parts of the pattern between its stars follow each other in the name; linear, so any name is safe. */
function matches(pattern: string, name: string): boolean {
  const parts = pattern.split('*');
  const first = parts[0] ?? '';
  if (parts.length === 1) return name === first;
  const last = parts[parts.length - 1] ?? '';
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
  let position = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, position);
    if (found < 0) return false;
    position = found + part.length;
  }
  return position <= name.length - last.length;
}
