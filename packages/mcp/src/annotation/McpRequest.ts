import { InjectedParameter } from '@toolwright/tools';
import { exchangeOf } from '../server/exchangeOf.js';

/** Marks the parameter that gets the params of the request as they came, such as name and arguments of a tool call. */
export function McpRequest(): ParameterDecorator {
  return InjectedParameter((context) => exchangeOf(context).request);
}
