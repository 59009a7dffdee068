import { createHash } from 'node:crypto';

/** A Lua script, which Redis runs as one atomic step. */
export class RedisScript {
  /** What the server knows it by once it has seen it. */
  readonly sha: string;

  /**
   * @param operation what it does, for error messages
   * @param source Lua
   * @param isRepeatable whether running it twice is the same as once, so that it may be sent again when nobody knows
   *   whether it has run
   */
  constructor(
    readonly operation: string,
    readonly source: string,
    readonly isRepeatable = false,
  ) {
    this.sha = createHash('sha1').update(source).digest('hex');
  }
}
