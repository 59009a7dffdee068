import { LoggerFactory } from '@toolwright/core';
import type { ToolContext } from '@toolwright/tools';
import { McpToolUtils } from '../naming/McpToolUtils.js';
import { isJsonSafe } from './isJsonSafe.js';

const logger = LoggerFactory.getLogger('toolwright.mcp.client');

/** The connection that a tool context may go to. */
export interface McpMetaTarget {
  readonly connectionName: string;
  /** Whether the server runs on this machine: a child process, or a loopback address. */
  readonly local: boolean;
  /** What the configuration of the connection says; undefined if it says nothing. */
  readonly policy?: ToolContextMetaPolicy | undefined;
}

/** Which values of a tool context go to a server: all of them, none, or those of the listed keys. */
export type ToolContextMetaPolicy = 'all' | 'none' | readonly string[];

/** Decides what of a tool context a remote tool gets as `_meta`. */
export abstract class ToolContextToMcpMetaConverter {
  /** @returns `_meta` of the call; used as it is */
  abstract convert(toolContext: ToolContext, target: McpMetaTarget): Readonly<Record<string, unknown>>;

  /** Sends nothing of the context. */
  static noOp(): ToolContextToMcpMetaConverter {
    return NO_OP;
  }

  /**
   * Sends what JSON can carry: to servers on this machine everything, to others nothing (MR-06).
   *
   * @param policy another rule for all servers
   */
  static defaultConverter(policy?: ToolContextMetaPolicy): ToolContextToMcpMetaConverter {
    return new DefaultToolContextToMcpMetaConverter(policy);
  }
}

class NoOpConverter extends ToolContextToMcpMetaConverter {
  override convert(): Readonly<Record<string, unknown>> {
    return {};
  }
}

const NO_OP = new NoOpConverter();

/** Keys of the framework itself, which mean nothing to a server. */
const INTERNAL_KEYS: ReadonlySet<string> = new Set([McpToolUtils.TOOL_CONTEXT_MCP_EXCHANGE_KEY, 'toolCallHistory']);

class DefaultToolContextToMcpMetaConverter extends ToolContextToMcpMetaConverter {
  readonly #policy: ToolContextMetaPolicy | undefined;
  readonly #warned = new Set<string>();

  constructor(policy?: ToolContextMetaPolicy) {
    super();
    this.#policy = policy;
  }

  override convert(toolContext: ToolContext, target: McpMetaTarget): Readonly<Record<string, unknown>> {
    const meta: Record<string, unknown> = {};
    const chosen = target.policy ?? this.#policy;
    const policy = chosen ?? (target.local ? 'all' : 'none');
    const keys = Object.keys(toolContext.context).filter((key) => !INTERNAL_KEYS.has(key) && !isReserved(key));
    if (policy === 'none') {
      if (keys.length > 0 && chosen === undefined) this.#warnOfRemote(target);
      return meta;
    }
    for (const key of keys) {
      const value = toolContext.context[key];
      if (value === null || value === undefined || (policy !== 'all' && !policy.includes(key))) continue;
      if (isJsonSafe(value)) meta[key] = value;
      else
        this.#warn(
          key,
          `The value of tool context key '${key}' is no plain JSON value and is not sent to MCP servers.`,
        );
    }
    return meta;
  }

  #warnOfRemote({ connectionName }: McpMetaTarget): void {
    this.#warn(
      ` ${connectionName}`,
      `The tool context is not sent to MCP connection '${connectionName}', because its server is on another machine. ` +
        `Set mcp.client.tool-context-meta, or tool-context-meta of the connection, to all, none or a list of keys.`,
    );
  }

  #warn(subject: string, message: string): void {
    if (this.#warned.has(subject)) return;
    this.#warned.add(subject);
    logger.warn(message);
  }
}

/** Whether the key has a prefix that the protocol reserves: `mcp` or `modelcontextprotocol` as its second label. */
function isReserved(key: string): boolean {
  const slash = key.indexOf('/');
  if (slash < 0) return false;
  const label = key.slice(0, slash).split('.')[1];
  return label === 'mcp' || label === 'modelcontextprotocol';
}
