/** A JSON Schema object (draft 2020-12), or a part of one. */
export type JsonSchemaNode = Readonly<Record<string, unknown>>;

/** Identifier of the draft that generated schemas follow. */
export const JSON_SCHEMA_DIALECT = 'https://json-schema.org/draft/2020-12/schema';
