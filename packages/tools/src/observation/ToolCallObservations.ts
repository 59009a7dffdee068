import {
  errorTypeOf,
  hasText,
  IllegalStateException,
  type Observation,
  type ObservationRegistry,
  shorten,
} from '@toolwright/core';
import type { ToolCall } from '@toolwright/model';
import type { ToolCallback } from '../callback/ToolCallback.js';
import { ToolDefinition } from '../definition/ToolDefinition.js';
import { causeOfToolFailure } from '../execution/causeOfToolFailure.js';
import { ToolCallingObservationContext } from './ToolCallingObservationContext.js';
import type { ToolCallingObservationConvention } from './ToolCallingObservationConvention.js';

/** Why a call is not run; values of the attribute `error.type` (OB-14). */
export type RefusalType = 'limit_exceeded' | 'unknown_tool' | 'identical_call' | 'call_declined';

/** A model can make up any name; what becomes an attribute of it is bounded. */
const LONGEST_UNKNOWN_NAME = 64;

/** The observation of a tool call that runs. */
export class ToolCallObservation {
  readonly #context: ToolCallingObservationContext;
  readonly #observation: Observation;

  constructor(context: ToolCallingObservationContext, observation: Observation) {
    this.#context = context;
    this.#observation = observation;
  }

  /** What the model is told, about a failure too. */
  result(text: string | null | undefined): void {
    this.#context.toolCallResult = text ?? '';
  }

  /** The call failed, whether the model is told about it or the turn ends (OB-13). */
  error(error: unknown): void {
    this.#observation.error(error, errorTypeOf(causeOfToolFailure(error)));
  }
}

/** Observes the tool calls of a manager. */
export class ToolCallObservations {
  readonly #registry: ObservationRegistry;
  readonly #convention: ToolCallingObservationConvention;

  constructor(registry: ObservationRegistry, convention: ToolCallingObservationConvention) {
    this.#registry = registry;
    this.#convention = convention;
  }

  /** Whether nobody is told; the rest of this class must then not be used. */
  get isNoop(): boolean {
    return this.#registry.isNoop;
  }

  /**
   * Runs one tool call as an observation. A tool that does not listen to the signal keeps running after an abort; its
   * observation ends at once.
   */
  async run(
    call: ToolCall,
    callback: ToolCallback,
    signal: AbortSignal | undefined,
    operation: (observation: ToolCallObservation) => Promise<void>,
  ): Promise<void> {
    const context = contextOf(call, callback.definition).toolMetadata(callback.metadata).build();
    const observation = this.#registry.start(context, this.#convention);
    const giveUp = (): void => {
      observation.error(signal?.reason);
      observation.stop();
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      await observation.run(() => operation(new ToolCallObservation(context, observation)));
    } finally {
      signal?.removeEventListener('abort', giveUp);
      observation.stop();
    }
  }

  /**
   * Tells about a call that does not run, as an observation without length.
   *
   * @param callback the tool, if there is one of that name
   * @param text what the model is told
   * @param type null for the name of the error's class
   * @param createError called only if somebody is told; default an error with the text
   */
  refused(
    call: ToolCall,
    callback: ToolCallback | undefined,
    text: string | null,
    type: RefusalType | null,
    createError: () => unknown = () => new IllegalStateException(text ?? ''),
  ): void {
    if (this.#registry.isNoop) return;
    const error = createError();
    const context = contextOf(call, callback?.definition ?? unknownTool(call))
      .toolCallResult(text)
      .build();
    const observation = this.#registry.start(context, this.#convention);
    observation.error(error, type ?? errorTypeOf(causeOfToolFailure(error)));
    observation.stop();
  }
}

function contextOf(call: ToolCall, definition: ToolDefinition): ToolCallingObservationContext.Builder {
  return ToolCallingObservationContext.builder()
    .toolDefinition(definition)
    .toolCallArguments(call.arguments)
    .toolType(call.type)
    .toolCallId(call.id);
}

function unknownTool({ name }: ToolCall): ToolDefinition {
  return ToolDefinition.builder()
    .name(hasText(name) ? shorten(name, LONGEST_UNKNOWN_NAME) : 'unknown')
    .description('unknown')
    .inputSchema('{}')
    .build();
}
