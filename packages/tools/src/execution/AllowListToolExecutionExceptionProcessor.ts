import { type AbstractClassType, LoggerFactory, requireNonNull, requireNonNullElements } from '@toolwright/core';
import { ToolArgumentsException } from '../conversion/ToolArgumentsException.js';
import { FatalToolError } from './FatalToolError.js';
import { isAbortError } from './isFatal.js';
import type { ToolExecutionException } from './ToolExecutionException.js';
import { ToolExecutionExceptionProcessor } from './ToolExecutionExceptionProcessor.js';
import { ToolTimeoutException } from './ToolTimeoutException.js';

const logger = LoggerFactory.getLogger('toolwright.tools.execution');

/** What a failure that is not on the list means: the end of the turn, or a text without its cause. */
export type OnOtherException = 'throw' | 'mask';

/** Settings of an {@link AllowListToolExecutionExceptionProcessor}. */
export interface AllowListOptions {
  /** Default `throw`. */
  readonly onOther?: OnOtherException;
}

/**
 * Tells the model only what was written for it: the messages of the listed classes, and what this framework says about
 * arguments and timeouts. Every other failure ends the turn or is masked; its text never reaches the model (EX-12).
 */
export class AllowListToolExecutionExceptionProcessor extends ToolExecutionExceptionProcessor {
  readonly #allowed: readonly AbstractClassType[];
  readonly #onOther: OnOtherException;

  /**
   * @param allowed classes whose messages are meant for the model, such as `ToolUserError`
   * @throws {IllegalArgumentException} if the list or an element is missing
   */
  constructor(allowed: readonly AbstractClassType[], options: AllowListOptions = {}) {
    super();
    this.#allowed = [
      ...requireNonNullElements(allowed, 'allowed cannot be null', 'allowed cannot contain null elements'),
    ];
    this.#onOther = options.onOther ?? 'throw';
  }

  /**
   * @returns the message, or `The tool 'x' failed. Reference: <id>.` with the id of a log line at ERROR
   * @throws {ToolExecutionException} the exception itself, if others throw; always for a {@link FatalToolError} and an
   *   abort
   */
  override process(exception: ToolExecutionException): string {
    const { cause, toolDefinition, message } = requireNonNull(exception, 'exception cannot be null');
    // Argument errors are made here, from what the model sent (EX-13).
    if (exception instanceof ToolArgumentsException || cause instanceof ToolTimeoutException) return message;
    if (this.#allowed.some((type) => cause instanceof type)) return message;
    if (this.#onOther === 'throw' || endsTurn(cause)) throw exception;
    const reference = crypto.randomUUID();
    logger.error(`Tool '${toolDefinition.name}' failed. Reference: ${reference}.`, { err: exception, reference });
    return `The tool '${toolDefinition.name}' failed. Reference: ${reference}.`;
  }
}

function endsTurn(cause: unknown): boolean {
  return cause instanceof FatalToolError || isAbortError(cause);
}
