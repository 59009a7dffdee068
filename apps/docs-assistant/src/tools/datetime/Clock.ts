import { Component } from '@toolwright/boot';

/** Tells the time; a test puts a fixed one in its place. */
@Component()
export class Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number {
    return Date.now();
  }
}
