import { setMaxListeners } from 'node:events';

/** A signal made of others, and the way to let go of them. */
export interface JoinedSignal {
  /** Fires with the reason of the first one that does. */
  readonly signal: AbortSignal;
  /** Stops listening; what the signal has been is not changed. */
  readonly release: () => void;
}

/**
 * One signal for several. `AbortSignal.any` would do, but keeps hold of what it made as long as the longest-living source
 * lives, which may be that of a whole process.
 */
export function joinedSignal(...sources: readonly AbortSignal[]): JoinedSignal {
  const controller = new AbortController();
  const forward = (event: { readonly target: EventTarget | null }): void => {
    controller.abort((event.target as AbortSignal).reason);
  };
  const release = (): void => {
    for (const source of sources) source.removeEventListener('abort', forward);
  };
  for (const source of sources) {
    if (source.aborted) {
      controller.abort(source.reason);
      break;
    }
    // Every turn may listen to the signal of a shutdown: more than ten are no leak.
    setMaxListeners(Infinity, source);
    source.addEventListener('abort', forward, { once: true });
  }
  return { signal: controller.signal, release };
}
