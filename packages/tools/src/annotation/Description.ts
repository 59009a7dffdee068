import { DecoratorMetadata } from '@toolwright/core';

/** @internal The text that {@link Description} recorded on a class. */
export const classDescription = new DecoratorMetadata<string>('description');

/** Describes a class to the model wherever it is the type of a parameter or property without its own description. */
export function Description(text: string): ClassDecorator {
  return (target) => {
    classDescription.set(target, text);
  };
}
