import { setMaxListeners } from 'node:events';

/**
 * The outcome of `work`, or the signal's reason as soon as the signal fires, however long the work goes on.
 *
 * @throws the reason of the signal
 */
export async function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  // Every call of a request may listen to its signal, and every turn to that of a shutdown: more than ten are no leak.
  setMaxListeners(Infinity, signal);
  let abort: (() => void) | undefined;
  // Listening starts before the work does: whoever else listens to the signal cannot end the work with another error.
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    if (abort) signal.removeEventListener('abort', abort);
  }
}
