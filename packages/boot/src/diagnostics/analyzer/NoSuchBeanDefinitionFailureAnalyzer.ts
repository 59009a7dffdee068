import { NoSuchBeanDefinitionException } from '../../bean/NoSuchBeanDefinitionException.js';
import type { SuppressedBean } from '../../bean/SuppressedBean.js';
import { typeName } from '../../bean/typeName.js';
import { AbstractFailureAnalyzer } from '../AbstractFailureAnalyzer.js';
import { describeRemedies } from '../describeRemedies.js';
import type { FailureAnalysis } from '../FailureAnalysis.js';

/** Explains a bean that is required and missing (spec BR-05), and what would let a suppressed one in (BH-04). */
export class NoSuchBeanDefinitionFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException> {
  protected override readonly failureType = NoSuchBeanDefinitionException;
  protected override readonly failureCode = 'NO_SUCH_BEAN';

  protected override analyzeCause(_failure: Error, cause: NoSuchBeanDefinitionException): FailureAnalysis {
    const { type, qualifier, suppressed, near, hint } = cause.missing;
    const lines = [cause.message];
    if (hint !== undefined) lines.push('', hint);
    if (suppressed.length > 0) {
      lines.push('', 'The following candidates were found but could not be injected:');
      for (const { source, reason } of suppressed) lines.push(`\t- ${source} not loaded because ${reason}`);
    }
    if (near.length > 0) lines.push('', `Beans that exist: ${near.join(', ')}`);
    const what = qualifier === undefined ? `a bean of type '${typeName(type)}'` : `a bean named '${qualifier}'`;
    const defining = suppressed.length > 0 ? 'revisiting the entries above or defining' : 'defining';
    const action =
      hint !== undefined && (type === undefined || (type as unknown) === Object || (type as unknown) === Function)
        ? "Import the class without 'type', or name it with @Inject(TheClass)."
        : `Consider ${defining} ${what} in your configuration.`;
    // Of many candidates those come first that lack nothing but a package: the configuration asks for them.
    const nearest = suppressed.toSorted((a, b) => Number(lacksOnlyPackages(b)) - Number(lacksOnlyPackages(a)));
    const remedies = nearest.flatMap((bean) => {
      const [first, ...more] = describeRemedies(bean);
      return first === undefined ? [] : [`${bean.source}:`, ...[first, ...more].map((remedy) => `\t- ${remedy}`)];
    });
    return {
      description: lines.join('\n'),
      action: remedies.length > 0 ? [action, '', 'To let a candidate in:', '', ...remedies].join('\n') : action,
      cause,
    };
  }
}

function lacksOnlyPackages({ properties, missingPackages }: SuppressedBean): boolean {
  return missingPackages.length > 0 && properties.length === 0;
}
