import { hasText } from '@toolwright/core';
import { type Message, SystemMessage, UserMessage } from '@toolwright/model';
import type { TemplateRenderer } from '../template/TemplateRenderer.js';
import type { PromptText } from './PromptTextSpec.js';
import type { RequestSettings } from './RequestSettings.js';

/** The messages of a request: system text first, then the messages in the order added, user text last (CC-05). */
export function messagesOf({ system, user, messages, templateRenderer }: RequestSettings): readonly Message[] {
  const list: Message[] = [];
  if (hasText(system.text))
    list.push(new SystemMessage(rendered(system.text, system, templateRenderer), system.metadata));
  for (const message of messages) list.push(message);
  // Media need no text (CX-123).
  if (hasText(user.text) || user.media.length > 0) {
    const text = rendered(user.text ?? '', user, templateRenderer);
    list.push(new UserMessage(text, { media: user.media, metadata: user.metadata }));
  }
  return list;
}

/** A text without parameters is no template: its braces reach the model as they are (CC-11). */
function rendered(text: string, { params }: PromptText, renderer: TemplateRenderer): string {
  for (const _ in params) return renderer.apply(text, params);
  return text;
}
