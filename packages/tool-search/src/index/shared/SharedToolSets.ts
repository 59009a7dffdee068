import type { ToolReference } from '../ToolReference.js';
import { fingerprintOfTools } from './fingerprintOfTools.js';

/** What is built once for all sessions with the same tools. */
interface ToolSet<T> {
  readonly fingerprint: string;
  readonly built: T;
  sessions: number;
}

interface Session<T> {
  tools: readonly ToolReference[];
  /** Absent until the session is searched for the first time after its tools have changed. */
  set: ToolSet<T> | undefined;
}

/**
 * The tools of each session, with one immutable structure per set of tools: sessions with the same tools in the same
 * order share it, and it is freed when the last of them has other tools or none (Spec SX-01a). It is built at the first
 * search, so adding tools one by one costs no more than adding them together.
 */
export class SharedToolSets<T> {
  readonly #build: (tools: readonly ToolReference[]) => T;
  readonly #sessions = new Map<string, Session<T>>();
  readonly #sets = new Map<string, ToolSet<T>>();

  /** @param build makes what is shared from the tools of a session; it must depend on nothing else */
  constructor(build: (tools: readonly ToolReference[]) => T) {
    this.#build = build;
  }

  /** How many structures exist now. */
  get count(): number {
    return this.#sets.size;
  }

  /** The tools of a session in the order in which they were added; none, if it is not known. */
  tools(sessionId: string): readonly ToolReference[] {
    return this.#sessions.get(sessionId)?.tools ?? [];
  }

  /** Adds tools to a session after those that it has. The list must not change afterwards. */
  add(sessionId: string, tools: readonly ToolReference[]): void {
    const known = this.#sessions.get(sessionId);
    this.replace(sessionId, known && known.tools.length > 0 ? [...known.tools, ...tools] : tools);
  }

  /** Gives a session exactly these tools. The list must not change afterwards. */
  replace(sessionId: string, tools: readonly ToolReference[]): void {
    const session = this.#sessions.get(sessionId);
    if (!session) {
      this.#sessions.set(sessionId, { tools, set: undefined });
      return;
    }
    this.#release(session);
    session.tools = tools;
  }

  /** What was built from the tools of a session; undefined, if it is not known. */
  get(sessionId: string): T | undefined {
    const session = this.#sessions.get(sessionId);
    if (!session) return undefined;
    session.set ??= this.#acquire(session);
    return session.set.built;
  }

  /** Forgets a session; one that is not known is no error. */
  remove(sessionId: string): void {
    const session = this.#sessions.get(sessionId);
    if (!session) return;
    this.#release(session);
    this.#sessions.delete(sessionId);
  }

  #acquire(session: Session<T>): ToolSet<T> {
    const fingerprint = fingerprintOfTools(session.tools);
    let set = this.#sets.get(fingerprint);
    if (!set) {
      set = { fingerprint, built: this.#build(session.tools), sessions: 0 };
      this.#sets.set(fingerprint, set);
    }
    set.sessions += 1;
    return set;
  }

  #release(session: Session<T>): void {
    const { set } = session;
    if (!set) return;
    session.set = undefined;
    set.sessions -= 1;
    if (set.sessions === 0) this.#sets.delete(set.fingerprint);
  }
}
