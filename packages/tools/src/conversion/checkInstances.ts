import type { AbstractClassType } from '@toolwright/core';
import { validateInstance, type ValidationError, validatorConstraints } from '../schema/classValidatorMetadata.js';
import { type ClassDescription, describeClass } from '../schema/describeClass.js';
import type { ValueType } from '../schema/ValueType.js';
import { appendToPath } from './appendToPath.js';
import type { ArgumentViolation } from './ArgumentViolation.js';
import { withoutLongValue } from './withoutLongValue.js';

/** Whether values of this type carry validators that a schema cannot express. */
export function needsInstanceCheck(type: ValueType, seen = new Set<ClassDescription>()): boolean {
  if (type.kind === 'declared') return type.instanceOf !== undefined && validatorConstraints(type.instanceOf).size > 0;
  if (type.kind !== 'class') return 'element' in type && needsInstanceCheck(type.element, seen);
  const description = describeClass(type.type);
  if (seen.has(description)) return false;
  seen.add(description);
  return (
    description.needsValidator || description.properties.some((property) => needsInstanceCheck(property.type, seen))
  );
}

/** What class-validator objects to in a converted value. */
export async function checkInstances(
  value: unknown,
  type: ValueType,
  path: string,
): Promise<readonly ArgumentViolation[]> {
  if (typeof value !== 'object' || value === null) return [];
  if (type.kind === 'class' || (type.kind === 'declared' && type.instanceOf))
    return toViolations(await validateInstance(value), path);
  if (!('element' in type)) return [];
  const entries: [string | number, unknown][] =
    value instanceof Map
      ? [...(value as Map<string, unknown>)]
      : value instanceof Set || Array.isArray(value)
        ? [...(value as Iterable<unknown>)].map((element, index) => [index, element])
        : Object.entries(value);
  const found = await Promise.all(
    entries.map(([step, element]) => checkInstances(element, type.element, appendToPath(path, step))),
  );
  return found.flat();
}

function toViolations(errors: readonly ValidationError[], path: string): readonly ArgumentViolation[] {
  return errors.flatMap((error) => {
    const here = appendToPath(path, stepOf(error));
    const own = Object.values(error.constraints ?? {}).map((message) => ({
      path: here,
      expectation: withoutLongValue(
        message.startsWith(`${error.property} `) ? message.slice(error.property.length + 1) : message,
        error.value,
      ),
    }));
    return [...own, ...toViolations(error.children ?? [], here)];
  });
}

/** The key in the JSON that the model sent, which `@Expose` may have given another name than the property. */
function stepOf({ property, target }: ValidationError): string | number {
  if (Array.isArray(target)) return Number(property);
  const type: unknown = target?.constructor;
  if (typeof type !== 'function') return property;
  const { properties } = describeClass(type as AbstractClassType);
  return properties.find(({ key }) => key === property)?.name ?? property;
}
