import { CompositeObservationConvention, type ObservationConventionName } from '@toolwright/core';
import type { ChatClientObservationConvention } from './ChatClientObservationConvention.js';
import {
  type ChatClientConventionOptions,
  DefaultChatClientObservationConvention,
} from './DefaultChatClientObservationConvention.js';
import { SpringChatClientObservationConvention } from './SpringChatClientObservationConvention.js';

/** The convention of the framework for chat clients that has this name. */
export function namedChatClientConvention(
  name: ObservationConventionName,
  options: Omit<ChatClientConventionOptions, 'name'> = {},
): ChatClientObservationConvention {
  if (name === 'spring') return new SpringChatClientObservationConvention(options);
  const convention = new DefaultChatClientObservationConvention(options);
  if (name === 'opentelemetry') return convention;
  return new CompositeObservationConvention(convention, new SpringChatClientObservationConvention(options));
}
