import { createHash } from 'node:crypto';

/** A Lua script, which Redis runs as one atomic step. */
export class RedisScript {
  /** What the server knows it by once it has seen it. */
  readonly sha: string;

  /**
   * @param operation what it does, for error messages
   * @param source Lua
   */
  constructor(
    readonly operation: string,
    readonly source: string,
  ) {
    this.sha = createHash('sha1').update(source).digest('hex');
  }
}
