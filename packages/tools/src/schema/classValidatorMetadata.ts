import { type AbstractClassType, lazyPackage } from '@toolwright/core';
import type { ValidationError } from 'class-validator';

export type { ValidationError };

const classValidator = lazyPackage<typeof import('class-validator')>('class-validator', import.meta.url);

/** One class-validator decorator on one property. */
export interface ValidatorConstraint {
  /** The validator's name such as `isInt`; `nested`, `optional`, `allow` and `defined` for the decorators without a check of their own. */
  readonly name: string;
  readonly args: readonly unknown[];
  /** Whether it applies to the elements. */
  readonly each: boolean;
  /** The text under `context.description`. */
  readonly description: string | undefined;
}

/** The validators of a class by property, inherited ones included, in declaration order. */
export function validatorConstraints(type: AbstractClassType): ReadonlyMap<string, readonly ValidatorConstraint[]> {
  const byProperty = new Map<string, ValidatorConstraint[]>();
  for (const metadata of classValidator().getMetadataStorage().getTargetValidationMetadatas(type, '', false, false)) {
    const constraint: ValidatorConstraint = {
      name: NAMES[metadata.type] ?? metadata.name ?? metadata.type,
      args: (metadata.constraints ?? []) as readonly unknown[],
      each: metadata.each,
      description: descriptionOf(metadata.context),
    };
    const constraints = byProperty.get(metadata.propertyName);
    // Decorators of one property run bottom-up; the source reads top-down.
    if (constraints) constraints.unshift(constraint);
    else byProperty.set(metadata.propertyName, [constraint]);
  }
  return byProperty;
}

/** What the validators of an instance, and of those nested in it, object to. */
export async function validateInstance(instance: object): Promise<readonly ValidationError[]> {
  return classValidator().validate(instance, { forbidUnknownValues: false });
}

/** The name of a decorator without a check of its own, by class-validator's `ValidationTypes`. */
const NAMES: Readonly<Record<string, string>> = {
  nestedValidation: 'nested',
  conditionalValidation: 'optional',
  whitelistValidation: 'allow',
};

function descriptionOf(context: unknown): string | undefined {
  const description = (context as { description?: unknown } | null | undefined)?.description;
  return typeof description === 'string' ? description : undefined;
}
