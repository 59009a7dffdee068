import { BeanDefinitionOverrideException } from '../../bean/BeanDefinitionOverrideException.js';
import { AbstractFailureAnalyzer } from '../AbstractFailureAnalyzer.js';
import type { FailureAnalysis } from '../FailureAnalysis.js';

/** Explains two beans of one name (spec BB-19). */
export class BeanDefinitionOverrideFailureAnalyzer extends AbstractFailureAnalyzer<BeanDefinitionOverrideException> {
  protected override readonly failureType = BeanDefinitionOverrideException;
  protected override readonly failureCode = 'BEAN_DEFINITION_OVERRIDE';

  protected override analyzeCause(_failure: Error, cause: BeanDefinitionOverrideException): FailureAnalysis {
    const action =
      'Consider renaming one of the beans or enabling overriding by setting main.allow-bean-definition-overriding=true';
    return { description: cause.message, action, cause };
  }
}
