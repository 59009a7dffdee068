import { INJECT_PARAMETER, type ToolContext } from '@toolwright/tools';
import { exchangeOf } from './exchangeOf.js';

/** `_meta` of a request, as a parameter of a method. Never null; read-only. */
export class McpMeta {
  readonly meta: Readonly<Record<string, unknown>>;

  constructor(meta: Readonly<Record<string, unknown>> = {}) {
    this.meta = Object.freeze({ ...meta });
  }

  /** The value under `key`, or undefined. */
  get(key: string): unknown {
    return Object.hasOwn(this.meta, key) ? this.meta[key] : undefined;
  }

  static [INJECT_PARAMETER](context: ToolContext): McpMeta {
    return new McpMeta(exchangeOf(context).requestMeta);
  }
}
