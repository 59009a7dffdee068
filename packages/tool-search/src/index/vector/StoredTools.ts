import { Document, type VectorStore } from '@toolwright/model';
import { fingerprintOfTools } from '../shared/fingerprintOfTools.js';
import type { ToolReference } from '../ToolReference.js';
import { embeddedText } from './embeddedText.js';

/** Tools that were added to the store together. Sessions with exactly these tools share them. */
export interface StoredTools {
  readonly fingerprint: string;
  /** Value of `sessionId` in the metadata of the documents, by which a search tells them from others. */
  readonly scope: string;
  readonly ids: readonly string[];
  readonly byName: ReadonlyMap<string, ToolReference>;
  readonly members: ReadonlySet<ToolReference>;
  /** Ends when the store has them; fails if it does not take them. */
  readonly added: Promise<void>;
  sessions: number;
}

/**
 * The documents in a vector store, each set of tools once for all sessions that have it (Spec SX-01a). A session with a set
 * that is known and some tools more adds documents for the difference only.
 */
export class StoredToolSets {
  readonly #store: VectorStore;
  /** Sets that other sessions may join, by fingerprint: each is alone in its scope. */
  readonly #joinable = new Map<string, StoredTools>();
  /** How many sets have documents of a scope, in the store or on their way out of it. */
  readonly #scopes = new Map<string, number>();

  constructor(store: VectorStore) {
    this.#store = store;
  }

  /**
   * Makes tools searchable for a session.
   *
   * @param own the sets that the session has already
   * @returns the sets that it gains; the caller waits for them
   */
  acquire(sessionId: string, tools: readonly ToolReference[], own: readonly StoredTools[]): readonly StoredTools[] {
    if (own.length > 0) return [this.#add(sessionId, tools, own)];
    const known = this.#joinable.get(fingerprintOfTools(tools)) ?? this.#largestPartOf(tools);
    if (!known) return [this.#add(sessionId, tools, own)];
    known.sessions += 1;
    const others = tools.filter((tool) => known.byName.get(tool.toolName) === undefined);
    return others.length === 0 ? [known] : [known, this.#add(sessionId, others, own)];
  }

  /** Removes from the store what no session has any more, in one step. */
  async release(sets: readonly StoredTools[]): Promise<void> {
    const unused = sets.filter((set) => --set.sessions === 0);
    for (const set of unused) {
      if (this.#joinable.get(set.fingerprint) === set) this.#joinable.delete(set.fingerprint);
    }
    await Promise.all(unused.map(({ added }) => added.catch(() => undefined)));
    const ids = unused.flatMap((set) => set.ids);
    if (ids.length > 0) await this.#store.delete(ids);
    // Only now: as long as documents of a scope are there, no other session may use it.
    for (const { scope } of unused) this.#leave(scope);
  }

  /** A known set of which every tool is among `tools`, with the most tools; names must not repeat. */
  #largestPartOf(tools: readonly ToolReference[]): StoredTools | undefined {
    const wanted = new Set(tools);
    if (new Set(tools.map(({ toolName }) => toolName)).size < tools.length) return undefined;
    let largest: StoredTools | undefined;
    for (const set of this.#joinable.values()) {
      const { size } = set.members;
      if (size <= tools.length / 2 || size >= tools.length || size <= (largest?.members.size ?? 0)) continue;
      if ([...set.members].every((tool) => wanted.has(tool))) largest = set;
    }
    return largest;
  }

  #add(sessionId: string, tools: readonly ToolReference[], own: readonly StoredTools[]): StoredTools {
    const scope = this.#scopeFor(sessionId, own);
    const isAlone = !this.#scopes.has(scope);
    this.#scopes.set(scope, (this.#scopes.get(scope) ?? 0) + 1);
    for (const set of own) if (set.scope === scope) this.#joinable.delete(set.fingerprint);
    const documents = tools.map((tool) => documentOf(tool, scope));
    const set: StoredTools = {
      fingerprint: fingerprintOfTools(tools),
      scope,
      ids: documents.map(({ id }) => id),
      byName: new Map(tools.map((tool) => [tool.toolName, tool] as const)),
      members: new Set(tools),
      added: this.#store.add(documents),
      sessions: 1,
    };
    if (isAlone && !this.#joinable.has(set.fingerprint)) this.#joinable.set(set.fingerprint, set);
    return set;
  }

  /** The id of the session, unless documents that other sessions can see bear it already. */
  #scopeFor(sessionId: string, own: readonly StoredTools[]): string {
    const mine = own.filter(({ scope, sessions }) => scope === sessionId && sessions === 1);
    return mine.length === (this.#scopes.get(sessionId) ?? 0) ? sessionId : `${sessionId}#${crypto.randomUUID()}`;
  }

  #leave(scope: string): void {
    const left = (this.#scopes.get(scope) ?? 1) - 1;
    if (left === 0) this.#scopes.delete(scope);
    else this.#scopes.set(scope, left);
  }
}

function documentOf(tool: ToolReference, sessionId: string): Document {
  const { toolName, summary, category } = tool;
  const id = crypto.randomUUID();
  const metadata = { toolName, toolDescription: summary, sessionId, id, ...(category !== undefined && { category }) };
  return new Document({ id, text: embeddedText(tool), metadata });
}
