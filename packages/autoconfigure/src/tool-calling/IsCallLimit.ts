import { ValidateBy } from '@toolwright/boot/validation';
import type { ValidationOptions } from 'class-validator';

/**
 * The field is a number of calls above 0, or -1 for no limit (LI-17, LI-19).
 *
 * @param name what the message calls the limit, such as `maxTotalToolCalls`
 * @param options `each` for the values of a map
 */
export function IsCallLimit(name: string, options: ValidationOptions = {}): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isCallLimit',
      validator: {
        validate: (value) => value === -1 || (typeof value === 'number' && value > 0),
        defaultMessage: () => `${name} must be greater than 0, or -1 for no limit`,
      },
    },
    options,
  );
}
