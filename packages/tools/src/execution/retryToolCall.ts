import { lazyPackage } from '@toolwright/core';
import type { ToolRetry } from '../metadata/toolRetry.js';
import { FatalToolError } from './FatalToolError.js';
import { isAbortError } from './isFatal.js';
import { ToolExecutionException } from './ToolExecutionException.js';
import { ToolUserError } from './ToolUserError.js';

/** What is known of a call while it runs, for the events about it. */
export interface ToolCallTrace {
  /** How often the tool was started; 0 if the result was there already. */
  attempts: number;
  /** Whether the result is that of an equal call. */
  cached: boolean;
}

const cockatiel = lazyPackage<typeof import('cockatiel')>('cockatiel', import.meta.url);

/**
 * Runs a tool again after failures that may pass, with growing waits between. Argument errors, errors for the model,
 * fatal errors and aborts are final (RT-03).
 *
 * @throws the last failure, or the reason of the signal
 */
export async function retryToolCall(
  { attempts, backoff }: ToolRetry,
  trace: ToolCallTrace,
  signal: AbortSignal | undefined,
  run: () => Promise<string>,
): Promise<string> {
  const { ExponentialBackoff, halfJitterGenerator, handleWhen, retry } = cockatiel();
  const policy = retry(
    handleWhen((error) => signal?.aborted !== true && mayPass(error)),
    {
      maxAttempts: attempts - 1,
      backoff: new ExponentialBackoff({ initialDelay: backoff, generator: halfJitterGenerator }),
    },
  );
  return await policy.execute(() => {
    signal?.throwIfAborted();
    trace.attempts++;
    return run();
  });
}

function mayPass(error: unknown): boolean {
  if (error instanceof ToolExecutionException && error.phase !== 'execute') return false;
  let cause = error;
  while (cause instanceof ToolExecutionException) cause = cause.cause;
  return !(cause instanceof ToolUserError || cause instanceof FatalToolError || isAbortError(cause));
}
