import { describeOrigin } from '../../env/Origin.js';
import {
  PropertyBindingException,
  type PropertyBindingFailure,
  type PropertyViolation,
} from '../../properties/PropertyBindingException.js';
import { AbstractFailureAnalyzer } from '../AbstractFailureAnalyzer.js';
import type { FailureAnalysis } from '../FailureAnalysis.js';

/** Explains wrong values of the configuration: key, value, place, reason, and what is allowed (BR-03, BR-04). */
export class PropertyBindingFailureAnalyzer extends AbstractFailureAnalyzer<PropertyBindingException> {
  protected override readonly failureType = PropertyBindingException;
  protected override readonly failureCode = 'PROPERTY_BINDING_FAILED';

  protected override analyzeCause(_failure: Error, cause: PropertyBindingException): FailureAnalysis {
    const hints = cause.violations.flatMap(describeHint);
    const action = ["Update your application's configuration.", ...new Set(hints)].join('\n');
    return { description: cause.failures.map(describeFailure).join('\n\n'), action, cause };
  }
}

function describeFailure({ kind, target, violations }: PropertyBindingFailure): string {
  if (kind === 'conversion') {
    return violations
      .map((violation) => {
        const to = violation.type === null ? '' : ` to ${violation.type}`;
        return `Failed to bind properties under '${violation.key}'${to}:\n\n${describeViolation(violation)}`;
      })
      .join('\n\n');
  }
  return `Binding to target ${target} failed:\n\n${violations.map(describeViolation).join('\n\n')}`;
}

function describeViolation({ key, value, origin, reason }: PropertyViolation): string {
  const lines = [`Property: ${key}`];
  if (value !== null) lines.push(`Value: "${value}"`);
  if (origin) lines.push(`Origin: ${describeOrigin(origin)}`);
  lines.push(`Reason: ${reason}`);
  return lines.map((line) => `    ${line}`).join('\n');
}

function describeHint({ key, allowed, description, validValues, suggestion }: PropertyViolation): readonly string[] {
  const meant = suggestion === null ? '' : ` Did you mean '${suggestion}'?`;
  if (validValues.length > 0) {
    const values = validValues.map((value) => `    ${value}`).join('\n');
    return [
      `The following values are valid for '${key}':\n\n${values}\n${meant === '' ? '' : `\n${meant.trim()}`}`.trimEnd(),
    ];
  }
  return allowed === null ? [] : [`'${key}' takes ${allowed}.${description === null ? '' : ` ${description}`}`];
}
