import { InjectedParameter } from '@toolwright/tools';
import { exchangeOf } from '../server/exchangeOf.js';

/** Marks the parameter that gets the progress token of the request as it came, or null. */
export function McpProgressToken(): ParameterDecorator {
  return InjectedParameter((context) => exchangeOf(context).requestMeta['progressToken'] ?? null);
}
