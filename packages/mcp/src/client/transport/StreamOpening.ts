import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FetchLike } from '../../sdk/clientSdkTypes.js';

/** How long a server may take to open the stream; those that send no headers before they have something to say exist. */
const PATIENCE = 1000;

/**
 * Notes when the stream of what a server sends by itself is open. The SDK opens it after the handshake and waits for
 * nothing, so a call that follows at once may reach the server first.
 */
export class StreamOpening {
  #answered: Promise<unknown> | undefined;

  /** The given `fetch`, watched. */
  watch(send: FetchLike): FetchLike {
    return (url, init) => {
      const response = send(url, init);
      if (init?.method === 'GET') this.#answered ??= response.catch(() => undefined);
      return response;
    };
  }

  /** Waits until the server has answered the request for the stream, with or without one. Never rejects. */
  async opened(): Promise<void> {
    // By then the SDK has sent its request, if it sends any.
    await nextTurn();
    if (!this.#answered) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE);
    });
    await Promise.race([this.#answered, late]);
    clearTimeout(timer);
  }
}
