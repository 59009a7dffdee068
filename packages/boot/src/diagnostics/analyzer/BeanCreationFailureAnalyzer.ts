import { BeanCreationException } from '../../bean/BeanCreationException.js';
import { AbstractFailureAnalyzer } from '../AbstractFailureAnalyzer.js';
import type { FailureAnalysis } from '../FailureAnalysis.js';

/** Explains a bean that could not be made, when nothing more special is known of the cause: ask it last. */
export class BeanCreationFailureAnalyzer extends AbstractFailureAnalyzer<BeanCreationException> {
  protected override readonly failureType = BeanCreationException;
  protected override readonly failureCode = 'BEAN_CREATION';

  protected override analyzeCause(_failure: Error, cause: BeanCreationException): FailureAnalysis {
    const { definition, step, neededBy } = cause;
    const reason = cause.cause instanceof Error ? `${cause.cause.name}: ${cause.cause.message}` : String(cause.cause);
    const lines = [
      `The ${step} of the bean '${definition.name}', ${definition.description}, failed:`,
      '',
      `\t${reason}`,
    ];
    if (neededBy.length > 0) lines.push('', `It is needed through ${[...neededBy, definition.name].join(' -> ')}.`);
    return { description: lines.join('\n'), action: null, cause };
  }
}
