import type { AssistantMessage, Message, ToolResponseMessage } from '@toolwright/model';

/**
 * The messages that no provider accepts: requests for tools that are not followed by all of their results, such results,
 * and results without a request (CX-111).
 */
export function unpairedMessages(messages: readonly Message[]): ReadonlySet<Message> {
  const unpaired = new Set<Message>();
  for (let index = 0; index < messages.length; ) {
    const message = messages[index++];
    if (!message) continue;
    if (message.messageType === 'tool') unpaired.add(message);
    if (message.messageType !== 'assistant' || !(message as AssistantMessage).hasToolCalls()) continue;
    const open = new Set((message as AssistantMessage).toolCalls.map(({ id }) => id));
    const asked = new Set(open);
    const results: ToolResponseMessage[] = [];
    while (messages[index]?.messageType === 'tool') results.push(messages[index++] as ToolResponseMessage);
    const answers = results.flatMap(({ responses }) => responses);
    for (const { id } of answers) open.delete(id);
    if (open.size === 0 && answers.every(({ id }) => asked.has(id))) continue;
    for (const part of [message, ...results]) unpaired.add(part);
  }
  return unpaired;
}
