import { hasText, IllegalArgumentException, IllegalStateException, type MaybePromise } from '@toolwright/core';
import { describedTool } from '../callback/describedTool.js';
import { ToolCallback } from '../callback/ToolCallback.js';
import { ToolContext } from '../context/ToolContext.js';
import { ArgumentBinder } from '../conversion/ArgumentBinder.js';
import { BinderChoice } from '../conversion/BinderChoice.js';
import { convertResult, isProgress, isThenable, lastItem } from '../conversion/convertResult.js';
import { DefaultToolCallResultConverter } from '../conversion/DefaultToolCallResultConverter.js';
import { FlattenedBinder } from '../conversion/FlattenedBinder.js';
import type { UnknownArguments } from '../conversion/UnknownArguments.js';
import { requireFittingExamples } from '../definition/requireFittingExamples.js';
import { toolNameOf } from '../definition/getToolName.js';
import type { ToolDefinition } from '../definition/ToolDefinition.js';
import type { ToolCallResultConverter } from '../execution/ToolCallResultConverter.js';
import { ToolExecutionException } from '../execution/ToolExecutionException.js';
import { ToolMetadata } from '../metadata/ToolMetadata.js';
import type { JsonSchemaNode } from '../schema/JsonSchemaNode.js';
import { customizeSchema, type SchemaCustomizer } from '../schema/SchemaCustomizer.js';
import { argumentSlots, JsonSchemaGenerator } from '../schema/JsonSchemaGenerator.js';
import { describeMethod, type ToolParameter } from './describeMethod.js';
import { flattenedParameter } from './flattenedParameter.js';
import { isStatic, type MethodHandle, methodLabel } from './MethodHandle.js';

type Methods = Readonly<Record<string, (...args: unknown[]) => unknown>>;

/** Makes the values of a method's parameters from the text that a model sent. */
interface MethodBinder {
  bind(toolInput: string): MaybePromise<unknown[]>;
}

/** What a {@link MethodToolCallback} is made of. */
interface MethodToolCallbackParts {
  readonly definition: ToolDefinition;
  readonly metadata: ToolMetadata;
  readonly method: MethodHandle;
  readonly target: object;
  readonly converter: ToolCallResultConverter | undefined;
  readonly unknownArguments: UnknownArguments | undefined;
  readonly schemaCustomizers: readonly SchemaCustomizer[];
  readonly describe: ((toolContext: ToolContext) => string) | undefined;
}

/** A method of an object, or a static one, as a tool. Safe for concurrent use if the object is. */
export class MethodToolCallback extends ToolCallback {
  readonly definition: ToolDefinition;
  readonly #metadata: ToolMetadata;
  readonly #owner: string;
  readonly #key: string;
  readonly #target: Methods;
  readonly #converter: ToolCallResultConverter | undefined;
  readonly #parameters: readonly ToolParameter[];
  readonly #returnType: unknown;
  readonly #returnsValue: boolean;
  readonly #binders: BinderChoice<MethodBinder>;
  /** Whether the bound values are the method's arguments as they are. */
  readonly #isPlain: boolean;
  readonly #requiresContext: boolean;
  readonly #describe: ((toolContext: ToolContext) => string) | undefined;

  private constructor(parts: MethodToolCallbackParts) {
    super();
    const { parameters, returnType, returnsValue } = describeMethod(parts.method);
    this.definition = parts.definition;
    this.#metadata = parts.metadata;
    this.#owner = methodLabel(parts.method);
    this.#key = parts.method.key;
    this.#target = parts.target as Methods;
    this.#converter = parts.converter;
    this.#parameters = parameters;
    this.#returnType = returnType;
    this.#returnsValue = returnsValue;
    const { schemaCustomizers } = parts;
    const generated = JsonSchemaGenerator.generateCustomized(parts.method, schemaCustomizers);
    const customize =
      schemaCustomizers.length > 0
        ? (root: JsonSchemaNode) => customizeSchema(root, schemaCustomizers, toolNameOf(parts.method))
        : undefined;
    const flattened = flattenedParameter(parts.method);
    const slots = argumentSlots(parts.method);
    this.#binders = new BinderChoice(
      (unknownArguments) =>
        flattened
          ? new FlattenedBinder(parts.definition, flattened.type, generated, unknownArguments, customize)
          : new ArgumentBinder(parts.definition, slots, generated, unknownArguments, customize),
      parts.unknownArguments,
    );
    this.#isPlain = parameters.every((parameter) => parameter.role === 'argument' && !parameter.rest);
    requireFittingExamples(parts.definition);
    this.#describe = parts.describe;
    this.#requiresContext = parts.metadata.attributes['requiresContext'] === true;
  }

  static builder(): MethodToolCallback.Builder {
    return new MethodToolCallback.Builder((parts) => new MethodToolCallback(parts));
  }

  override get owner(): string {
    return this.#owner;
  }

  override get metadata(): ToolMetadata {
    return this.#metadata;
  }

  override get dependsOnContext(): boolean {
    return this.#describe !== undefined;
  }

  /** @internal Whether both call the same method of the same object. */
  hasMethodOf(other: MethodToolCallback): boolean {
    return this.#target === other.#target && this.#key === other.#key;
  }

  override inContext(toolContext: ToolContext): ToolCallback {
    const description = this.#describe?.(toolContext);
    return hasText(description) ? describedTool(this, description) : this;
  }

  /**
   * Binds the arguments, calls the method through its object, waits for a promise and converts the result.
   *
   * @throws {IllegalArgumentException} `toolInput cannot be null or empty`
   * @throws {ToolArgumentsException} if the arguments do not fit; the method has not run
   * @throws {ToolExecutionException} around whatever the method throws
   */
  override async call(toolInput: string, toolContext?: ToolContext): Promise<string> {
    if (!hasText(toolInput)) throw new IllegalArgumentException('toolInput cannot be null or empty');
    if (this.#requiresContext) this.#requireContext(toolContext);
    const bound = this.#binders.for(toolContext).bind(toolInput);
    const values = Array.isArray(bound) ? bound : await bound;
    const args = this.#isPlain ? values : this.#inject(values, toolContext);
    let result: unknown;
    try {
      // Looked up on each call, so that a proxy or an interceptor around the object takes part (MT-09).
      result = (this.#target[this.#key] as Methods[string]).apply(this.#target, args);
      if (isThenable(result)) result = await result;
      if (isProgress(result)) result = await lastItem(result, toolContext?.signal);
    } catch (cause) {
      throw cause instanceof ToolExecutionException ? cause : new ToolExecutionException(this.definition, cause);
    }
    if (result === undefined && this.#returnsValue) result = null;
    const converter = this.#converter ?? toolContext?.defaults?.resultConverter ?? DEFAULT_CONVERTER;
    return convertResult(this.definition, converter, result, this.#returnType);
  }

  #inject(values: readonly unknown[], toolContext: ToolContext | undefined): unknown[] {
    const args: unknown[] = [];
    // A new context per call, because its `turn` is state.
    const context = toolContext ?? new ToolContext();
    let next = 0;
    for (const parameter of this.#parameters) {
      if (parameter.role === 'context') args.push(context);
      else if (parameter.role === 'signal') args.push(context.signal);
      else if (parameter.role === 'injected') args.push(parameter.inject(context));
      else if (parameter.rest) args.push(...((values[next++] as readonly unknown[] | undefined) ?? []));
      else args.push(values[next++]);
    }
    return args;
  }

  #requireContext(toolContext: ToolContext | undefined): void {
    if (toolContext && Object.keys(toolContext.context).length > 0) return;
    const cause = new IllegalArgumentException('ToolContext is required by the method as an argument');
    throw new ToolExecutionException(this.definition, cause);
  }
}

export namespace MethodToolCallback {
  /** Builds a {@link MethodToolCallback}; without metadata and converter the defaults are used. */
  export class Builder {
    #definition: ToolDefinition | undefined;
    #metadata: ToolMetadata | undefined;
    #method: MethodHandle | undefined;
    #toolObject: object | undefined;
    #converter: ToolCallResultConverter | undefined;
    #unknownArguments: UnknownArguments | undefined;
    #schemaCustomizers: readonly SchemaCustomizer[] = [];
    #describe: ((toolContext: ToolContext) => string) | undefined;
    readonly #create: (parts: MethodToolCallbackParts) => MethodToolCallback;

    /** @internal */
    constructor(create: (parts: MethodToolCallbackParts) => MethodToolCallback) {
      this.#create = create;
    }

    toolDefinition(toolDefinition: ToolDefinition): this {
      this.#definition = toolDefinition;
      return this;
    }

    toolMetadata(toolMetadata: ToolMetadata): this {
      this.#metadata = toolMetadata;
      return this;
    }

    toolMethod(toolMethod: MethodHandle): this {
      this.#method = toolMethod;
      return this;
    }

    /** The object that the method is called on; not needed for a static one. */
    toolObject(toolObject: object): this {
      this.#toolObject = toolObject;
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

    /** Describes the tool in each request by its context, instead of the definition's description (EG-04). */
    descriptionInContext(describe: (toolContext: ToolContext) => string): this {
      this.#describe = describe;
      return this;
    }

    /** Those that made the schema of the definition, so that arguments are checked against what they say (TX-21). */
    schemaCustomizers(...schemaCustomizers: readonly SchemaCustomizer[]): this {
      this.#schemaCustomizers = [...schemaCustomizers];
      return this;
    }

    /**
     * @throws {IllegalStateException} `ToolDefinition is required`, `ToolMethod is required`, or if nobody knows the
     *   name of a parameter
     * @throws {IllegalArgumentException} `toolObject cannot be null for non-static methods`
     */
    build(): MethodToolCallback {
      if (!this.#definition) throw new IllegalStateException('ToolDefinition is required');
      const method = this.#method;
      if (!method) throw new IllegalStateException('ToolMethod is required');
      // A static method is called on the class that was given, which may be a proxy of its owner.
      const target = isStatic(method) && typeof this.#toolObject !== 'function' ? method.owner : this.#toolObject;
      if (!target) throw new IllegalArgumentException('toolObject cannot be null for non-static methods');
      return this.#create({
        definition: this.#definition,
        metadata: this.#metadata ?? ToolMetadata.builder().build(),
        method,
        target,
        converter: this.#converter,
        unknownArguments: this.#unknownArguments,
        schemaCustomizers: this.#schemaCustomizers,
        describe: this.#describe,
      });
    }
  }
}

const DEFAULT_CONVERTER = new DefaultToolCallResultConverter();
