import type { Script, ScriptedAnswer } from './script.js';

/** The floor that every figure is divided by: a tool loop with nothing around it. */

/** A message of the hand-written loop. */
export interface PlainMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly toolCalls?: readonly PlainToolCall[];
  readonly toolCallId?: string;
}

/** A tool call of the hand-written loop. */
export interface PlainToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

type Piece =
  | { readonly text: string }
  | { readonly index: number; readonly call: Omit<PlainToolCall, 'arguments'> }
  | { readonly index: number; readonly arguments: string };

/** A loop over a script with a client's system text and tools. */
export class HandWrittenLoop {
  readonly #script: Script;
  readonly #tools: ReadonlyMap<string, (args: never) => string>;
  readonly #system: string;

  constructor(script: Script, tools: ReadonlyMap<string, (args: never) => string>, system: string) {
    this.#script = script;
    this.#tools = tools;
    this.#system = system;
  }

  /** Runs one turn behind what was said before, and returns the final text. */
  async turn(user: string, history: readonly PlainMessage[] = []): Promise<string> {
    const messages = this.#begin(user, history);
    for (;;) {
      const answer = await this.#ask(messages);
      messages.push(answer);
      const { toolCalls = [] } = answer;
      if (toolCalls.length === 0) return answer.content;
      messages.push(...(await Promise.all(toolCalls.map((call) => this.#run(call)))));
    }
  }

  /** The same turn in pieces, each handed on as it comes. */
  async streamedTurn(
    user: string,
    onText: (text: string) => void,
    onArguments: (args: string) => void,
    history: readonly PlainMessage[] = [],
  ): Promise<string> {
    const messages = this.#begin(user, history);
    for (;;) {
      let content = '';
      const toolCalls: { id: string; name: string; arguments: string }[] = [];
      for await (const piece of this.#stream(messages)) {
        if ('text' in piece) {
          content += piece.text;
          onText(piece.text);
        } else if ('call' in piece) toolCalls[piece.index] = { ...piece.call, arguments: '' };
        else {
          const call = toolCalls[piece.index];
          if (call) call.arguments += piece.arguments;
          onArguments(piece.arguments);
        }
      }
      messages.push({ role: 'assistant', content, toolCalls });
      if (toolCalls.length === 0) return content;
      messages.push(...(await Promise.all(toolCalls.map((call) => this.#run(call)))));
    }
  }

  #begin(user: string, history: readonly PlainMessage[]): PlainMessage[] {
    return [{ role: 'system', content: this.#system }, ...history, { role: 'user', content: user }];
  }

  async #ask(messages: readonly PlainMessage[]): Promise<PlainMessage> {
    const { text, calls } = this.#answer(messages);
    const toolCalls = calls.map(({ id, name, arguments: args }) => ({ id, name, arguments: args }));
    return { role: 'assistant', content: text, toolCalls };
  }

  async *#stream(messages: readonly PlainMessage[]): AsyncGenerator<Piece, void, void> {
    const { pieces, calls } = this.#answer(messages);
    for (const [index, { id, name, pieces: parts }] of calls.entries()) {
      yield { index, call: { id, name } };
      for (const part of parts) yield { index, arguments: part };
    }
    for (const text of pieces) yield { text };
  }

  async #run(call: PlainToolCall): Promise<PlainMessage> {
    const content = this.#tools.get(call.name)?.(JSON.parse(call.arguments) as never) ?? '';
    return { role: 'tool', toolCallId: call.id, content };
  }

  #answer(messages: readonly PlainMessage[]): ScriptedAnswer {
    return this.#script.answer(messages.at(-1)?.toolCallId);
  }
}
