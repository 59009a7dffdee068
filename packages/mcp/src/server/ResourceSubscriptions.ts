/** Tells one client that a resource changed. */
export type ResourceUpdateListener = (uri: string) => void;

/** How many resources one client may follow. */
export const MAX_SUBSCRIPTIONS = 1000;

/** Which sessions follow which resources. */
export class ResourceSubscriptions {
  readonly #listeners = new Map<string, Set<ResourceUpdateListener>>();

  /** How many resources somebody follows. */
  get size(): number {
    return this.#listeners.size;
  }

  /** The subscriptions of one session. */
  session(listener: ResourceUpdateListener): SessionSubscriptions {
    return new SessionSubscriptions(
      (uri) => {
        const listeners = this.#listeners.get(uri);
        if (listeners) listeners.add(listener);
        else this.#listeners.set(uri, new Set([listener]));
      },
      (uri) => {
        const listeners = this.#listeners.get(uri);
        listeners?.delete(listener);
        if (listeners?.size === 0) this.#listeners.delete(uri);
      },
    );
  }

  /** Tells those who follow this resource, and nobody else. */
  publish(uri: string): void {
    for (const listener of this.#listeners.get(uri) ?? []) listener(uri);
  }
}

/** What one session follows; it must be cleared when the session ends. */
export class SessionSubscriptions {
  readonly #uris = new Set<string>();
  readonly #add: (uri: string) => void;
  readonly #remove: (uri: string) => void;

  constructor(add: (uri: string) => void, remove: (uri: string) => void) {
    this.#add = add;
    this.#remove = remove;
  }

  /** @returns false if the session follows as many resources as it may */
  add(uri: string): boolean {
    if (this.#uris.has(uri)) return true;
    if (this.#uris.size >= MAX_SUBSCRIPTIONS) return false;
    this.#uris.add(uri);
    this.#add(uri);
    return true;
  }

  remove(uri: string): void {
    if (this.#uris.delete(uri)) this.#remove(uri);
  }

  clear(): void {
    for (const uri of this.#uris) this.#remove(uri);
    this.#uris.clear();
  }
}
