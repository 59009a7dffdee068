import type { ObservationContext, ObservationConvention } from '@toolwright/core';
import { AdvisorObservationContext } from './AdvisorObservationContext.js';

/** Decides the names and attributes of the observations of advisors. */
export abstract class AdvisorObservationConvention implements ObservationConvention<AdvisorObservationContext> {
  abstract readonly name: string;

  abstract contextualName(context: AdvisorObservationContext): string;

  abstract lowCardinalityKeyValues(context: AdvisorObservationContext): Readonly<Record<string, string>>;

  abstract highCardinalityKeyValues(context: AdvisorObservationContext): Readonly<Record<string, string>>;

  supportsContext(context: ObservationContext): context is AdvisorObservationContext {
    return context instanceof AdvisorObservationContext;
  }
}
