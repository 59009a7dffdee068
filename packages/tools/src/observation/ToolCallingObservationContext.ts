import { hasText, ObservationContext, requireNonNull } from '@toolwright/core';
import type { ToolDefinition } from '../definition/ToolDefinition.js';
import { ToolMetadata } from '../metadata/ToolMetadata.js';

/**
 * What is known about one tool call. Arguments and result are content: they become attributes only through a
 * {@link ToolCallingContentObservationFilter}.
 */
export class ToolCallingObservationContext extends ObservationContext {
  /** The tool; for a call that nobody can run, the name that the model used. */
  readonly toolDefinition: ToolDefinition;
  readonly toolMetadata: ToolMetadata;
  /** The arguments as the model wrote them; `{}` if it wrote none. */
  readonly toolCallArguments: string;
  /** `function` unless the model says otherwise. */
  readonly toolType: string;
  /** Empty if the model gave none. */
  readonly toolCallId: string;
  /** The text for the model, once there is one, that about a failure included. */
  toolCallResult: string | null;

  private constructor(
    toolDefinition: ToolDefinition,
    toolMetadata: ToolMetadata,
    { toolCallArguments, toolCallResult, toolType, toolCallId }: CallFacts,
  ) {
    super();
    this.toolDefinition = toolDefinition;
    this.toolMetadata = toolMetadata;
    this.toolCallArguments = hasText(toolCallArguments) ? toolCallArguments : '{}';
    this.toolCallResult = toolCallResult ?? null;
    this.toolType = hasText(toolType) ? toolType : 'function';
    this.toolCallId = toolCallId ?? '';
  }

  static builder(): ToolCallingObservationContext.Builder {
    return new ToolCallingObservationContext.Builder(ToolCallingObservationContext.#build);
  }

  static readonly #build: BuildContext = (definition, metadata, call) =>
    new ToolCallingObservationContext(definition, metadata, call);
}

interface CallFacts {
  toolCallArguments?: string | null;
  toolCallResult?: string | null;
  toolType?: string | null;
  toolCallId?: string | null;
}

type BuildContext = (
  definition: ToolDefinition,
  metadata: ToolMetadata,
  call: CallFacts,
) => ToolCallingObservationContext;

const DEFAULT_METADATA = ToolMetadata.builder().build();

export namespace ToolCallingObservationContext {
  /** Builds a {@link ToolCallingObservationContext}; only the definition is required. */
  export class Builder {
    readonly #build: BuildContext;
    readonly #call: CallFacts = {};
    #toolDefinition: ToolDefinition | undefined;
    #toolMetadata = DEFAULT_METADATA;

    /** @internal */
    constructor(build: BuildContext) {
      this.#build = build;
    }

    toolDefinition(toolDefinition: ToolDefinition): this {
      this.#toolDefinition = toolDefinition;
      return this;
    }

    /** Default: metadata that say nothing. */
    toolMetadata(toolMetadata: ToolMetadata): this {
      this.#toolMetadata = toolMetadata;
      return this;
    }

    toolCallArguments(toolCallArguments: string | null): this {
      this.#call.toolCallArguments = toolCallArguments;
      return this;
    }

    toolCallResult(toolCallResult: string | null): this {
      this.#call.toolCallResult = toolCallResult;
      return this;
    }

    toolType(toolType: string | null): this {
      this.#call.toolType = toolType;
      return this;
    }

    toolCallId(toolCallId: string | null): this {
      this.#call.toolCallId = toolCallId;
      return this;
    }

    /** @throws {IllegalArgumentException} `toolDefinition cannot be null`, `toolMetadata cannot be null` (OB-06) */
    build(): ToolCallingObservationContext {
      return this.#build(
        requireNonNull(this.#toolDefinition, 'toolDefinition cannot be null'),
        requireNonNull(this.#toolMetadata, 'toolMetadata cannot be null'),
        this.#call,
      );
    }
  }
}
