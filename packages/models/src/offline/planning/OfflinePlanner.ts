import { AssistantMessage, type Prompt, type ToolCall } from '@toolwright/model';
import { isToolCallingChatOptions, type ToolCallback } from '@toolwright/tools';
import { profileOf, type ToolProfile } from '../ranking/ToolProfile.js';
import { ToolRanking } from '../ranking/ToolRanking.js';
import { type Conversation, readConversation } from './Conversation.js';
import { planTurn, type Toolbox } from './planTurn.js';
import { findSearchTool } from './searchTool.js';

const NO_TOOLS: readonly ToolCallback[] = Object.freeze([]);

/** Makes the answers of an offline model. */
export class OfflinePlanner {
  readonly #toolboxes = new WeakMap<readonly ToolCallback[], Toolbox>();

  /** @param today the day that `today` means in a request */
  answer({ instructions, options }: Prompt, today: Date): AssistantMessage {
    const conversation = readConversation(instructions);
    const tools = (isToolCallingChatOptions(options) ? options.toolCallbacks : null) ?? NO_TOOLS;
    const decision = planTurn(conversation, this.#toolbox(tools, conversation), today);
    if ('answer' in decision) return new AssistantMessage(decision.answer);
    const toolCalls = decision.calls.map(
      (call, index): ToolCall => ({ id: `call_${conversation.lastCallNumber + index + 1}`, type: 'function', ...call }),
    );
    return new AssistantMessage(null, { toolCalls });
  }

  /** The ranked tools of a request; a list that cannot change is ranked once. */
  #toolbox(tools: readonly ToolCallback[], { calledTools }: Conversation): Toolbox {
    const known = this.#toolboxes.get(tools);
    if (known) return known;
    const profiles = tools.map(({ definition }) => profileOf(definition));
    const searchTool = findSearchTool(profiles, calledTools);
    const definitions = profiles
      .filter((profile) => profile !== searchTool)
      .map(({ definition }: ToolProfile) => definition);
    const toolbox: Toolbox = { ranking: new ToolRanking(definitions), searchTool };
    if (Object.isFrozen(tools)) this.#toolboxes.set(tools, toolbox);
    return toolbox;
  }
}
