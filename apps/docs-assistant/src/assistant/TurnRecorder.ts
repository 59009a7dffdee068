import {
  type CallAdvisor,
  type CallAdvisorChain,
  type ChatClientRequest,
  type ChatClientResponse,
  LOWEST_PRECEDENCE,
} from '@toolwright/chat';
import type { AssistantMessage, ToolCall, ToolResponse, ToolResponseMessage } from '@toolwright/model';
import { isToolCallingChatOptions, ToolCallLimitExceededException } from '@toolwright/tools';
import type { ReportedToolCall, RoundReport, TurnReport } from './TurnReport.js';

interface RecordedRound {
  toolsSent: readonly string[];
  promptTokens: number;
  toolCalls: readonly ToolCall[];
  responses: readonly ToolResponse[];
}

/** Told about a round as soon as its model request is answered, and again when its results are known. */
export interface RoundListener {
  onAnswered(number: number, round: RoundReport): void;
  onResults(number: number, round: RoundReport): void;
}

/**
 * Watches one turn from inside the tool loop, where it sees every round: the tools that were sent, the calls that came
 * back and, in the next request, their results. Use a new one for each turn.
 */
export class TurnRecorder implements CallAdvisor {
  readonly name = 'Turn Recorder';
  readonly order = LOWEST_PRECEDENCE;
  readonly #rounds: RecordedRound[] = [];
  readonly #listener: RoundListener | undefined;

  constructor(listener?: RoundListener) {
    this.#listener = listener;
  }

  async adviseCall(request: ChatClientRequest, chain: CallAdvisorChain): Promise<ChatClientResponse> {
    const { options, instructions } = request.prompt;
    const last = instructions.at(-1);
    if (last?.messageType === 'tool') this.#recordResults((last as ToolResponseMessage).responses);

    const response = await chain.nextCall(request);
    const chatResponse = response.chatResponse;
    const round: RecordedRound = {
      toolsSent: isToolCallingChatOptions(options)
        ? (options.toolCallbacks ?? []).map(({ definition }) => definition.name)
        : [],
      promptTokens: chatResponse?.metadata.usage.promptTokens ?? 0,
      toolCalls: requestedCalls(chatResponse?.results.map(({ output }) => output) ?? []),
      responses: [],
    };
    this.#rounds.push(round);
    this.#listener?.onAnswered(this.#rounds.length, toReport(round));
    return response;
  }

  /** The report of the turn, once its final response is there. */
  report(response: ChatClientResponse): TurnReport {
    const chatResponse = response.chatResponse;
    const generation = chatResponse?.result ?? null;
    const finishReason = generation?.metadata.finishReason ?? null;
    const partial = generation?.metadata[ToolCallLimitExceededException.METADATA_PARTIAL_TOOL_RESPONSES];
    const breached = finishReason === ToolCallLimitExceededException.FINISH_REASON;
    if (breached) this.#recordResults((partial ?? []) as readonly ToolResponse[]);
    const { promptTokens, completionTokens, totalTokens } = chatResponse?.metadata.usage ?? NO_USAGE;
    return {
      answer: chatResponse?.hasToolCalls() ? null : (generation?.output.text ?? null),
      finishReason,
      rounds: this.#rounds.map(toReport),
      usage: { promptTokens, completionTokens, totalTokens },
      ...(breached ? { partialToolResponses: (partial ?? []) as readonly ToolResponse[] } : {}),
    };
  }

  #recordResults(responses: readonly ToolResponse[]): void {
    const round = this.#rounds.at(-1);
    if (!round) return;
    round.responses = responses;
    this.#listener?.onResults(this.#rounds.length, toReport(round));
  }
}

const NO_USAGE = { promptTokens: 0, completionTokens: 0, totalTokens: 0 };

function requestedCalls(outputs: readonly AssistantMessage[]): readonly ToolCall[] {
  return outputs.find((output) => output.hasToolCalls())?.toolCalls ?? [];
}

function toReport(round: RecordedRound): RoundReport {
  return {
    toolsSent: round.toolsSent,
    promptTokens: round.promptTokens,
    toolCalls: round.toolCalls.map(({ name, arguments: text }): ReportedToolCall => ({ name, arguments: parse(text) })),
    results: round.responses.map(({ name, responseData, isError }) => ({
      name,
      result: responseData,
      ...(isError ? { isError } : {}),
    })),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
