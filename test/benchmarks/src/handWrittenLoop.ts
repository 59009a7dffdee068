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

/** What the scripted model answers to the id of the last tool result. */
export type Script = (lastToolCallId: string | undefined) => {
  readonly text: string;
  readonly calls: readonly PlainToolCall[];
};

/** Runs one turn behind what was said before, and returns the final text. */
export async function handWrittenTurn(
  script: Script,
  tools: ReadonlyMap<string, (args: never) => string>,
  system: string,
  user: string,
  history: readonly PlainMessage[] = [],
): Promise<string> {
  const model = async (messages: readonly PlainMessage[]) => script(messages.at(-1)?.toolCallId);
  const run = async (call: PlainToolCall): Promise<PlainMessage> => ({
    role: 'tool',
    toolCallId: call.id,
    content: tools.get(call.name)?.(JSON.parse(call.arguments) as never) ?? '',
  });
  const messages: PlainMessage[] = [{ role: 'system', content: system }, ...history, { role: 'user', content: user }];
  for (;;) {
    const answer = await model(messages);
    messages.push({ role: 'assistant', content: answer.text, toolCalls: answer.calls });
    if (answer.calls.length === 0) return answer.text;
    messages.push(...(await Promise.all(answer.calls.map(run))));
  }
}
