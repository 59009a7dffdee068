import { IllegalArgumentException, IllegalStateException, requireNonNullElements } from '@toolwright/core';
import { AssistantMessage, Generation, type Message, type ToolResponseMessage } from '@toolwright/model';

/** The history after a batch of tool calls, and whether its results go straight to the caller. */
export class ToolExecutionResult {
  /** Finish reason of the answers made from results that are returned directly. */
  static readonly FINISH_REASON = 'returnDirect';
  /** Metadata key of such an answer: the id of the tool call. */
  static readonly METADATA_TOOL_ID = 'toolId';
  /** Metadata key of such an answer: the name of the tool. */
  static readonly METADATA_TOOL_NAME = 'toolName';

  private constructor(
    /** Everything that was in the prompt, the assistant message, the tool-response message. It never changes. */
    readonly conversationHistory: readonly Message[],
    readonly returnDirect: boolean,
  ) {}

  static builder(): ToolExecutionResult.Builder {
    return new ToolExecutionResult.Builder((history, returnDirect) => new ToolExecutionResult(history, returnDirect));
  }

  /**
   * A result that keeps the list itself; the list must never change afterwards.
   *
   * @internal
   */
  static of(conversationHistory: readonly Message[], returnDirect: boolean): ToolExecutionResult {
    return new ToolExecutionResult(conversationHistory, returnDirect);
  }

  /**
   * One answer per response of the last message, in order; none if that message is no tool-response message.
   *
   * @throws {IllegalStateException} `conversationHistory cannot be empty` (TM-24)
   */
  static buildGenerations(result: ToolExecutionResult): readonly Generation[] {
    const last = result.conversationHistory.at(-1);
    if (!last) throw new IllegalStateException('conversationHistory cannot be empty');
    if (last.messageType !== 'tool') return [];
    return (last as ToolResponseMessage).responses.map(
      (response) =>
        new Generation(new AssistantMessage(response.responseData), {
          finishReason: ToolExecutionResult.FINISH_REASON,
          [ToolExecutionResult.METADATA_TOOL_ID]: response.id,
          [ToolExecutionResult.METADATA_TOOL_NAME]: response.name,
        }),
    );
  }
}

export namespace ToolExecutionResult {
  /** Builds a {@link ToolExecutionResult}; by default an empty history, not returned directly. */
  export class Builder {
    #conversationHistory: readonly Message[] = [];
    #returnDirect = false;
    readonly #create: (history: readonly Message[], returnDirect: boolean) => ToolExecutionResult;

    /** @internal */
    constructor(create: (history: readonly Message[], returnDirect: boolean) => ToolExecutionResult) {
      this.#create = create;
    }

    conversationHistory(conversationHistory: readonly Message[]): this {
      if (conversationHistory === null || conversationHistory === undefined) {
        throw new IllegalArgumentException('conversationHistory cannot be null');
      }
      this.#conversationHistory = conversationHistory;
      return this;
    }

    returnDirect(returnDirect: boolean): this {
      this.#returnDirect = returnDirect;
      return this;
    }

    /** @throws {IllegalArgumentException} `conversationHistory cannot contain null elements` */
    build(): ToolExecutionResult {
      const history = requireNonNullElements(
        this.#conversationHistory,
        'conversationHistory cannot be null',
        'conversationHistory cannot contain null elements',
      );
      return this.#create(Object.freeze([...history]), this.#returnDirect);
    }
  }
}
