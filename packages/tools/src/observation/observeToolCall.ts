import type { ObservationConvention, ObservationRegistry } from '@toolwright/core';
import type { ToolCall } from '@toolwright/model';
import type { ToolCallback } from '../callback/ToolCallback.js';
import { DefaultToolCallingObservationConvention } from './DefaultToolCallingObservationConvention.js';
import { ToolCallingObservationContext } from './ToolCallingObservationContext.js';

const CONVENTION: ObservationConvention<ToolCallingObservationContext> = new DefaultToolCallingObservationConvention();

/** Runs one tool call as an observation; what it throws is recorded, also when the model is told about it (OB-13). */
export function observeToolCall(
  registry: ObservationRegistry,
  call: ToolCall,
  callback: ToolCallback,
  run: () => Promise<string>,
): Promise<string> {
  return registry.observe(
    () => new ToolCallingObservationContext(callback.definition, callback.metadata, call),
    CONVENTION,
    async (context) => {
      const result = await run();
      if (context) context.toolCallResult = result;
      return result;
    },
  );
}
