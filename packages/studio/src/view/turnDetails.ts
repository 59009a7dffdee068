import type { ToolDefinition } from '@toolwright/tools';
import type { RoundAnswer, RoundDetails, SentMessage, ToolCost, TurnDetails } from '../protocol/index.js';
import type { RecordedRound, RecordedTurn } from '../recording/RecordedTurn.js';
import type { RecordedMessage } from '../recording/recordMessage.js';
import { callDetails, turnFailure } from './callDetails.js';
import type { ContentWriter } from './ContentWriter.js';
import { limitUse } from './limitUse.js';
import { pendingCalls } from './pendingCalls.js';
import { TokenCosts } from './TokenCosts.js';
import { tokenUsage, turnSummary } from './turnSummary.js';

/**
 * A whole turn for the page.
 *
 * @param costs null if tokens are not counted
 * @param eventId the last event
 * @param approvalRefusal why its calls cannot be decided about here; null if they can
 */
export function turnDetails(
  turn: RecordedTurn,
  content: ContentWriter,
  costs: TokenCosts | null,
  eventId: string,
  approvalRefusal: string | null,
): TurnDetails {
  return {
    summary: turnSummary(turn, content),
    rounds: allRounds(turn, content, costs),
    limits: limitUse(turn),
    answer: turn.answer && content.text(turn.answer, 'answer'),
    finishReason: turn.finishReason,
    usage: tokenUsage(turn.usage),
    approvals: pendingCalls(turn, content),
    approvalRefusal,
    suspendedElsewhere: turn.toolsElsewhere !== null,
    childTurnIds: [...turn.childTurnIds],
    tokenizer: costs && TokenCosts.TOKENIZER,
    eventId,
  };
}

function allRounds({ rounds }: RecordedTurn, content: ContentWriter, costs: TokenCosts | null): RoundDetails[] {
  let messageTokens = 0;
  return rounds.map((round) => {
    if (costs) messageTokens += tokensOf(round.added, costs) - tokensOf(round.dropped, costs);
    return roundDetails(round, content, costs, messageTokens);
  });
}

function tokensOf(messages: readonly RecordedMessage[], costs: TokenCosts): number {
  return messages.reduce((sum, message) => sum + costs.ofMessage(message), 0);
}

function roundDetails(
  round: RecordedRound,
  content: ContentWriter,
  costs: TokenCosts | null,
  messageTokens: number,
): RoundDetails {
  const at = `rounds.${round.index}`;
  const tools = toolCosts(round.tools, costs);
  const withheldTools = toolCosts(round.withheld, costs);
  return {
    index: round.index,
    startedAt: round.startedAt,
    duration: round.duration,
    provider: round.provider,
    model: round.model,
    streaming: round.streaming,
    messages: round.added.map((message, index) => sentMessage(message, `${at}.messages.${index}`, content, costs)),
    messageCount: round.messageCount,
    messageTokens: costs && messageTokens,
    droppedMessages: round.dropped.length,
    tools,
    toolTokens: totalOf(tools, costs),
    withheldTools,
    withheldTokens: totalOf(withheldTools, costs),
    answer: roundAnswer(round, `${at}.answer`, content),
    failure: turnFailure(round.failure, `${at}.failure`, content),
    calls: round.calls.map((call) => callDetails(call, content)),
  };
}

function sentMessage(
  message: RecordedMessage,
  at: string,
  content: ContentWriter,
  costs: TokenCosts | null,
): SentMessage {
  return {
    role: message.role,
    text: message.text && content.text(message.text, `${at}.text`),
    toolCalls: requestedCalls(message, at, content),
    toolResponses: message.toolResponses.map(({ id, name, text, isError }, index) => ({
      id,
      name,
      text: content.text(text, `${at}.responses.${index}`),
      isError,
    })),
    mediaCount: message.mediaCount,
    tokens: costs && costs.ofMessage(message),
  };
}

function requestedCalls({ toolCalls }: RecordedMessage, at: string, content: ContentWriter) {
  return toolCalls.map(({ id, name, arguments: args }, index) => ({
    id,
    name,
    arguments: content.text(args, `${at}.calls.${index}`),
  }));
}

function roundAnswer({ answer, streamed }: RecordedRound, at: string, content: ContentWriter): RoundAnswer | null {
  if (!answer) {
    if (streamed === '') return null;
    const text = content.text({ text: streamed, length: streamed.length }, `${at}.text`);
    return { text, toolCalls: [], finishReason: null, usage: null, complete: false };
  }
  const { message, finishReason, usage } = answer;
  return {
    text: message?.text ? content.text(message.text, `${at}.text`) : null,
    toolCalls: message ? requestedCalls(message, at, content) : [],
    finishReason,
    usage: tokenUsage(usage),
    complete: true,
  };
}

function toolCosts(definitions: readonly ToolDefinition[], costs: TokenCosts | null): readonly ToolCost[] {
  return definitions.map((definition) => ({ name: definition.name, tokens: costs && costs.ofTool(definition) }));
}

function totalOf(tools: readonly ToolCost[], costs: TokenCosts | null): number | null {
  return costs && tools.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0);
}
