import { hasText, nameClass, requireArgument, requireNonNull, UnsupportedOperationException } from '@toolwright/core';
import { JsonType } from '@toolwright/tools';
import { HIGHEST_PRECEDENCE, LOWEST_PRECEDENCE } from '../advisor/Advisor.js';
import { suspendedTurnOf } from '../approval/PendingApproval.js';
import type { CallAdvisor, CallAdvisorChain } from '../advisor/CallAdvisor.js';
import type { StreamAdvisor } from '../advisor/StreamAdvisor.js';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import type { ChatClientResponse } from '../client/ChatClientResponse.js';
import { failing } from '../streaming/replayable.js';
import { UsageAccumulator } from '../tool-calling/UsageAccumulator.js';
import { cleanJson } from './cleanJson.js';
import { type OutputCheck, outputCheckOf, type OutputType } from './OutputType.js';
import { violationsText } from './parsedJson.js';
import { promptWithSuffix } from './promptWithFormat.js';

/**
 * Checks answers against a JSON Schema and asks again with what is wrong. The last answer is returned even if it is not
 * valid (SO-18). A request for tools is no answer and passes unchecked (SO-23), and so does a turn that waits for approvals. Serves `call()` only.
 */
export class StructuredOutputValidationAdvisor implements CallAdvisor, StreamAdvisor {
  readonly name = 'Structured Output Validation Advisor';
  readonly order: number;
  readonly #type: OutputCheck;
  readonly #maxRepeatAttempts: number;

  /** For subclasses; others use {@link builder}. */
  constructor({ type, advisorOrder, maxRepeatAttempts }: StructuredOutputValidationAdvisor.Settings) {
    this.order = advisorOrder;
    this.#type = type;
    this.#maxRepeatAttempts = maxRepeatAttempts;
  }

  static builder(): StructuredOutputValidationAdvisor.Builder {
    return new StructuredOutputValidationAdvisor.Builder();
  }

  async adviseCall(request: ChatClientRequest, chain: CallAdvisorChain): Promise<ChatClientResponse> {
    requireNonNull(request, 'chatClientRequest must not be null');
    requireNonNull(chain, 'callAdvisorChain must not be null');
    const usage = new UsageAccumulator();
    let next = request;
    for (let attempt = 0; ; attempt++) {
      const response = await chain.nextCall(next);
      usage.add(response.chatResponse);
      if (response.chatResponse?.hasToolCalls() || suspendedTurnOf(response.chatResponse)) return usage.apply(response);
      const reason = await this.#reasonAgainst(response);
      if (reason === null || attempt === this.#maxRepeatAttempts) return usage.apply(response);
      // From the original prompt each time, so that reasons do not pile up (SO-19).
      next = request.withPrompt(
        promptWithSuffix(request.prompt, `Output JSON validation failed because of: ${reason}`),
      );
    }
  }

  adviseStream(): AsyncIterable<ChatClientResponse> {
    return failing(
      new UnsupportedOperationException('The Structured Output Validation Advisor does not support streaming.'),
    );
  }

  async #reasonAgainst({ chatResponse }: ChatClientResponse): Promise<string | null> {
    const text = chatResponse?.result?.output.text;
    if (text === null || text === undefined) return 'Missing required json output for validation.';
    if (!hasText(text)) return 'Empty JSON output for validation.';
    let value: unknown;
    try {
      value = JSON.parse(cleanJson(text));
    } catch (error) {
      return `Invalid JSON: ${(error as Error).message}`;
    }
    const violations = await this.#type.violations(value);
    return violations.length === 0 ? null : violationsText(violations);
  }
}

export namespace StructuredOutputValidationAdvisor {
  /** Everything that a {@link StructuredOutputValidationAdvisor} is made from. */
  export interface Settings {
    readonly type: OutputCheck;
    readonly advisorOrder: number;
    readonly maxRepeatAttempts: number;
  }

  /** Builds a {@link StructuredOutputValidationAdvisor}; by default inside of the tool loop, with 3 repeats. */
  export class Builder {
    #outputType: OutputType | undefined;
    #outputJsonSchema: string | undefined;
    #advisorOrder = LOWEST_PRECEDENCE - 2000;
    #maxRepeatAttempts = 3;

    outputType(outputType: OutputType): this {
      this.#outputType = outputType;
      return this;
    }

    /** @param outputJsonSchema draft 2020-12, as text */
    outputJsonSchema(outputJsonSchema: string): this {
      this.#outputJsonSchema = outputJsonSchema;
      return this;
    }

    /** @param advisorOrder strictly between the two precedences */
    advisorOrder(advisorOrder: number): this {
      this.#advisorOrder = advisorOrder;
      return this;
    }

    /** @param maxRepeatAttempts requests after the first one, from 0 */
    maxRepeatAttempts(maxRepeatAttempts: number): this {
      this.#maxRepeatAttempts = maxRepeatAttempts;
      return this;
    }

    /** @throws {IllegalArgumentException} if type and schema are both missing or both given, and for numbers out of range (SO-17) */
    build(): StructuredOutputValidationAdvisor {
      const hasSchema = hasText(this.#outputJsonSchema);
      requireArgument(
        this.#outputType !== undefined || hasSchema,
        'Either outputType or outputJsonSchema must be set.',
      );
      requireArgument(
        this.#outputType === undefined || !hasSchema,
        'Only outputType or outputJsonSchema can be set, not both.',
      );
      requireArgument(
        this.#advisorOrder > HIGHEST_PRECEDENCE && this.#advisorOrder < LOWEST_PRECEDENCE,
        'advisorOrder must be between HIGHEST_PRECEDENCE and LOWEST_PRECEDENCE',
      );
      requireArgument(this.#maxRepeatAttempts >= 0, 'repeatAttempts must be greater than or equal to 0');
      return new StructuredOutputValidationAdvisor({
        type:
          this.#outputType === undefined
            ? JsonType.ofSchema(this.#outputJsonSchema ?? '')
            : outputCheckOf(this.#outputType),
        advisorOrder: this.#advisorOrder,
        maxRepeatAttempts: this.#maxRepeatAttempts,
      });
    }
  }
}

nameClass(StructuredOutputValidationAdvisor.Builder, 'StructuredOutputValidationAdvisor.Builder');
