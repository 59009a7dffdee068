import { useCallback, useEffect, useState } from 'react';
import { getJson, messageOf } from './studioApi.js';

/** A document of the studio, as far as it is known. */
export interface Resource<T> {
  /** The last answer; undefined before the first. It stays while it is loaded again. */
  readonly data: T | undefined;
  /** Why the last attempt failed. */
  readonly error: string | undefined;
  readonly reload: () => void;
}

/** Loads a document, again when its path changes or `reload` is called; a null path loads nothing. */
export function useResource<T>(path: string | null): Resource<T> {
  const [answer, setAnswer] = useState<{ path: string | null; data?: T; error?: string }>({ path: null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (path === null) return;
    const abort = new AbortController();
    getJson<T>(path, abort.signal)
      .then((data) => setAnswer({ path, data }))
      .catch((error: unknown) => {
        if (abort.signal.aborted) return;
        setAnswer((last) => ({ ...(last.path === path ? last : {}), path, error: messageOf(error) }));
      });
    return () => abort.abort();
  }, [path, attempt]);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  const current = answer.path === path ? answer : { path };
  return { data: current.data, error: current.error, reload };
}
