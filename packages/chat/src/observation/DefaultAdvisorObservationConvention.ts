import type { AdvisorObservationContext } from './AdvisorObservationContext.js';
import { AdvisorObservationConvention } from './AdvisorObservationConvention.js';
import { advisorSpanName } from './advisorSpanName.js';

/** Names runs of advisors, which the semantic conventions of OpenTelemetry do not know. */
export class DefaultAdvisorObservationConvention extends AdvisorObservationConvention {
  /** @param name of the kind of operation; default `toolwright.advisor` */
  constructor(override readonly name: string = 'toolwright.advisor') {
    super();
  }

  override contextualName({ advisorName }: AdvisorObservationContext): string {
    return advisorSpanName(advisorName);
  }

  override lowCardinalityKeyValues({ advisorName }: AdvisorObservationContext) {
    return {
      'gen_ai.operation.name': 'framework',
      'toolwright.kind': 'advisor',
      'toolwright.advisor.name': advisorName,
    };
  }

  override highCardinalityKeyValues({ order }: AdvisorObservationContext) {
    return { 'toolwright.advisor.order': String(order) };
  }
}
