import type { AdvisorObservationContext } from './AdvisorObservationContext.js';
import { AdvisorObservationConvention } from './AdvisorObservationConvention.js';
import { advisorSpanName } from './advisorSpanName.js';

/** Names runs of advisors as Spring AI does (OB-104, OB-105). */
export class SpringAdvisorObservationConvention extends AdvisorObservationConvention {
  /** @param name of the kind of operation; default `spring.ai.advisor` */
  constructor(override readonly name: string = 'spring.ai.advisor') {
    super();
  }

  override contextualName({ advisorName }: AdvisorObservationContext): string {
    return advisorSpanName(advisorName);
  }

  override lowCardinalityKeyValues({ advisorName }: AdvisorObservationContext) {
    return {
      'gen_ai.operation.name': 'framework',
      'gen_ai.system': 'spring_ai',
      'spring.ai.kind': 'advisor',
      'spring.ai.advisor.name': advisorName,
    };
  }

  override highCardinalityKeyValues({ order }: AdvisorObservationContext) {
    return { 'spring.ai.advisor.order': String(order) };
  }
}
