import {
  AssistantMessage,
  ChatResponse,
  type Message,
  Prompt,
  type ToolResponse,
  ToolResponseMessage,
  UserMessage,
} from '@toolwright/model';
import { OfflineChatModel } from '@toolwright/models';
import { type ToolCallback, ToolCallingChatOptions } from '@toolwright/tools';

/** What a tool answers: a text, any other value as JSON, or a response with the error flag. */
export type Handler = (args: any) => unknown;

/** A failed response, as a tool-calling manager marks it. */
export class Failure {
  constructor(readonly text: string) {}
}

/** A turn as it was played. */
export interface Turn {
  readonly answer: string;
  /** The calls of each round, as `name {"json":"arguments"}`. */
  readonly rounds: readonly (readonly string[])[];
  readonly messages: readonly Message[];
  /** The names of the tools sent in each round. */
  readonly sent: readonly (readonly string[])[];
}

const MAX_ROUNDS = 12;

/** Plays a turn: asks the model, runs the tools it asks for, until it answers. */
export async function runTurn(
  request: string,
  tools: readonly ToolCallback[] | ((messages: readonly Message[]) => readonly ToolCallback[]),
  handlers: Readonly<Record<string, Handler>> = {},
  history: readonly Message[] = [],
  model = new OfflineChatModel({ clock: () => new Date(2026, 2, 15, 12) }),
): Promise<Turn> {
  let messages: readonly Message[] = [...history, new UserMessage(request)];
  const rounds: string[][] = [];
  const sent: string[][] = [];
  for (;;) {
    const toolCallbacks = typeof tools === 'function' ? tools(messages) : tools;
    sent.push(toolCallbacks.map(({ definition }) => definition.name));
    const response: ChatResponse = await model.call(
      new Prompt(messages, new ToolCallingChatOptions({ toolCallbacks })),
    );
    const message = response.result?.output ?? new AssistantMessage(null);
    messages = [...messages, message];
    if (!message.hasToolCalls()) return { answer: message.text ?? '', rounds, messages, sent };
    rounds.push(message.toolCalls.map((call) => `${call.name} ${call.arguments}`));
    if (rounds.length > MAX_ROUNDS) throw new Error(`The turn does not end: ${JSON.stringify(rounds)}`);
    const responses = message.toolCalls.map(({ id, name, arguments: text }): ToolResponse => {
      const result = handlers[name]?.(JSON.parse(text));
      if (result instanceof Failure) {
        return { id, name, responseData: result.text, isError: true, error: { code: 'TOOL_FAILED', phase: 'execute' } };
      }
      return { id, name, responseData: typeof result === 'string' ? result : JSON.stringify(result ?? 'done') };
    });
    messages = [...messages, new ToolResponseMessage(responses)];
  }
}
