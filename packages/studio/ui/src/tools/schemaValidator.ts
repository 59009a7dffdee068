import { type OutputUnit, type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema';
import {
  createErrorHandler,
  type RJSFSchema,
  type RJSFValidationError,
  toErrorSchema,
  unwrapErrorHandler,
  validationDataMerge,
  type ValidatorType,
} from '@rjsf/utils';

/** Keywords that only pass on errors of their parts; the parts' own errors say more. */
const PASSING_ON = new Set([
  'properties',
  'additionalProperties',
  'items',
  'prefixItems',
  'allOf',
  '$ref',
  'if',
  'then',
  'else',
  'dependencies',
]);

/** Keywords whose value is data and no schema. */
const DATA = new Set(['const', 'enum', 'default', 'examples']);

/**
 * Validates forms with an interpreter of JSON Schema. The usual validator compiles schemas to code, which the page's
 * content security policy forbids, as it should: schemas come from tools of others. For the same reason patterns are left
 * to the server, which runs them with an engine that cannot be made to hang.
 */
export const schemaValidator: ValidatorType = {
  isValid: (schema, formData, rootSchema) => {
    try {
      return check({ ...schema, $defs: rootSchema.$defs, definitions: rootSchema.definitions }, formData).length === 0;
    } catch {
      return false;
    }
  },
  rawValidation: <Result>(schema: RJSFSchema, formData?: unknown) => {
    try {
      return { errors: check(schema, formData) as Result[] };
    } catch (error) {
      return { validationError: error instanceof Error ? error : new Error(String(error)) };
    }
  },
  validateFormData: (formData, schema, customValidate, transformErrors, uiSchema) => {
    const { errors: found = [], validationError } = schemaValidator.rawValidation<OutputUnit>(schema, formData);
    const own = found.filter(({ keyword }) => !PASSING_ON.has(keyword)).map(toValidationError);
    if (validationError !== undefined) own.push({ stack: `This schema cannot be checked: ${validationError.message}` });
    const errors = transformErrors === undefined ? own : transformErrors(own, uiSchema);
    const result = { errors, errorSchema: toErrorSchema(errors) };
    if (customValidate === undefined) return result;
    const handler = customValidate(formData, createErrorHandler(formData ?? {}), uiSchema, result.errorSchema);
    return validationDataMerge(result, unwrapErrorHandler(handler));
  },
};

function check(schema: RJSFSchema, data: unknown): readonly OutputUnit[] {
  const checked = withoutPatterns(schema) as Schema;
  return new Validator(checked, draftOf(schema), false).validate(data).errors;
}

function draftOf(schema: RJSFSchema): SchemaDraft {
  return typeof schema.$schema === 'string' && schema.$schema.includes('draft-07') ? '7' : '2020-12';
}

/** The schema without its regular expressions, undefined members and its own address. */
function withoutPatterns(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutPatterns);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).filter(
    ([key, value]) =>
      value !== undefined &&
      !(key === 'pattern' && typeof value === 'string') &&
      !(key === 'patternProperties' && typeof value === 'object') &&
      !((key === '$id' || key === 'format') && typeof value === 'string'),
  );
  return Object.fromEntries(entries.map(([key, value]) => [key, DATA.has(key) ? value : withoutPatterns(value)]));
}

function toValidationError({ keyword, instanceLocation, error, keywordLocation }: OutputUnit): RJSFValidationError {
  const path = instanceLocation
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
  const missing = keyword === 'required' ? /"(.*)"/s.exec(error)?.[1] : undefined;
  const property = [...path, ...(missing === undefined ? [] : [missing])].map((part) => `.${part}`).join('');
  const message = messageOf(keyword, error);
  const stack = property === '' ? message : `${property.slice(1)} ${message}`;
  return { name: keyword, message, property, stack, schemaPath: keywordLocation };
}

/** The validator's message, in words for somebody who fills in a form where those are for programs. */
function messageOf(keyword: string, error: string): string {
  if (keyword === 'required') return 'is required';
  if (keyword === 'false') return 'is not expected here';
  const expected = keyword === 'type' ? /Expected (.*)\.$/s.exec(error)?.[1] : undefined;
  return expected === undefined ? error : `must be ${expected.replaceAll('"', '').replaceAll(', ', ' or ')}`;
}
