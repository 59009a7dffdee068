import { hasText, IllegalArgumentException, LoggerFactory, requireNonNull } from '@toolwright/core';
import { describedTool } from '../callback/describedTool.js';
import { ToolCallback } from '../callback/ToolCallback.js';
import type { ToolContext } from '../context/ToolContext.js';
import type { ToolDefinition } from '../definition/ToolDefinition.js';
import { ToolExecutionException } from '../execution/ToolExecutionException.js';
import type { ToolMetadata } from '../metadata/ToolMetadata.js';
import type { ArgumentSource } from './ArgumentSource.js';
import type { AugmentedArgumentConsumer } from './AugmentedArgumentEvent.js';
import { AugmentedArguments, type OnArgumentConflict } from './AugmentedArguments.js';

const logger = LoggerFactory.getLogger('toolwright.tools.augment');

/** How an {@link AugmentedToolCallback} treats what goes wrong. */
export interface AugmentedToolCallbackOptions {
  /** What happens to an argument whose name the tool uses itself; default `throw` (AU-16). */
  readonly onConflict?: OnArgumentConflict;
  /** Whether an error of the consumer is logged at WARN and the tool runs, the default, or fails the call (AU-18). */
  readonly consumerErrors?: 'log' | 'throw';
}

/**
 * Asks the model for more than a tool takes, such as its reasoning or a confidence, and hands that to a consumer before
 * the tool runs. Everything else is that of the tool. Safe for concurrent use if tool and consumer are.
 */
export class AugmentedToolCallback<T = unknown> extends ToolCallback {
  readonly definition: ToolDefinition;
  readonly #delegate: ToolCallback;
  readonly #arguments: AugmentedArguments<T>;
  readonly #consumer: AugmentedArgumentConsumer<T> | null;
  readonly #remove: boolean;
  readonly #throwsConsumerErrors: boolean;

  /**
   * @param argumentType a class whose decorated fields are the added arguments, or a schema of an object
   * @param consumer told before the tool runs; null if nobody is
   * @param removeExtraArgumentsAfterProcessing whether the tool gets the arguments without the added ones
   * @throws {IllegalArgumentException} `Delegate ToolCallback must not be null`, `Argument types must not be null`, or if
   *   the type is neither a class with decorated fields nor a schema of an object
   * @throws {IllegalStateException} if the tool uses a name itself, or if its schema is not JSON
   */
  constructor(
    delegate: ToolCallback,
    argumentType: ArgumentSource<T>,
    consumer: AugmentedArgumentConsumer<T> | null,
    removeExtraArgumentsAfterProcessing: boolean,
    options: AugmentedToolCallbackOptions = {},
  ) {
    super();
    this.#delegate = requireNonNull(delegate, 'Delegate ToolCallback must not be null');
    requireNonNull(argumentType, 'Argument types must not be null');
    this.#arguments = new AugmentedArguments(delegate.definition, argumentType, options.onConflict ?? 'throw');
    this.definition = this.#arguments.definition;
    this.#consumer = consumer;
    this.#remove = removeExtraArgumentsAfterProcessing;
    this.#throwsConsumerErrors = options.consumerErrors === 'throw';
  }

  override get owner(): string | null {
    return this.#delegate.owner;
  }

  /** The tool's own (AU-15). */
  override get metadata(): ToolMetadata {
    return this.#delegate.metadata;
  }

  override get dependsOnContext(): boolean {
    return this.#delegate.dependsOnContext;
  }

  override inContext(toolContext: ToolContext): ToolCallback {
    return describedTool(this, this.#delegate.inContext(toolContext).definition.plainDescription);
  }

  /**
   * Reads the added arguments, tells the consumer and calls the tool.
   *
   * @throws {IllegalArgumentException} `toolInput cannot be null or empty`
   * @throws {ToolArgumentsException} if the text is no JSON object or the added arguments do not fit; nobody was told
   * @throws {ToolExecutionException} if the consumer fails and its errors are to be thrown
   */
  override async call(toolInput: string, toolContext?: ToolContext): Promise<string> {
    if (!hasText(toolInput)) throw new IllegalArgumentException('toolInput cannot be null or empty');
    const { added, rest } = this.#arguments.split(toolInput);
    await this.#consume(toolInput, await added);
    const input = this.#remove ? rest : toolInput;
    return await (toolContext === undefined ? this.#delegate.call(input) : this.#delegate.call(input, toolContext));
  }

  async #consume(rawInput: string, added: T): Promise<void> {
    if (!this.#consumer) return;
    try {
      await this.#consumer({ toolDefinition: this.definition, rawInput, arguments: added });
    } catch (cause) {
      if (this.#throwsConsumerErrors) throw new ToolExecutionException(this.definition, cause);
      logger.warn(`The consumer of the added arguments of tool '${this.definition.name}' failed; the tool is called.`, {
        err: cause,
      });
    }
  }
}
