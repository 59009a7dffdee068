import { IllegalArgumentException, requireNonNullElements } from '@toolwright/core';
import { ToolCallbackProvider } from '../callback/ToolCallbackProvider.js';
import type { UnknownArguments } from '../conversion/UnknownArguments.js';
import { ToolDefinitions } from '../definition/ToolDefinitions.js';
import { DeclarationCache } from '../manifest/registeredManifests.js';
import { ToolMetadata } from '../metadata/ToolMetadata.js';
import { createResultConverter } from './createResultConverter.js';
import { findToolMethods } from './findToolMethods.js';
import type { MethodHandle } from './MethodHandle.js';
import { MethodToolCallback } from './MethodToolCallback.js';

/** Offers the `@Tool` methods of objects as tools. They are built once, in the order of the objects and of their source. */
export class MethodToolCallbackProvider extends ToolCallbackProvider {
  readonly #toolCallbacks: readonly MethodToolCallback[];

  private constructor(toolObjects: readonly object[], unknownArguments: UnknownArguments | undefined) {
    super();
    this.#toolCallbacks = Object.freeze(toolObjects.flatMap((toolObject) => callbacksOf(toolObject, unknownArguments)));
    rejectDuplicates(this.#toolCallbacks, toolObjects);
  }

  static builder(): MethodToolCallbackProvider.Builder {
    return new MethodToolCallbackProvider.Builder(
      (toolObjects, unknownArguments) => new MethodToolCallbackProvider(toolObjects, unknownArguments),
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
    #unknownArguments: UnknownArguments | undefined;
    readonly #create: (
      toolObjects: readonly object[],
      unknownArguments: UnknownArguments | undefined,
    ) => MethodToolCallbackProvider;

    /** @internal */
    constructor(
      create: (
        toolObjects: readonly object[],
        unknownArguments: UnknownArguments | undefined,
      ) => MethodToolCallbackProvider,
    ) {
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
      this.#unknownArguments = unknownArguments;
      return this;
    }

    /**
     * @throws {IllegalArgumentException} if an object has no `@Tool` method, or if two tools have one name
     * @throws {IllegalStateException} if nobody knows the name of a parameter (JS-39)
     */
    build(): MethodToolCallbackProvider {
      return this.#create(this.#toolObjects, this.#unknownArguments);
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

function callbacksOf(
  toolObject: object,
  unknownArguments: UnknownArguments | undefined,
): readonly MethodToolCallback[] {
  const known = callbacksByObject[unknownArguments ?? 'unset'];
  const callbacks = known.get(toolObject) ?? buildCallbacks(toolObject, unknownArguments);
  known.set(toolObject, callbacks);
  return callbacks;
}

function buildCallbacks(
  toolObject: object,
  unknownArguments: UnknownArguments | undefined,
): readonly MethodToolCallback[] {
  const methods = findToolMethods(toolObject);
  const handles = [...methods.instance, ...methods.static];
  if (handles.length > 0) return handles.map((method) => toCallback(method, toolObject, unknownArguments));
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
  unknownArguments: UnknownArguments | undefined,
): MethodToolCallback {
  const builder = MethodToolCallback.builder()
    .toolDefinition(ToolDefinitions.from(method))
    .toolMetadata(ToolMetadata.from(method))
    .toolMethod(method)
    .toolObject(toolObject);
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
