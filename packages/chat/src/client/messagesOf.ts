import { hasText } from '@toolwright/core';
import { type Message, SystemMessage, UserMessage } from '@toolwright/model';
import type { TemplateRenderer } from '../template/TemplateRenderer.js';
import type { PromptText } from './PromptTextSpec.js';
import type { RequestSettings } from './RequestSettings.js';

/** The messages of a request: system text first, then the messages in the order added, user text last (CC-05). */
export function messagesOf({ system, user, messages, templateRenderer }: RequestSettings): readonly Message[] {
  const first = hasText(system.text)
    ? new SystemMessage(rendered(system.text, system, templateRenderer), system.metadata)
    : undefined;
  // Media need no text (CX-123).
  const last =
    hasText(user.text) || user.media.length > 0
      ? new UserMessage(rendered(user.text ?? '', user, templateRenderer), {
          media: user.media,
          metadata: user.metadata,
        })
      : undefined;
  // Conversations are long, and `concat` copies a list at once where a spread between elements takes them one by one.
  if (!first) return last ? messages.concat([last]) : messages;
  if (messages.length === 0) return last ? [first, last] : [first];
  return [first as Message].concat(messages, last ? [last] : []);
}

/** A text without parameters is no template: its braces reach the model as they are (CC-11). */
function rendered(text: string, { params }: PromptText, renderer: TemplateRenderer): string {
  for (const _ in params) return renderer.apply(text, params);
  return text;
}
