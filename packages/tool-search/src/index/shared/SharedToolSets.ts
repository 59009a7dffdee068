import type { ToolReference } from '../ToolReference.js';
import { fingerprintOfTools } from './fingerprintOfTools.js';

/** What is built once for all sessions with the same tools. */
interface ToolSet<T> {
  readonly fingerprint: string;
  readonly built: T;
  /** The tools of a set of its own; those beyond the base of an extended one. */
  readonly tools: readonly ToolReference[];
  /** The set that this one extends; undefined for a set of its own. */
  readonly base: ToolSet<T> | undefined;
  /** Sessions and extended sets that need it. */
  users: number;
}

interface Session<T> {
  /** Absent once they are known from the set. */
  tools: readonly ToolReference[] | undefined;
  /** Absent until the session is searched for the first time after its tools have changed. */
  set: ToolSet<T> | undefined;
}

/** How the structures of a {@link SharedToolSets} are made; they must depend on nothing but the tools. */
export interface ToolSetBuilder<T> {
  build(tools: readonly ToolReference[]): T;
  /** A structure of all tools of `base` and more. Without it no structure is made from another. */
  extend?(base: T, more: readonly ToolReference[]): T;
}

/** Fewer tools are prepared anew: that takes less than it would save. */
const FEWEST_EXTENDED = 50;

/** An extension is worth it if it is at most this part of all tools. */
const LARGEST_EXTENSION = 0.2;

/** Sets that are compared with the tools of a session for which there is none yet. */
const MOST_COMPARED = 16;

/**
 * The tools of each session, with one immutable structure per set of tools: sessions with the same tools in the same
 * order share it, and it is freed when the last of them has other tools or none (Spec SX-01a). It is built at the first
 * search, so adding tools one by one costs no more than adding them together.
 *
 * A session whose tools are mostly those of another one, in the same order, adds a structure of the difference only: it
 * extends what both have in common. Tools are compared by identity for that.
 */
export class SharedToolSets<T> {
  readonly #builder: ToolSetBuilder<T>;
  readonly #sessions = new Map<string, Session<T>>();
  /** In the order in which they were built. */
  readonly #sets = new Map<string, ToolSet<T>>();

  constructor(builder: ToolSetBuilder<T>) {
    this.#builder = builder;
  }

  /** How many structures exist now, of whole sets and of differences. */
  get count(): number {
    return this.#sets.size;
  }

  /** The tools of a session in the order in which they were added, with a difference last; none, if it is not known. */
  tools(sessionId: string): readonly ToolReference[] {
    const session = this.#sessions.get(sessionId);
    return session?.tools ?? (session?.set ? toolsOf(session.set) : []);
  }

  /** Adds tools to a session after those that it has. The list must not change afterwards. */
  add(sessionId: string, tools: readonly ToolReference[]): void {
    const known = this.tools(sessionId);
    this.replace(sessionId, known.length > 0 ? [...known, ...tools] : tools);
  }

  /** Gives a session exactly these tools. The list must not change afterwards. */
  replace(sessionId: string, tools: readonly ToolReference[]): void {
    const session = this.#sessions.get(sessionId);
    if (!session) {
      this.#sessions.set(sessionId, { tools, set: undefined });
      return;
    }
    this.#releaseFrom(session);
    session.tools = tools;
  }

  /** What was built from the tools of a session; undefined, if it is not known. */
  get(sessionId: string): T | undefined {
    const session = this.#sessions.get(sessionId);
    if (!session) return undefined;
    if (!session.set) {
      session.set = this.#acquire(session.tools ?? []);
      session.tools = undefined;
    }
    return session.set.built;
  }

  /** Forgets a session; one that is not known is no error. */
  remove(sessionId: string): void {
    const session = this.#sessions.get(sessionId);
    if (!session) return;
    this.#releaseFrom(session);
    this.#sessions.delete(sessionId);
  }

  #acquire(tools: readonly ToolReference[]): ToolSet<T> {
    const fingerprint = fingerprintOfTools(tools);
    const set = this.#sets.get(fingerprint) ?? this.#extension(fingerprint, tools) ?? this.#whole(fingerprint, tools);
    set.users += 1;
    return set;
  }

  #whole(fingerprint: string, tools: readonly ToolReference[]): ToolSet<T> {
    return this.#keep({ fingerprint, built: this.#builder.build(tools), tools, base: undefined, users: 0 });
  }

  /** A set that extends one that exists, or the part that it has in common with one. */
  #extension(fingerprint: string, tools: readonly ToolReference[]): ToolSet<T> | undefined {
    if (!this.#builder.extend || tools.length < FEWEST_EXTENDED) return undefined;
    const common = this.#mostInCommon(tools);
    if (!common) return undefined;
    const shared = new Set(common);
    const more = tools.filter((tool) => !shared.has(tool));
    if (more.length === 0 || more.length + common.length !== tools.length) return undefined;
    const baseFingerprint = fingerprintOfTools(common);
    const base = this.#sets.get(baseFingerprint) ?? this.#whole(baseFingerprint, common);
    if (base.base) return undefined;
    base.users += 1;
    return this.#keep({ fingerprint, built: this.#builder.extend(base.built, more), tools: more, base, users: 0 });
  }

  /** The longest list of tools that these have in common with a set of its own, in the same order. */
  #mostInCommon(tools: readonly ToolReference[]): readonly ToolReference[] | undefined {
    const wanted = new Set(tools);
    const least = tools.length * (1 - LARGEST_EXTENSION);
    let most: readonly ToolReference[] | undefined;
    let compared = 0;
    for (const set of this.#sets.values()) {
      if (set.base || set.tools.length < least) continue;
      if (++compared > MOST_COMPARED) break;
      const common = set.tools.every((tool) => wanted.has(tool))
        ? set.tools
        : set.tools.filter((tool) => wanted.has(tool));
      if (common.length >= least && common.length > (most?.length ?? 0) && isInOrder(common, tools)) most = common;
    }
    return most;
  }

  #keep(set: ToolSet<T>): ToolSet<T> {
    this.#sets.set(set.fingerprint, set);
    return set;
  }

  #releaseFrom(session: Session<T>): void {
    if (session.set) this.#release(session.set);
    session.set = undefined;
  }

  #release(set: ToolSet<T>): void {
    set.users -= 1;
    if (set.users > 0) return;
    this.#sets.delete(set.fingerprint);
    if (set.base) this.#release(set.base);
  }
}

function toolsOf<T>({ base, tools }: ToolSet<T>): readonly ToolReference[] {
  return base ? [...base.tools, ...tools] : tools;
}

/** Whether the tools of `part` follow each other in `whole`, with others between. */
function isInOrder(part: readonly ToolReference[], whole: readonly ToolReference[]): boolean {
  let at = 0;
  for (const tool of whole) if (tool === part[at]) at += 1;
  return at === part.length;
}
