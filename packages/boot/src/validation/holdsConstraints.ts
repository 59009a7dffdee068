import { getMetadataStorage } from 'class-validator/cjs/metadata/MetadataStorage.js';
import { type RecordedConstraint, recordedConstraints } from './classValidator.js';

/**
 * Whether all constraints of an object hold, asked one by one without what class-validator makes its messages with. Most
 * objects are right, and then the rest of it need not even be loaded.
 *
 * @returns false if a constraint does not hold or cannot be asked here: then class-validator itself has to say
 * @internal
 */
export function holdsConstraints(object: object): boolean {
  const constraints = recordedConstraints(object.constructor);
  // To class-validator an object that it knows nothing of is wrong.
  if (constraints.length === 0) return false;
  const byProperty = new Map<string, RecordedConstraint[]>();
  for (const constraint of constraints) {
    const known = byProperty.get(constraint.propertyName);
    if (known) known.push(constraint);
    else byProperty.set(constraint.propertyName, [constraint]);
  }
  for (const [property, ofProperty] of byProperty) {
    if (!propertyHolds(object, (object as Record<string, unknown>)[property], ofProperty)) return false;
  }
  return true;
}

function propertyHolds(object: object, value: unknown, constraints: readonly RecordedConstraint[]): boolean {
  if (!constraints.every(({ type }) => KNOWN.has(type))) return false;
  // `@IsOptional` and `@ValidateIf` switch off all others.
  const conditions = constraints.filter(({ type }) => type === 'conditionalValidation');
  if (!conditions.every(({ constraints: [condition] }) => (condition as Condition)(object, value))) return true;
  return constraints.every((constraint) => {
    if (constraint.type === 'nestedValidation') return nestedHolds(value);
    return constraint.constraintCls === undefined || constraintHolds(object, value, constraint);
  });
}

type Condition = (object: object, value: unknown) => boolean;

const KNOWN: ReadonlySet<string> = new Set([
  'customValidation',
  'isDefined',
  'nestedValidation',
  'conditionalValidation',
  'whitelistValidation',
]);

function constraintHolds(object: object, value: unknown, constraint: RecordedConstraint): boolean {
  const { validateIf, constraintCls, propertyName: property, constraints, each } = constraint;
  if (validateIf && !validateIf(object, value)) return true;
  const given = { targetName: object.constructor.name, property, object, value, constraints };
  return getMetadataStorage()
    .getTargetValidatorConstraints(constraintCls)
    .every((known) => {
      // What waits is left to class-validator.
      if (known.async) return false;
      const holds = (item: unknown): boolean => {
        const result = known.instance.validate(item, given);
        if (result instanceof Promise) result.catch(() => undefined);
        return result === true;
      };
      if (!each || !isCollection(value)) return holds(value);
      return [...(value instanceof Map ? value.values() : value)].every(holds);
    });
}

function nestedHolds(value: unknown): boolean {
  if (value === undefined) return true;
  if (isCollection(value)) return [...(value instanceof Map ? value.values() : value)].every(nestedHolds);
  return value instanceof Object && holdsConstraints(value);
}

function isCollection(value: unknown): value is readonly unknown[] | Set<unknown> | Map<unknown, unknown> {
  return Array.isArray(value) || value instanceof Set || value instanceof Map;
}
