import type * as McpSchema from '../../sdk/McpSchema.js';

/** Says what is wrong with a value first; undefined if it fits. */
export type OutputSchemaValidator = (value: unknown) => string | undefined;

/**
 * Compiles the output schema of a tool. Patterns run in linear time, and references are never fetched (MX-18).
 *
 * @throws {Error} if it is not a schema that can be compiled
 */
export async function outputSchemaValidator(
  schema: NonNullable<McpSchema.Tool['outputSchema']>,
): Promise<OutputSchemaValidator> {
  const [{ Ajv2020 }, { default: formats }, { RE2JS }] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('ajv-formats'),
    import('re2js'),
  ]);
  const regExp = (pattern: string): { test(text: string): boolean; toString(): string } => {
    const compiled = RE2JS.compile(pattern);
    // The text tells patterns apart; without it, the first one would stand for all.
    return { test: (text) => compiled.matcher(text).find(), toString: () => pattern };
  };
  const ajv = new Ajv2020({
    strict: false,
    ownProperties: true,
    logger: false,
    code: { regExp: Object.assign(regExp, { code: 'regExp' }) },
  });
  formats.default(ajv);
  const { $schema: _dialect, $id: _id, ...anonymous } = schema as Readonly<Record<string, unknown>>;
  const validate = ajv.compile(anonymous);
  return (value) => (validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'result' }));
}
