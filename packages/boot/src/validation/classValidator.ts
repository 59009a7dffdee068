import { getMetadataStorage } from 'class-validator/cjs/metadata/MetadataStorage.js';
import type { ValidationError } from 'class-validator';
import { lazyPackage } from '@toolwright/core';

/** What class-validator recorded for one field. */
export type RecordedConstraint = ReturnType<
  ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']
>[number];

type Container = Pick<typeof import('class-validator'), 'getFromContainer'>;
type Validation = Pick<typeof import('class-validator'), 'Validator'>;

/** Shared with the application, which may have class-validator make its constraints in a container of its own. */
const container = lazyPackage<Container>('class-validator/cjs/container.js', import.meta.url);
const validation = lazyPackage<Validation>('class-validator/cjs/validation/Validator.js', import.meta.url);

const recorded = new WeakMap<object, readonly RecordedConstraint[]>();

/** The constraints of a class, inherited ones included; collected once, since finding them is a search. @internal */
export function recordedConstraints(type: object): readonly RecordedConstraint[] {
  let constraints = recorded.get(type);
  if (!constraints) {
    constraints = getMetadataStorage().getTargetValidationMetadatas(type as () => void, '', true, false);
    recorded.set(type, constraints);
  }
  return constraints;
}

/** As class-validator's own `validate`, without loading all of it. @internal */
export function validate(instance: object): Promise<ValidationError[]> {
  return container().getFromContainer(validation().Validator).validate(instance, { forbidUnknownValues: true });
}
