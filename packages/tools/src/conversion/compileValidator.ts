import { lazyPackage } from '@toolwright/core';
import type { ErrorObject } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { FormatsPlugin } from 'ajv-formats';
import type { JsonSchemaNode } from '../schema/JsonSchemaNode.js';
import type { ArgumentViolation } from './ArgumentViolation.js';
import { describeSchemaErrors } from './describeSchemaErrors.js';
import { isIsoDate } from './isIsoDate.js';
import { simpleSchemaCheck } from './simpleSchemaCheck.js';

/** Checks a value against a schema; an empty list means that it fits. */
export type SchemaValidator = (value: unknown) => readonly ArgumentViolation[];

const NONE: readonly ArgumentViolation[] = Object.freeze([]);
const UNEXPLAINED: readonly ArgumentViolation[] = Object.freeze([{ path: '$', expectation: 'is not valid' }]);
const ajvModule = lazyPackage<typeof import('ajv/dist/2020.js')>('ajv/dist/2020.js', import.meta.url);
const formatsModule = lazyPackage<{ readonly default: FormatsPlugin }>('ajv-formats', import.meta.url);
let ajv: Ajv2020 | undefined;

/**
 * The validator of a schema (draft 2020-12). A schema of simple keywords is compiled at the first value that does not fit.
 *
 * @throws {Error} if it is not a schema
 */
export function compileValidator(schema: JsonSchemaNode): SchemaValidator {
  const fits = simpleSchemaCheck(schema);
  if (fits === undefined) return compileFully(schema);
  let explain: SchemaValidator | undefined;
  return (value) => {
    if (fits(value)) return NONE;
    explain ??= compileFully(schema);
    const violations = explain(value);
    // The full validator does not look at some names, such as __proto__.
    return violations.length > 0 ? violations : UNEXPLAINED;
  };
}

function compileFully(schema: JsonSchemaNode): SchemaValidator {
  ajv ??= createAjv();
  // A schema's own dialect or id must not register it, and the compiler must not keep it alive.
  const { $schema: _dialect, $id: _id, ...anonymous } = schema;
  const validate = ajv.compile(anonymous);
  ajv.removeSchema(anonymous);
  return (value) => (validate(value) ? NONE : describeSchemaErrors(validate.errors as readonly ErrorObject[]));
}

function createAjv(): Ajv2020 {
  const instance = new (ajvModule().Ajv2020)({
    allErrors: true,
    strict: false,
    strictNumbers: true,
    ownProperties: true,
    logger: false,
    code: { regExp: compilePattern },
  });
  formatsModule().default(instance);
  // Models often leave out the offset, and JavaScript understands that.
  instance.addFormat('date-time', isIsoDate);
  return instance;
}

/**
 * A pattern of a schema. They are meant to be read with the flag `u`, but some that were written for `RegExp` without it,
 * such as `\-`, are wrong then.
 */
function compilePattern(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return new RegExp(pattern);
  }
}
compilePattern.code = 'new RegExp';
