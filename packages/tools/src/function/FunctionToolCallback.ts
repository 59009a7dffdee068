import { hasText, IllegalArgumentException, type MaybePromise, requireNonNull, requireText } from '@toolwright/core';
import { describedTool } from '../callback/describedTool.js';
import { ToolCallback } from '../callback/ToolCallback.js';
import type { ToolContext } from '../context/ToolContext.js';
import { BinderChoice } from '../conversion/BinderChoice.js';
import { convertResult, isProgress, isThenable, lastItem } from '../conversion/convertResult.js';
import { DefaultToolCallResultConverter } from '../conversion/DefaultToolCallResultConverter.js';
import { InputBinder } from '../conversion/InputBinder.js';
import { StandardInputBinder } from '../conversion/StandardInputBinder.js';
import type { UnknownArguments } from '../conversion/UnknownArguments.js';
import { splitCamelCase } from '../definition/splitCamelCase.js';
import { requireFittingExamples } from '../definition/requireFittingExamples.js';
import { DefaultToolDefinition, type ToolDefinition, type ToolInputExample } from '../definition/ToolDefinition.js';
import { generalDescription, type ToolDescription } from '../definition/ToolDescription.js';
import type { ToolCallResultConverter } from '../execution/ToolCallResultConverter.js';
import { ToolExecutionException } from '../execution/ToolExecutionException.js';
import { manifestFunction } from '../manifest/registeredManifests.js';
import { ToolMetadata } from '../metadata/ToolMetadata.js';
import { JsonSchemaGenerator } from '../schema/JsonSchemaGenerator.js';
import type { JsonSchemaNode } from '../schema/JsonSchemaNode.js';
import { customizeSchema, type SchemaCustomizer } from '../schema/SchemaCustomizer.js';
import { requireLocalReferences } from '../schema/requireLocalReferences.js';
import { valueTypeOfSpec } from '../schema/resolveValueType.js';
import { isStandardSchema, type StandardOutput, type StandardSchema } from '../schema/StandardSchema.js';
import { standardInputSchema } from '../schema/standardInputSchema.js';
import type { TypeSpec } from '../schema/TypeSpec.js';
import { ANY, type ValueType } from '../schema/ValueType.js';

/** A function as a tool: it takes the whole input as one value, and the tool context if it wants it. */
export type ToolFunction<I> = (input: I, toolContext?: ToolContext) => MaybePromise<unknown>;

/** Makes the value that a function takes from the text that a model sent. */
interface FunctionInputBinder {
  bind(toolInput: string): MaybePromise<unknown>;
}

/** What a {@link FunctionToolCallback} is made of. */
interface FunctionToolCallbackParts {
  readonly definition: ToolDefinition;
  readonly metadata: ToolMetadata;
  readonly toolFunction: ToolFunction<never>;
  readonly binders: BinderChoice<FunctionInputBinder> | undefined;
  readonly converter: ToolCallResultConverter | undefined;
  readonly describe: ((toolContext: ToolContext) => string) | undefined;
}

/** A function as a tool. Safe for concurrent use if the function is. */
export class FunctionToolCallback extends ToolCallback {
  readonly definition: ToolDefinition;
  readonly #metadata: ToolMetadata;
  readonly #toolFunction: ToolFunction<never>;
  readonly #binders: BinderChoice<FunctionInputBinder> | undefined;
  readonly #converter: ToolCallResultConverter | undefined;
  readonly #describe: ((toolContext: ToolContext) => string) | undefined;

  private constructor(parts: FunctionToolCallbackParts) {
    super();
    this.definition = parts.definition;
    this.#metadata = parts.metadata;
    this.#toolFunction = parts.toolFunction;
    this.#binders = parts.binders;
    this.#converter = parts.converter;
    this.#describe = parts.describe;
    requireFittingExamples(parts.definition);
  }

  /**
   * @param name unique among the tools of a request
   * @throws {IllegalArgumentException} `name cannot be null or empty`, `toolFunction cannot be null`
   */
  static builder<I = unknown>(name: string, toolFunction: ToolFunction<I>): FunctionToolCallback.Builder;
  /**
   * The same with an {@link Builder.inputType}, from which the type of the function's input follows.
   *
   * @param inputType a schema of a library that follows Standard Schema, such as Zod
   */
  static builder<S extends StandardSchema>(
    name: string,
    inputType: S,
    toolFunction: ToolFunction<StandardOutput<S>>,
  ): FunctionToolCallback.Builder;
  static builder(
    name: string,
    ...given: readonly [ToolFunction<never>] | readonly [StandardSchema, ToolFunction<never>]
  ): FunctionToolCallback.Builder {
    requireText(name, 'name cannot be null or empty');
    const [inputType, toolFunction] = given.length === 2 ? given : [undefined, given[0]];
    requireNonNull(toolFunction, 'toolFunction cannot be null');
    const builder = new FunctionToolCallback.Builder(name, toolFunction, (parts) => new FunctionToolCallback(parts));
    return given.length === 2 ? builder.inputType(requireNonNull(inputType, 'inputType cannot be null')) : builder;
  }

  override get metadata(): ToolMetadata {
    return this.#metadata;
  }

  override get dependsOnContext(): boolean {
    return this.#describe !== undefined;
  }

  override inContext(toolContext: ToolContext): ToolCallback {
    const description = this.#describe?.(toolContext);
    return hasText(description) ? describedTool(this, description) : this;
  }

  /**
   * Parses and checks the input, calls the function, waits for a promise and converts the result.
   *
   * @throws {IllegalArgumentException} `toolInput cannot be null or empty`
   * @throws {ToolArgumentsException} if the input does not fit; the function has not run
   * @throws {ToolExecutionException} around whatever the function throws
   */
  override async call(toolInput: string, toolContext?: ToolContext): Promise<string> {
    if (!hasText(toolInput)) throw new IllegalArgumentException('toolInput cannot be null or empty');
    const bound = this.#binders?.for(toolContext).bind(toolInput);
    const input = isThenable(bound) ? await bound : bound;
    let result: unknown;
    try {
      result = this.#toolFunction(input as never, toolContext);
      if (isThenable(result)) result = await result;
      if (isProgress(result)) result = await lastItem(result, toolContext?.signal);
    } catch (cause) {
      throw cause instanceof ToolExecutionException ? cause : new ToolExecutionException(this.definition, cause);
    }
    const converter = this.#converter ?? toolContext?.defaults?.resultConverter ?? DEFAULT_CONVERTER;
    return convertResult(this.definition, converter, result, undefined);
  }
}

export namespace FunctionToolCallback {
  /**
   * Builds a {@link FunctionToolCallback}. A function without parameters, or one that the schema build has read, needs
   * neither type nor schema.
   */
  export class Builder {
    readonly #name: string;
    readonly #toolFunction: ToolFunction<never>;
    readonly #create: (parts: FunctionToolCallbackParts) => FunctionToolCallback;
    #description: ToolDescription | undefined;
    #examples: readonly ToolInputExample[] = [];
    #inputType: TypeSpec | StandardSchema | undefined;
    #inputSchema: string | undefined;
    #metadata: ToolMetadata | undefined;
    #converter: ToolCallResultConverter | undefined;
    #unknownArguments: UnknownArguments | undefined;
    #schemaCustomizers: readonly SchemaCustomizer[] = [];

    /** @internal */
    constructor(
      name: string,
      toolFunction: ToolFunction<never>,
      create: (parts: FunctionToolCallbackParts) => FunctionToolCallback,
    ) {
      this.#name = name;
      this.#toolFunction = toolFunction;
      this.#create = create;
    }

    /** A text, or a function of the context of each request (EG-04). Default: the name split into words (FT-09). */
    description(description: ToolDescription): this {
      this.#description = description;
      return this;
    }

    /** Calls that would make sense, as the model would write their input; each must fit the schema (EG-01 to EG-03). */
    examples(...examples: readonly ToolInputExample[]): this {
      this.#examples = [...examples];
      return this;
    }

    /**
     * What the function takes: the schema is made from it, and the input is converted to it. A Standard Schema, of Zod
     * for example, also checks the input itself; the function gets what it makes of it, and it decides about unknown keys.
     */
    inputType(inputType: TypeSpec | StandardSchema): this {
      this.#inputType = inputType;
      return this;
    }

    /**
     * JSON Schema text that is sent as it is. The input is checked against it, unless a Standard Schema beside it does
     * that.
     */
    inputSchema(inputSchema: string): this {
      this.#inputSchema = inputSchema;
      return this;
    }

    toolMetadata(toolMetadata: ToolMetadata): this {
      this.#metadata = toolMetadata;
      return this;
    }

    toolCallResultConverter(toolCallResultConverter: ToolCallResultConverter): this {
      this.#converter = toolCallResultConverter;
      return this;
    }

    /** Whether keys that the schema does not know are dropped or rejected; default what the manager says. */
    unknownArguments(unknownArguments: UnknownArguments): this {
      this.#unknownArguments = unknownArguments;
      return this;
    }

    /** Who changes the schema that is made from the input type, in this order (TX-21); default nobody. */
    schemaCustomizers(...schemaCustomizers: readonly SchemaCustomizer[]): this {
      this.#schemaCustomizers = [...schemaCustomizers];
      return this;
    }

    /** @throws {IllegalArgumentException} `inputType cannot be null` if there is neither type nor schema nor an entry in
     *   the tool schema manifest (FT-08); if a Standard Schema cannot be written as JSON Schema (ZS-03); if a schema refers
     *   to another document (ZS-05); if an example does not fit the schema (EG-03) */
    build(): FunctionToolCallback {
      return isStandardSchema(this.#inputType) ? this.#buildChecked(this.#inputType) : this.#buildTyped();
    }

    #buildTyped(): FunctionToolCallback {
      const type = this.#valueType();
      const generated = JsonSchemaGenerator.generateForValueType(type, [], this.#customize);
      const definition = this.#definition(() => generated);
      return this.#assemble(definition, type.kind === 'void' ? undefined : this.#binders(definition, type, generated));
    }

    #buildChecked(schema: StandardSchema): FunctionToolCallback {
      const definition = this.#definition(() => standardInputSchema(schema, this.#name, this.#customize));
      const binder = new StandardInputBinder(definition, schema);
      return this.#assemble(definition, new BinderChoice(() => binder, undefined));
    }

    get #customize(): ((root: JsonSchemaNode) => JsonSchemaNode) | undefined {
      const customizers = this.#schemaCustomizers;
      if (customizers.length === 0) return undefined;
      const name = this.#name;
      return (root) => customizeSchema(root, customizers, name);
    }

    #definition(generate: () => string): ToolDefinition {
      if (hasText(this.#inputSchema)) requireLocalReferences(this.#inputSchema, this.#name);
      return new DefaultToolDefinition(
        this.#name,
        generalDescription(this.#description) ?? splitCamelCase(this.#name, ' '),
        hasText(this.#inputSchema) ? this.#inputSchema : generate(),
        this.#examples,
      );
    }

    #assemble(
      definition: ToolDefinition,
      binders: BinderChoice<FunctionInputBinder> | undefined,
    ): FunctionToolCallback {
      return this.#create({
        definition,
        metadata: this.#metadata ?? ToolMetadata.builder().build(),
        toolFunction: this.#toolFunction,
        binders,
        converter: this.#converter,
        describe: typeof this.#description === 'function' ? this.#description : undefined,
      });
    }

    #binders(definition: ToolDefinition, type: ValueType, generated: string): BinderChoice<InputBinder> {
      return new BinderChoice(
        (unknownArguments) => new InputBinder(definition, type, generated, unknownArguments, this.#customize),
        this.#unknownArguments,
      );
    }

    #valueType(): ValueType {
      if (this.#inputType !== undefined && this.#inputType !== null)
        return valueTypeOfSpec(this.#inputType as TypeSpec);
      if (hasText(this.#inputSchema)) return ANY;
      const declared = manifestFunction(this.#name);
      if (declared?.schema) return { kind: 'declared', node: declared.schema, definitions: declared.definitions ?? {} };
      if (this.#toolFunction.length === 0) return { kind: 'void' };
      throw new IllegalArgumentException('inputType cannot be null');
    }
  }
}

const DEFAULT_CONVERTER = new DefaultToolCallResultConverter();
