import { IllegalStateException } from '@toolwright/core';
import type { TurnBudgetSnapshot } from '@toolwright/tools';
import {
  type AssistantMessage,
  type ChatOptions,
  type ChatOptionsValues,
  type Message,
  messageFromJson,
  type MessageJson,
  messageToJson,
  type Usage,
} from '@toolwright/model';

/** @internal What the loop of a suspended turn goes on from. */
export interface TurnState {
  /** The messages of the prompt as the caller gave it, which advisors outside the loop see again. */
  readonly origin: readonly Message[];
  readonly round: number;
  /** The complete history of the turn in front of {@link asking}. */
  readonly history: readonly Message[];
  /** What the model was sent in this round, as the loop sees it. */
  readonly sent: readonly Message[];
  /** The model's request for tools. */
  readonly asking: AssistantMessage;
  /** Id and model of the response that it came with. */
  readonly answer: { readonly id: string; readonly model: string };
  /** The options of the request, without the tools. */
  readonly options: ChatOptionsValues;
  /** The tools that were attached. */
  readonly toolNames: readonly string[];
  /** The entries of the tool context that are allowed to be stored. */
  readonly toolContext: Readonly<Record<string, unknown>>;
  /** What the turn has used so far. */
  readonly usage: Usage | null;
  /** What it has used of its budget, this round of tools not counted; null if nothing is limited. */
  readonly budget: TurnBudgetSnapshot | null;
}

const VERSION = 1;

/** The JSON text of a state, see {@link readSnapshot}. */
export function writeSnapshot(state: TurnState): string {
  const { origin, history, sent, asking, ...rest } = state;
  return JSON.stringify({
    ...rest,
    version: VERSION,
    origin: origin.map(messageToJson),
    history: history.map(messageToJson),
    ...(sent !== history && { sent: sent.map(messageToJson) }),
    asking: messageToJson(asking),
  });
}

/**
 * @internal The state that {@link writeSnapshot} wrote.
 *
 * @throws {IllegalStateException} if the text is none, or of a version that this one does not know
 */
export function readSnapshot(turnId: string, text: string): TurnState {
  let stored: StoredState;
  try {
    stored = JSON.parse(text) as StoredState;
  } catch (cause) {
    throw new IllegalStateException(`The snapshot of turn '${turnId}' is no JSON`, { cause });
  }
  if (stored.version !== VERSION) {
    throw new IllegalStateException(
      `The snapshot of turn '${turnId}' has version ${stored.version}, and only version ${VERSION} is understood`,
    );
  }
  const history = stored.history.map(messageFromJson);
  return {
    ...stored,
    origin: stored.origin.map(messageFromJson),
    history,
    sent: stored.sent?.map(messageFromJson) ?? history,
    asking: messageFromJson(stored.asking) as AssistantMessage,
  };
}

/** The settings of options that every provider knows; others are those of whoever resumes the turn. */
export function storedOptionsOf(options: ChatOptions): ChatOptionsValues {
  const { model, frequencyPenalty, maxTokens, presencePenalty, stopSequences, temperature, topK, topP } = options;
  return { model, frequencyPenalty, maxTokens, presencePenalty, stopSequences, temperature, topK, topP };
}

type StoredState = Omit<TurnState, 'origin' | 'history' | 'sent' | 'asking'> & {
  readonly version: number;
  readonly origin: readonly MessageJson[];
  readonly history: readonly MessageJson[];
  readonly sent?: readonly MessageJson[];
  readonly asking: MessageJson;
};
