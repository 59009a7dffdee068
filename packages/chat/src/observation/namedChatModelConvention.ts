import { CompositeObservationConvention, type ObservationConventionName } from '@toolwright/core';
import type { ChatModelObservationConvention } from './ChatModelObservationConvention.js';
import { DefaultChatModelObservationConvention } from './DefaultChatModelObservationConvention.js';
import { SpringChatModelObservationConvention } from './SpringChatModelObservationConvention.js';

/** The convention of the framework for chat models that has this name. */
export function namedChatModelConvention(name: ObservationConventionName): ChatModelObservationConvention {
  if (name === 'spring') return new SpringChatModelObservationConvention();
  const convention = new DefaultChatModelObservationConvention();
  if (name === 'opentelemetry') return convention;
  return new CompositeObservationConvention(convention, new SpringChatModelObservationConvention());
}
