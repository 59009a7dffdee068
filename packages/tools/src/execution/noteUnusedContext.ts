import { LoggerFactory } from '@toolwright/core';
import type { ToolCallback } from '../callback/ToolCallback.js';
import type { ToolContext } from '../context/ToolContext.js';

const logger = LoggerFactory.getLogger('toolwright.tools.execution');
const noted = new WeakSet<ToolCallback>();

/** Says once that a tool whose `call` takes only the input is given a context with values, which it cannot see (TCB-02). */
export function noteUnusedContext(callback: ToolCallback, { context }: ToolContext): void {
  if (noted.has(callback) || Object.keys(context).length === 0) return;
  noted.add(callback);
  logger.info(
    `Tool '${callback.definition.name}' does not use the tool context: its call() takes only the input. Review ` +
      `${callback.constructor.name} if it should.`,
  );
}
