import { CompositeObservationConvention, type ObservationConventionName } from '@toolwright/core';
import type { AdvisorObservationConvention } from './AdvisorObservationConvention.js';
import { DefaultAdvisorObservationConvention } from './DefaultAdvisorObservationConvention.js';
import { SpringAdvisorObservationConvention } from './SpringAdvisorObservationConvention.js';

/** The convention of the framework for advisors that has this name. */
export function namedAdvisorConvention(name: ObservationConventionName): AdvisorObservationConvention {
  if (name === 'spring') return new SpringAdvisorObservationConvention();
  const convention = new DefaultAdvisorObservationConvention();
  if (name === 'opentelemetry') return convention;
  return new CompositeObservationConvention(convention, new SpringAdvisorObservationConvention());
}
