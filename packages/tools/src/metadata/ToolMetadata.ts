import { requireArgument, requireNonNull } from '@toolwright/core';
import { type ToolOptions, toolOptions } from '../annotation/Tool.js';
import type { MethodHandle } from '../method/MethodHandle.js';
import { toolCache } from '../cache/toolCache.js';
import { positiveDuration } from './positiveDuration.js';
import { toolRetry } from './toolRetry.js';

/** How a tool behaves, as opposed to what the model is told about it. Frozen. */
export abstract class ToolMetadata {
  /** Whether the result goes to the caller instead of back to the model. */
  abstract readonly returnDirect: boolean;
  /** Open facts such as `readOnly`, `idempotent`, `category`; every wrapper forwards them (TX-18). */
  abstract readonly attributes: Readonly<Record<string, unknown>>;

  static builder(): ToolMetadata.Builder {
    return new ToolMetadata.Builder();
  }

  /**
   * What `@Tool` says about a method. Of its options `category`, `timeout` (in milliseconds), `concurrency`, `idempotent`, `retry`,
   * `cache`, `requiresContext`, `approval` and `maxResultChars` become attributes of that name.
   *
   * @throws {IllegalArgumentException} `method cannot be null`, if the timeout is no duration, or if
   *   `maxResultChars` is below 1
   */
  static from(method: MethodHandle): ToolMetadata {
    requireNonNull(method, 'method cannot be null');
    const options = toolOptions.inherited(method.owner, method.key) ?? {};
    return ToolMetadata.builder()
      .returnDirect(options.returnDirect ?? false)
      .attributes(attributesOf(options))
      .build();
  }
}

class DefaultToolMetadata extends ToolMetadata {
  constructor(
    override readonly returnDirect: boolean,
    override readonly attributes: Readonly<Record<string, unknown>>,
  ) {
    super();
    Object.freeze(this);
  }
}

function attributesOf(options: ToolOptions): Readonly<Record<string, unknown>> {
  const { category, timeout, concurrency, idempotent, retry, cache, requiresContext, approval, maxResultChars } =
    options;
  return {
    ...options.attributes,
    ...(category !== undefined && { category }),
    ...(timeout !== undefined && { timeout: positiveDuration('timeout', timeout) }),
    ...(concurrency !== undefined && { concurrency }),
    ...(idempotent !== undefined && { idempotent }),
    ...(retry !== undefined && { retry }),
    ...(cache !== undefined && { cache }),
    ...(requiresContext !== undefined && { requiresContext }),
    ...(approval !== undefined && { approval }),
    ...(maxResultChars !== undefined && { maxResultChars: requireMaxResultChars(maxResultChars) }),
  };
}

function requireMaxResultChars(maxResultChars: number): number {
  requireArgument(maxResultChars >= 1, `maxResultChars must be at least 1, but is ${maxResultChars}`);
  return maxResultChars;
}

export namespace ToolMetadata {
  /** Builds a {@link ToolMetadata}; by default not `returnDirect`, no attributes. */
  export class Builder {
    #returnDirect = false;
    #attributes: Readonly<Record<string, unknown>> = {};

    returnDirect(returnDirect: boolean): this {
      this.#returnDirect = returnDirect;
      return this;
    }

    attributes(attributes: Readonly<Record<string, unknown>>): this {
      this.#attributes = { ...attributes };
      return this;
    }

    /** @throws {IllegalArgumentException} if `retry` or `cache` is wrong, or the tool is not marked `idempotent` */
    build(): ToolMetadata {
      const retry = toolRetry(this.#attributes);
      const cache = toolCache(this.#attributes);
      const attributes = { ...this.#attributes, ...(retry && { retry }), ...(cache && { cache }) };
      return new DefaultToolMetadata(this.#returnDirect, Object.freeze(attributes));
    }
  }
}
