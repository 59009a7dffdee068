import type { Message, Prompt } from '@toolwright/model';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import type { ChatClientResponse } from '../client/ChatClientResponse.js';
import { BaseAdvisor } from './BaseAdvisor.js';
import type { CallAdvisorChain } from './CallAdvisor.js';
import type { StreamAdvisorChain } from './StreamAdvisor.js';

/**
 * Lets an advisor that stands inside the tool loop do its work once per turn instead of once per round, retrieval above
 * all (CX-126). Its `before` runs in round 0; later rounds get the same change of the prompt again. `after` runs every
 * round, as it would anyway.
 *
 * Messages that `before` has replaced, added or removed are so in every later round, as long as the messages beside them
 * are still there; options that it has changed are if the round's options are still those of round 0.
 */
export function oncePerTurn(advisor: BaseAdvisor): BaseAdvisor {
  return new OncePerTurnAdvisor(advisor);
}

/** What an advisor has made of a prompt. */
interface PromptChange {
  readonly from: Prompt;
  readonly to: Prompt;
}

let advisors = 0;

class OncePerTurnAdvisor extends BaseAdvisor {
  readonly order: number;
  readonly #advisor: BaseAdvisor;
  readonly #key = `@toolwright/chat/once-per-turn/${advisors++}`;

  constructor(advisor: BaseAdvisor) {
    super();
    this.#advisor = advisor;
    this.order = advisor.order;
  }

  override get name(): string {
    return this.#advisor.name;
  }

  override async before(
    request: ChatClientRequest,
    chain: CallAdvisorChain | StreamAdvisorChain,
  ): Promise<ChatClientRequest> {
    const change = request.round > 0 ? (request.turn.get(this.#key) as PromptChange | undefined) : undefined;
    if (change) return request.withPrompt(replayed(change, request.prompt));
    const changed = await this.#advisor.before(request, chain);
    request.turn.set(this.#key, { from: request.prompt, to: changed.prompt } satisfies PromptChange);
    return changed;
  }

  override after(
    response: ChatClientResponse,
    chain: CallAdvisorChain | StreamAdvisorChain,
  ): ReturnType<BaseAdvisor['after']> {
    return this.#advisor.after(response, chain);
  }
}

function replayed({ from, to }: PromptChange, prompt: Prompt): Prompt {
  const changed = prompt.withInstructions(replayedMessages(from.instructions, to.instructions, prompt.instructions));
  return to.options !== from.options && prompt.options === from.options ? changed.withOptions(to.options) : changed;
}

/** Without changes at both ends, `from` and `to` differ in one stretch; it is found again in `messages`. */
function replayedMessages(
  from: readonly Message[],
  to: readonly Message[],
  messages: readonly Message[],
): readonly Message[] {
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start++;
  let end = 0;
  while (end < from.length - start && end < to.length - start && from.at(-1 - end) === to.at(-1 - end)) end++;
  const replaced = from.slice(start, from.length - end);
  const replacement = to.slice(start, to.length - end);
  const position = positionOf(replaced, from[start - 1], messages);
  if (position < 0) return messages;
  return [...messages.slice(0, position), ...replacement, ...messages.slice(position + replaced.length)];
}

/** Where the stretch starts; one that was empty starts behind the message that stood before it. */
function positionOf(replaced: readonly Message[], previous: Message | undefined, messages: readonly Message[]): number {
  const [first] = replaced;
  if (!first) return previous ? nextTo(messages.indexOf(previous)) : 0;
  const position = messages.indexOf(first);
  return replaced.every((message, index) => messages[position + index] === message) ? position : -1;
}

function nextTo(position: number): number {
  return position < 0 ? -1 : position + 1;
}
