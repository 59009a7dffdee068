import type { MaybePromise } from '@toolwright/core';
import type * as McpSchema from '../../sdk/McpSchema.js';
import type { McpConnectionInfo } from '../McpConnectionInfo.js';

/** What decides about one tool. */
export type McpToolFilterFunction = (connection: McpConnectionInfo, tool: McpSchema.Tool) => MaybePromise<boolean>;

/**
 * Decides which tools of a server are offered. It is asked once per tool and listing; a tool for which it throws is left
 * out (MF-05).
 */
export abstract class McpToolFilter {
  /** @param tool as the server declares it, under its own name */
  abstract test(connection: McpConnectionInfo, tool: McpSchema.Tool): MaybePromise<boolean>;

  /** A filter from a function. */
  static of(accepts: McpToolFilterFunction): McpToolFilter {
    return new FunctionToolFilter(accepts);
  }

  /** Offers every tool. */
  static acceptAll(): McpToolFilter {
    return ACCEPT_ALL;
  }
}

class FunctionToolFilter extends McpToolFilter {
  constructor(override readonly test: McpToolFilterFunction) {
    super();
  }
}

const ACCEPT_ALL = new FunctionToolFilter(() => true);
