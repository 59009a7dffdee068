import type { ToolDefinition } from '../definition/ToolDefinition.js';
import { closeObjects } from '../schema/finishSchema.js';
import type { JsonSchemaNode } from '../schema/JsonSchemaNode.js';
import { deepFreeze } from './deepFreeze.js';
import { geminiSchema } from './geminiSchema.js';
import { combinesAtRoot, objectRoot } from './objectRoot.js';
import { openAiStrictSchema } from './openAiStrictSchema.js';

/** The schema of a tool as one kind of provider takes it. */
export interface DialectSchema {
  /** Frozen; null where the provider wants no schema at all for a tool without arguments. */
  readonly schema: JsonSchemaNode | null;
  /** Whether the provider may be asked to hold its model to the schema (`strict: true`). */
  readonly strict: boolean;
}

/** Rewrites the schema of one tool. */
type Rewrite = (schema: JsonSchemaNode) => DialectSchema;

/**
 * The JSON Schema that one kind of provider accepts. The adapter of a chat model asks its dialect for the schema of each
 * tool that it sends; arguments are still checked against the tool's own schema, for which null is as good as nothing
 * where a value is optional. Schemas are rewritten once per definition and frozen; equal schemas give equal texts.
 *
 * @example
 * const { schema, strict } = SchemaDialect.OPENAI_STRICT.schemaOf(tool.definition);
 */
export class SchemaDialect {
  /** OpenAI and those that follow it: an object at the root, without alternatives there. */
  static readonly OPENAI = new SchemaDialect('openai', plain);
  /**
   * OpenAI with `strict: true`: every property required, optional ones may be null, no keyword that it does not know. A
   * schema that says less than that mode asks for, such as a map with any keys, is sent as {@link OPENAI} has it, and not
   * strict.
   */
  static readonly OPENAI_STRICT = new SchemaDialect('openai-strict', (schema) => {
    const strict = openAiStrictSchema(schema);
    return strict ? { schema: strict, strict: true } : plain(schema);
  });
  /** Anthropic: an object at the root, without alternatives there. */
  static readonly ANTHROPIC = new SchemaDialect('anthropic', plain);
  /** Gemini: the subset of OpenAPI 3.0, without references; nothing for a tool without arguments. */
  static readonly GEMINI = new SchemaDialect('gemini', (schema) => ({ schema: geminiSchema(schema), strict: false }));

  readonly #rewrite: Rewrite;
  readonly #schemas = new WeakMap<ToolDefinition, DialectSchema>();

  private constructor(
    /** For messages and settings. */
    readonly name: string,
    rewrite: Rewrite,
  ) {
    this.#rewrite = rewrite;
  }

  /** @throws {SyntaxError} if the definition's schema is no JSON */
  schemaOf(definition: ToolDefinition): DialectSchema {
    let known = this.#schemas.get(definition);
    if (!known) {
      known = deepFreeze(this.#rewrite(JSON.parse(definition.inputSchema) as JsonSchemaNode));
      this.#schemas.set(definition, known);
    }
    return known;
  }
}

function plain(schema: JsonSchemaNode): DialectSchema {
  const root = objectRoot(schema);
  return { schema: combinesAtRoot(schema) ? closeObjects(root) : root, strict: false };
}
