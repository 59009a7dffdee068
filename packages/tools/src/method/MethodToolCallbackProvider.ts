import { IllegalArgumentException, requireNonNullElements } from '@toolwright/core';
import { toolOptions } from '../annotation/Tool.js';
import { ToolCallbackProvider } from '../callback/ToolCallbackProvider.js';
import type { UnknownArguments } from '../conversion/UnknownArguments.js';
import { ToolDefinitions } from '../definition/ToolDefinitions.js';
import { DeclarationCache } from '../manifest/registeredManifests.js';
import { ToolMetadata } from '../metadata/ToolMetadata.js';
import type { SchemaCustomizer } from '../schema/SchemaCustomizer.js';
import { createResultConverter } from './createResultConverter.js';
import { findToolMethods } from './findToolMethods.js';
import type { MethodHandle } from './MethodHandle.js';
import { MethodToolCallback } from './MethodToolCallback.js';

/** How the tools of an object are made. */
interface MethodToolSettings {
  readonly unknownArguments: UnknownArguments | undefined;
  readonly schemaCustomizers: readonly SchemaCustomizer[];
  readonly warnOfNames: boolean;
}

const DEFAULTS: MethodToolSettings = { unknownArguments: undefined, schemaCustomizers: [], warnOfNames: true };

type CreateProvider = (toolObjects: readonly object[], settings: MethodToolSettings) => MethodToolCallbackProvider;

/** Offers the `@Tool` methods of objects as tools. They are built once, in the order of the objects and of their source. */
export class MethodToolCallbackProvider extends ToolCallbackProvider {
  readonly #toolCallbacks: readonly MethodToolCallback[];

  private constructor(toolObjects: readonly object[], settings: MethodToolSettings) {
    super();
    this.#toolCallbacks = Object.freeze(toolObjects.flatMap((toolObject) => callbacksOf(toolObject, settings)));
    rejectDuplicates(this.#toolCallbacks, toolObjects);
  }

  static builder(): MethodToolCallbackProvider.Builder {
    return new MethodToolCallbackProvider.Builder(
      (toolObjects, settings) => new MethodToolCallbackProvider(toolObjects, settings),
    );
  }

  /** The same frozen list on every access. */
  override toolCallbacks(): readonly MethodToolCallback[] {
    return this.#toolCallbacks;
  }
}

export namespace MethodToolCallbackProvider {
  /** Builds a {@link MethodToolCallbackProvider}. */
  export class Builder {
    #toolObjects: readonly object[] = [];
    #settings: MethodToolSettings = DEFAULTS;
    readonly #create: CreateProvider;

    /** @internal */
    constructor(create: CreateProvider) {
      this.#create = create;
    }

    /**
     * Instances with `@Tool` methods, or classes with static ones.
     *
     * @throws {IllegalArgumentException} if an object is missing
     */
    toolObjects(...toolObjects: readonly object[]): this {
      this.#toolObjects = requireNonNullElements(
        toolObjects,
        'toolObjects cannot be null',
        'toolObjects cannot contain null elements',
      );
      return this;
    }

    /** Whether keys that a tool's schema does not know are dropped or rejected; default what the manager says. */
    unknownArguments(unknownArguments: UnknownArguments): this {
      this.#settings = { ...this.#settings, unknownArguments };
      return this;
    }

    /** Who changes the schemas of the tools, in this order (TX-21); default nobody. */
    schemaCustomizers(...schemaCustomizers: readonly SchemaCustomizer[]): this {
      this.#settings = { ...this.#settings, schemaCustomizers };
      return this;
    }

    /** @internal Whether names that not every provider accepts are logged; default true (TD-04). */
    warnOfNames(warnOfNames: boolean): this {
      this.#settings = { ...this.#settings, warnOfNames };
      return this;
    }

    /**
     * @throws {IllegalArgumentException} if an object has no `@Tool` method, or if two tools have one name
     * @throws {IllegalStateException} if nobody knows the name of a parameter (JS-39)
     */
    build(): MethodToolCallbackProvider {
      return this.#create(this.#toolObjects, this.#settings);
    }
  }
}

/** By tool object, because requests that attach one object again and again should not build its tools again. */
const callbacksByObject: Readonly<
  Record<UnknownArguments | 'unset', DeclarationCache<object, readonly MethodToolCallback[]>>
> = {
  unset: new DeclarationCache(),
  ignore: new DeclarationCache(),
  reject: new DeclarationCache(),
};

function callbacksOf(toolObject: object, settings: MethodToolSettings): readonly MethodToolCallback[] {
  const { unknownArguments, schemaCustomizers, warnOfNames } = settings;
  if (schemaCustomizers.length > 0 || !warnOfNames) return buildCallbacks(toolObject, settings);
  const known = callbacksByObject[unknownArguments ?? 'unset'];
  const callbacks = known.get(toolObject) ?? buildCallbacks(toolObject, settings);
  known.set(toolObject, callbacks);
  return callbacks;
}

function buildCallbacks(toolObject: object, settings: MethodToolSettings): readonly MethodToolCallback[] {
  const methods = findToolMethods(toolObject);
  const handles = [...methods.instance, ...methods.static];
  if (handles.length > 0) return handles.map((method) => toCallback(method, toolObject, settings));
  throw new IllegalArgumentException(
    methods.needsInstance
      ? `Pass an instance of ${methods.className}, not the class`
      : `No @Tool annotated methods found in ${methods.className}. Did you mean to pass a ToolCallback or ` +
          'ToolCallbackProvider? If so, use .tools(toolCallback) or .toolCallbacks(toolCallback) instead.',
  );
}

function toCallback(
  method: MethodHandle,
  toolObject: object,
  { unknownArguments, schemaCustomizers, warnOfNames }: MethodToolSettings,
): MethodToolCallback {
  const builder = MethodToolCallback.builder()
    .toolDefinition(ToolDefinitions.customized(method, schemaCustomizers, warnOfNames))
    .toolMetadata(ToolMetadata.from(method))
    .toolMethod(method)
    .toolObject(toolObject)
    .schemaCustomizers(...schemaCustomizers);
  const description = toolOptions.inherited(method.owner, method.key)?.description;
  if (typeof description === 'function') builder.descriptionInContext(description);
  if (unknownArguments) builder.unknownArguments(unknownArguments);
  const converter = createResultConverter(method);
  return (converter ? builder.toolCallResultConverter(converter) : builder).build();
}

function rejectDuplicates(callbacks: readonly MethodToolCallback[], toolObjects: readonly object[]): void {
  const names = callbacks.map(({ definition }) => definition.name);
  const duplicates = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
  if (duplicates.length === 0) return;
  const sources = toolObjects.map((toolObject) => findToolMethods(toolObject).className).join(', ');
  throw new IllegalArgumentException(
    `Multiple tools with the same name (${duplicates.join(', ')}) found in sources: ${sources}`,
  );
}
