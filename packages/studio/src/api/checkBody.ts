import type { Ajv, ValidateFunction } from 'ajv';
import { invalid } from '../http/RequestProblem.js';

type Schema = Readonly<Record<string, unknown>>;

let ajv: Promise<Ajv> | undefined;
const compiled = new WeakMap<Schema, ValidateFunction>();

/**
 * Checks the body of a request. The validator is loaded at the first one.
 *
 * @throws {RequestProblem} if it does not have the form, saying where
 */
export async function checkBody<T>(body: unknown, schema: Schema): Promise<T> {
  ajv ??= import('ajv').then((module) => new module.Ajv({ strict: true, discriminator: true }));
  const loaded = await ajv;
  let validate = compiled.get(schema);
  if (!validate) {
    validate = loaded.compile(schema);
    compiled.set(schema, validate);
  }
  if (validate(body)) return body as T;
  throw invalid(`The body is not as it must be: ${loaded.errorsText(validate.errors, { dataVar: 'body' })}`);
}
