import { hasText } from '@toolwright/core';
import type { ToolConcurrencyKey } from '../annotation/Tool.js';
import { withoutDecoration } from '../conversion/parseArguments.js';
import { KeyedQueue } from './KeyedQueue.js';

/** One queue per key function, for the whole process: tools that share the function share its keys (RT-05). */
const queues = new WeakMap<ToolConcurrencyKey, KeyedQueue>();

/** The queue in which the calls of a key function wait for each other. */
export function queueOf(keyOf: ToolConcurrencyKey): KeyedQueue {
  const queue = queues.get(keyOf) ?? new KeyedQueue();
  queues.set(keyOf, queue);
  return queue;
}

/**
 * The arguments as the model wrote them, read as forgivingly as the tool will read them (MT-26, TX-06); undefined if the
 * text is no JSON object, which no tool is run with.
 */
export function readArguments(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = hasText(text) ? (parsed(text) ?? parsed(withoutDecoration(text))) : {};
  if (value === null || value === '') return {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
