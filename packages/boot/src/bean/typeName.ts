import type { AbstractClassType } from '@toolwright/core';

/** The name of a class for messages; tells what else stands where a class was expected. @internal */
export function typeName(type: AbstractClassType | undefined): string {
  if (type === undefined) return 'undefined';
  return type.name === '' ? '(anonymous class)' : type.name;
}
