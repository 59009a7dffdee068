import { LoggerFactory } from '@toolwright/core';
import type { AttachedTools } from '../disclosure/AttachedTools.js';
import type { ToolIndexEvictionStrategy } from '../eviction/ToolIndexEvictionStrategy.js';
import type { ToolIndex } from '../index/ToolIndex.js';
import type { ToolSearchRequest } from '../index/ToolSearchRequest.js';
import type { ToolSearchResponse } from '../index/ToolSearchResponse.js';
import { ToolSearchSession } from './ToolSearchSession.js';

const logger = LoggerFactory.getLogger('toolwright.tool-search.session');

const sessionsOfIndexes = new WeakMap<ToolIndex, ToolSearchSessions>();

/**
 * The sessions of one index, for all advisors that use it: keeps the index in step with the tools of each session's
 * turns, and the names that were disclosed. The index of a session is changed by one turn at a time.
 */
export class ToolSearchSessions {
  readonly #index: ToolIndex;
  readonly #sessions = new Map<string, ToolSearchSession>();

  private constructor(index: ToolIndex) {
    this.#index = index;
  }

  /** The sessions of `index`, always the same object. */
  static of(index: ToolIndex): ToolSearchSessions {
    let sessions = sessionsOfIndexes.get(index);
    if (!sessions) {
      sessions = new ToolSearchSessions(index);
      sessionsOfIndexes.set(index, sessions);
    }
    return sessions;
  }

  /**
   * Begins a turn: evicts what the strategy wants to, then indexes the tools unless they are in the index already.
   *
   * @returns the names that earlier turns of the session have disclosed; null if there was none
   */
  async begin(
    sessionId: string,
    tools: AttachedTools,
    evictionStrategy: ToolIndexEvictionStrategy,
  ): Promise<readonly string[] | null> {
    await this.#access(sessionId, evictionStrategy);
    const session = this.#sessionOf(sessionId);
    if (session.fingerprint !== tools.fingerprint || !session.idle) {
      await session.exclusively(() => this.#update(sessionId, session, tools));
    }
    return session.disclosed;
  }

  /**
   * Searches the tools of a turn. If the index has lost them meanwhile, because the session was evicted or another turn
   * of it has other tools, they are indexed again (Spec SX-11a).
   */
  async search(
    tools: AttachedTools,
    request: ToolSearchRequest,
    signal: AbortSignal,
    evictionStrategy: ToolIndexEvictionStrategy,
  ): Promise<ToolSearchResponse> {
    const { sessionId } = request;
    const known = this.#sessions.get(sessionId);
    if (known?.fingerprint === tools.fingerprint) {
      const generation = known.generation;
      const response = await this.#index.search(request, signal);
      if (known.generation === generation) return response;
    }
    await this.#access(sessionId, evictionStrategy);
    const session = this.#sessionOf(sessionId);
    return session.exclusively(async () => {
      await this.#update(sessionId, session, tools);
      return this.#index.search(request, signal);
    });
  }

  /** Notes what is disclosed now, for later turns; a session that was evicted meanwhile stays forgotten. */
  disclose(sessionId: string, names: ReadonlySet<string>, accumulates: boolean): void {
    const session = this.#sessions.get(sessionId);
    if (!session) return;
    session.disclosed = accumulates ? [...new Set([...(session.disclosed ?? []), ...names])] : [...names];
  }

  /** Removes a session, known or not, from the index, the strategy and here. */
  async evict(sessionId: string, evictionStrategy: ToolIndexEvictionStrategy): Promise<void> {
    // At once, not after the index: a turn that begins meanwhile must be counted as a new access.
    evictionStrategy.onRemoved(sessionId);
    const session = this.#sessionOf(sessionId);
    try {
      await session.exclusively(async () => {
        forgetTools(session);
        session.disclosed = null;
        await this.#index.clearIndex(sessionId);
      });
    } finally {
      if (session.idle && session.fingerprint === null) this.#sessions.delete(sessionId);
    }
  }

  async #access(sessionId: string, evictionStrategy: ToolIndexEvictionStrategy): Promise<void> {
    const evicted = evictionStrategy.onAccess(sessionId);
    if (evicted.size > 0) await Promise.all(Array.from(evicted, (id) => this.#evictOnAccess(id, evictionStrategy)));
  }

  /** The turn that begins does not need what is removed here, so it does not fail with it. */
  async #evictOnAccess(sessionId: string, evictionStrategy: ToolIndexEvictionStrategy): Promise<void> {
    try {
      await this.evict(sessionId, evictionStrategy);
    } catch (err) {
      logger.warn('A session was evicted, but its tools could not be removed from the index.', { err });
    }
  }

  /** Puts the tools into the index; a failure leaves the session without tools, so that the next turn tries again. */
  async #update(sessionId: string, session: ToolSearchSession, tools: AttachedTools): Promise<void> {
    if (session.fingerprint === tools.fingerprint) return;
    forgetTools(session);
    await this.#index.clearIndex(sessionId);
    await this.#index.indexTools(sessionId, tools.references);
    session.fingerprint = tools.fingerprint;
  }

  #sessionOf(sessionId: string): ToolSearchSession {
    let session = this.#sessions.get(sessionId);
    if (!session) {
      session = new ToolSearchSession();
      this.#sessions.set(sessionId, session);
    }
    return session;
  }
}

function forgetTools(session: ToolSearchSession): void {
  session.fingerprint = null;
  session.generation += 1;
}
