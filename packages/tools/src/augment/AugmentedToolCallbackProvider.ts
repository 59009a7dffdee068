import { IllegalStateException, type MaybePromise } from '@toolwright/core';
import type { ToolCallback } from '../callback/ToolCallback.js';
import { ToolCallbackProvider } from '../callback/ToolCallbackProvider.js';
import { isThenable } from '../conversion/convertResult.js';
import { MethodToolCallbackProvider } from '../method/MethodToolCallbackProvider.js';
import type { ArgumentSource } from './ArgumentSource.js';
import type { AugmentedArgumentConsumer } from './AugmentedArgumentEvent.js';
import { AugmentedToolCallback, type AugmentedToolCallbackOptions } from './AugmentedToolCallback.js';

/** What an {@link AugmentedToolCallbackProvider} is made of. */
interface AugmentedToolCallbackProviderParts {
  readonly delegate: ToolCallbackProvider;
  readonly wrap: (callback: ToolCallback) => ToolCallback;
}

/** Adds the same arguments to every tool of another provider. */
export class AugmentedToolCallbackProvider extends ToolCallbackProvider {
  readonly #delegate: ToolCallbackProvider;
  readonly #wrap: (callback: ToolCallback) => ToolCallback;
  readonly #wrapped = new WeakMap<ToolCallback, ToolCallback>();

  private constructor({ delegate, wrap }: AugmentedToolCallbackProviderParts) {
    super();
    this.#delegate = delegate;
    this.#wrap = wrap;
  }

  static builder<T = unknown>(): AugmentedToolCallbackProvider.Builder<T> {
    return new AugmentedToolCallbackProvider.Builder((parts) => new AugmentedToolCallbackProvider(parts));
  }

  override get remote(): boolean {
    return this.#delegate.remote;
  }

  /** The tools of the delegate, each wrapped once. */
  override toolCallbacks(): MaybePromise<readonly ToolCallback[]> {
    const callbacks = this.#delegate.toolCallbacks();
    return isThenable(callbacks) ? callbacks.then((list) => this.#wrapAll(list)) : this.#wrapAll(callbacks);
  }

  #wrapAll(callbacks: readonly ToolCallback[]): readonly ToolCallback[] {
    return callbacks.map((callback) => {
      const wrapped = this.#wrapped.get(callback) ?? this.#wrap(callback);
      this.#wrapped.set(callback, wrapped);
      return wrapped;
    });
  }
}

export namespace AugmentedToolCallbackProvider {
  /** Builds an {@link AugmentedToolCallbackProvider}; by default the tools do not see the added arguments (AU-14). */
  export class Builder<T> {
    #delegate: ToolCallbackProvider | undefined;
    #toolObject: object | undefined;
    #argumentType: ArgumentSource<T> | undefined;
    #argumentConsumer: AugmentedArgumentConsumer<T> | undefined;
    #remove = true;
    #options: AugmentedToolCallbackOptions = {};
    readonly #create: (parts: AugmentedToolCallbackProviderParts) => AugmentedToolCallbackProvider;

    /** @internal */
    constructor(create: (parts: AugmentedToolCallbackProviderParts) => AugmentedToolCallbackProvider) {
      this.#create = create;
    }

    /** Where the tools come from. */
    delegate(delegate: ToolCallbackProvider): this {
      this.#delegate = delegate;
      return this;
    }

    /** An object with `@Tool` methods, instead of a delegate. */
    toolObject(toolObject: object): this {
      this.#toolObject = toolObject;
      return this;
    }

    /** The class whose decorated fields are the added arguments, or a schema of an object with them (Zod, for example). */
    argumentType(argumentType: ArgumentSource<T>): this {
      this.#argumentType = argumentType;
      return this;
    }

    /** Told about the added arguments before a tool runs. */
    argumentConsumer(argumentConsumer: AugmentedArgumentConsumer<T>): this {
      this.#argumentConsumer = argumentConsumer;
      return this;
    }

    /** Whether the tools get the arguments without the added ones; default true. */
    removeExtraArgumentsAfterProcessing(remove: boolean): this {
      this.#remove = remove;
      return this;
    }

    /** What happens to an argument whose name a tool uses itself; default `throw`. */
    onConflict(onConflict: NonNullable<AugmentedToolCallbackOptions['onConflict']>): this {
      this.#options = { ...this.#options, onConflict };
      return this;
    }

    /** Whether an error of the consumer is logged, the default, or fails the call. */
    consumerErrors(consumerErrors: NonNullable<AugmentedToolCallbackOptions['consumerErrors']>): this {
      this.#options = { ...this.#options, consumerErrors };
      return this;
    }

    /**
     * @throws {IllegalStateException} `argumentType is required`, `argumentConsumer is required`, `Cannot set both
     *   delegate and toolObject`, `Either delegate or toolObject must be set`
     */
    build(): AugmentedToolCallbackProvider {
      const argumentType = required(this.#argumentType, 'argumentType is required');
      const consumer = required(this.#argumentConsumer, 'argumentConsumer is required');
      if (this.#delegate && this.#toolObject) {
        throw new IllegalStateException('Cannot set both delegate and toolObject');
      }
      const [remove, options] = [this.#remove, this.#options];
      return this.#create({
        delegate: this.#delegate ?? providerOf(this.#toolObject),
        wrap: (callback) => new AugmentedToolCallback(callback, argumentType, consumer, remove, options),
      });
    }
  }
}

function providerOf(toolObject: object | undefined): ToolCallbackProvider {
  const object = required(toolObject, 'Either delegate or toolObject must be set');
  return MethodToolCallbackProvider.builder().toolObjects(object).build();
}

function required<V>(value: V | null | undefined, message: string): V {
  if (value === undefined || value === null) throw new IllegalStateException(message);
  return value;
}
