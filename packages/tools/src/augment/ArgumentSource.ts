import type { AbstractClassType } from '@toolwright/core';
import type { StandardSchema } from '../schema/StandardSchema.js';

/**
 * Where the added arguments are declared: a class whose decorated fields they are, or a schema of an object, of any library
 * that follows Standard Schema and writes JSON Schema, such as Zod 4.
 */
export type ArgumentSource<T = unknown> = AbstractClassType<T> | StandardSchema<unknown, T>;
