import { types } from 'node:util';
import { isToolwrightException } from '@toolwright/core';
import type { BeanCreationException } from '../../bean/BeanCreationException.js';
import type { FailureAnalysis } from '../FailureAnalysis.js';
import { FailureAnalyzer } from '../FailureAnalyzer.js';
import { missingPackage } from '../missingPackage.js';

const { isNativeError } = types;

/** Explains an import of a package that is not installed, wherever it stands in the chain of causes. */
export class MissingPackageFailureAnalyzer extends FailureAnalyzer {
  override analyze(failure: Error): FailureAnalysis | null {
    let bean: BeanCreationException | undefined;
    for (let current: unknown = failure; isNativeError(current); current = current.cause) {
      if (isToolwrightException(current) && current.code === 'BEAN_CREATION') bean = current as BeanCreationException;
      const missing = missingPackage(current);
      if (missing === null) continue;
      const who = bean ? `The bean '${bean.definition.name}', ${bean.definition.description},` : 'The application';
      return {
        description: `${who} needs the package '${missing}', which is not installed.`,
        action: `Install it: npm install ${missing}`,
        cause: current,
      };
    }
    return null;
  }
}
