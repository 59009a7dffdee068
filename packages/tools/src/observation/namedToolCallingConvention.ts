import { CompositeObservationConvention, type ObservationConventionName } from '@toolwright/core';
import { DefaultToolCallingObservationConvention } from './DefaultToolCallingObservationConvention.js';
import { SpringToolCallingObservationConvention } from './SpringToolCallingObservationConvention.js';
import type { ToolCallingObservationConvention } from './ToolCallingObservationConvention.js';

/** The convention of the framework for tool calls that has this name. */
export function namedToolCallingConvention(name: ObservationConventionName): ToolCallingObservationConvention {
  if (name === 'spring') return new SpringToolCallingObservationConvention();
  const convention = new DefaultToolCallingObservationConvention();
  if (name === 'opentelemetry') return convention;
  return new CompositeObservationConvention(convention, new SpringToolCallingObservationConvention());
}
