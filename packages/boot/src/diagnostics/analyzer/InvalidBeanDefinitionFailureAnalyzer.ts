import { InvalidBeanDefinitionException } from '../../bean/InvalidBeanDefinitionException.js';
import { AbstractFailureAnalyzer } from '../AbstractFailureAnalyzer.js';
import type { FailureAnalysis } from '../FailureAnalysis.js';

/** Explains a class or method that is decorated in a way the container cannot read. */
export class InvalidBeanDefinitionFailureAnalyzer extends AbstractFailureAnalyzer<InvalidBeanDefinitionException> {
  protected override readonly failureType = InvalidBeanDefinitionException;
  protected override readonly failureCode = 'INVALID_BEAN_DEFINITION';

  protected override analyzeCause(_failure: Error, cause: InvalidBeanDefinitionException): FailureAnalysis {
    return {
      description: `${cause.source} is no valid bean definition: ${cause.reason}.`,
      action: cause.remedy,
      cause,
    };
  }
}
