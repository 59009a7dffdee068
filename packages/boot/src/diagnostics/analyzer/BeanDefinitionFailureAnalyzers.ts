import { AutoConfigurationCycleException } from '../../autoconfigure/AutoConfigurationCycleException.js';
import { AutoConfigurationDiscoveryException } from '../../autoconfigure/AutoConfigurationDiscoveryException.js';
import { InvalidExclusionException } from '../../autoconfigure/InvalidExclusionException.js';
import { BeanCreationException } from '../../bean/BeanCreationException.js';
import { BeanDefinitionOverrideException } from '../../bean/BeanDefinitionOverrideException.js';
import { InvalidBeanDefinitionException } from '../../bean/InvalidBeanDefinitionException.js';
import { ConditionEvaluationException } from '../../condition/ConditionEvaluationException.js';
import { AbstractFailureAnalyzer } from '../AbstractFailureAnalyzer.js';
import type { FailureAnalysis } from '../FailureAnalysis.js';

/** Explains two beans of one name (spec BB-19). */
export class BeanDefinitionOverrideFailureAnalyzer extends AbstractFailureAnalyzer<BeanDefinitionOverrideException> {
  protected override readonly failureType = BeanDefinitionOverrideException;

  protected override analyzeCause(_failure: Error, cause: BeanDefinitionOverrideException): FailureAnalysis {
    const action =
      'Consider renaming one of the beans or enabling overriding by setting main.allow-bean-definition-overriding=true';
    return { description: cause.message, action, cause };
  }
}

/** Explains a class or method that is decorated in a way the container cannot read. */
export class InvalidBeanDefinitionFailureAnalyzer extends AbstractFailureAnalyzer<InvalidBeanDefinitionException> {
  protected override readonly failureType = InvalidBeanDefinitionException;

  protected override analyzeCause(_failure: Error, cause: InvalidBeanDefinitionException): FailureAnalysis {
    return { description: `${cause.source} is no valid bean definition: ${cause.reason}.`, action: cause.remedy, cause };
  }
}

/** Explains a condition that threw (spec BC-19). */
export class ConditionEvaluationFailureAnalyzer extends AbstractFailureAnalyzer<ConditionEvaluationException> {
  protected override readonly failureType = ConditionEvaluationException;

  protected override analyzeCause(_failure: Error, cause: ConditionEvaluationException): FailureAnalysis {
    return { description: cause.message, action: `Correct the condition on ${cause.source}.`, cause };
  }
}

/** Explains auto-configurations that cannot be sorted, loaded or excluded (spec BO-05, BR-12). */
export class AutoConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<AutoConfigurationFailure> {
  protected override readonly failureType = Error as unknown as new () => AutoConfigurationFailure;

  protected override analyzeCause(_failure: Error, cause: Error): FailureAnalysis | null {
    if (cause instanceof AutoConfigurationCycleException) {
      return { description: cause.message, action: 'Remove one of the before/after relations of the cycle.', cause };
    }
    if (cause instanceof AutoConfigurationDiscoveryException) {
      const action = `Build or reinstall '${cause.packageName}', or switch discovery off (discover: false).`;
      return { description: cause.message, action, cause };
    }
    if (cause instanceof InvalidExclusionException) {
      return { description: cause.message, action: 'Remove these names from the exclusions.', cause };
    }
    return null;
  }
}

type AutoConfigurationFailure =
  | AutoConfigurationCycleException
  | AutoConfigurationDiscoveryException
  | InvalidExclusionException;

/** Explains a bean that could not be made, when nothing more special is known of the cause. Ask it last. */
export class BeanCreationFailureAnalyzer extends AbstractFailureAnalyzer<BeanCreationException> {
  protected override readonly failureType = BeanCreationException;

  protected override analyzeCause(_failure: Error, cause: BeanCreationException): FailureAnalysis {
    const { definition, step, neededBy } = cause;
    const reason = cause.cause instanceof Error ? `${cause.cause.name}: ${cause.cause.message}` : String(cause.cause);
    const lines = [`The ${step} of the bean '${definition.name}', ${definition.description}, failed:`, '', `\t${reason}`];
    if (neededBy.length > 0) lines.push('', `It is needed through ${[...neededBy, definition.name].join(' -> ')}.`);
    return { description: lines.join('\n'), action: null, cause };
  }
}
