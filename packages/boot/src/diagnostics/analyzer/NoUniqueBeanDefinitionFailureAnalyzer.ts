import { NoUniqueBeanDefinitionException } from '../../bean/NoUniqueBeanDefinitionException.js';
import { AbstractFailureAnalyzer } from '../AbstractFailureAnalyzer.js';
import type { FailureAnalysis } from '../FailureAnalysis.js';

/** Explains a single bean that is required where several fit (spec BR-06). */
export class NoUniqueBeanDefinitionFailureAnalyzer extends AbstractFailureAnalyzer<NoUniqueBeanDefinitionException> {
  protected override readonly failureType = NoUniqueBeanDefinitionException;
  protected override readonly failureCode = 'NO_UNIQUE_BEAN';

  protected override analyzeCause(_failure: Error, cause: NoUniqueBeanDefinitionException): FailureAnalysis {
    const primaries = cause.candidates.filter(({ primary }) => primary).length;
    const lines = [
      `${cause.consumer} required a single bean, but ${cause.candidates.length} were found:`,
      ...cause.candidates.map(
        ({ name, description, primary }) =>
          `\t- ${name}: ${description}${primary && primaries > 1 ? ' (primary)' : ''}`,
      ),
    ];
    const action =
      'Consider marking one of the beans as @Primary, updating the consumer to accept multiple beans (@InjectAll, ' +
      '@InjectProvider), or using @Qualifier to identify the bean that should be consumed.';
    return { description: lines.join('\n'), action, cause };
  }
}
