import type { ToolCall } from '@toolwright/model';

let made = 0;

/**
 * A request to run a tool, as a model would make it.
 *
 * @param args a text is passed on verbatim, so that malformed arguments can be tested; anything else becomes JSON;
 *   default `{}`
 * @param id default: `call_1`, `call_2` and so on, unique in the process; give one where a test compares it
 */
export function toolCall(name: string, args: unknown = {}, id?: string): ToolCall {
  const text = typeof args === 'string' ? args : JSON.stringify(args);
  return { id: id ?? `call_${++made}`, type: 'function', name, arguments: text };
}
