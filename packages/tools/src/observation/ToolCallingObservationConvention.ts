import type { ObservationContext, ObservationConvention } from '@toolwright/core';
import { ToolCallingObservationContext } from './ToolCallingObservationContext.js';

/** Decides the names and attributes of the observations of tool calls. */
export abstract class ToolCallingObservationConvention implements ObservationConvention<ToolCallingObservationContext> {
  abstract readonly name: string;

  abstract contextualName(context: ToolCallingObservationContext): string;

  abstract lowCardinalityKeyValues(context: ToolCallingObservationContext): Readonly<Record<string, string>>;

  abstract highCardinalityKeyValues(context: ToolCallingObservationContext): Readonly<Record<string, string>>;

  supportsContext(context: ObservationContext): context is ToolCallingObservationContext {
    return context instanceof ToolCallingObservationContext;
  }
}
