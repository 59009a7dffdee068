import type { ToolConcurrencyKey } from '../annotation/Tool.js';
import { KeyedQueue } from './KeyedQueue.js';

/** One queue per key function, for the whole process: tools that share the function share its keys (RT-05). */
const queues = new WeakMap<ToolConcurrencyKey, KeyedQueue>();

/** The queue in which the calls of a key function wait for each other. */
export function queueOf(keyOf: ToolConcurrencyKey): KeyedQueue {
  const queue = queues.get(keyOf) ?? new KeyedQueue();
  queues.set(keyOf, queue);
  return queue;
}

/** The arguments as the model wrote them; undefined if the text is no JSON object, which no tool is run with. */
export function readArguments(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
