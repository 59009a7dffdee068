import type { ChatModel, ChatOptions, Message } from '@toolwright/model';
import type { ToolApprovalHandler, ToolCallback, ToolCallbackProvider } from '@toolwright/tools';
import type { Advisor } from '../advisor/Advisor.js';
import type { TemplateRenderer } from '../template/TemplateRenderer.js';
import type { ClientSetup } from './ClientSetup.js';
import type { Context } from './Context.js';
import type { MergedOptions } from './MergedOptions.js';
import type { PromptText } from './PromptTextSpec.js';

/**
 * All that a request is made from. Lists are never changed, only replaced, and neither are settings that more than one
 * has: a client, its builder and its requests share them, and what is derived from a list can be kept under the list's
 * identity.
 */
export interface RequestSettings {
  readonly setup: ClientSetup;
  readonly chatModel: ChatModel;
  readonly system: PromptText;
  readonly user: PromptText;
  readonly messages: readonly Message[];
  /** In the order in which they override each other, the last one wins (OP-07). */
  readonly options: readonly ChatOptions[];
  readonly toolCallbacks: readonly ToolCallback[];
  readonly toolCallbackProviders: readonly ToolCallbackProvider[];
  /** Whether the tools stand in place of those of options even if there are none. */
  readonly replacesTools: boolean;
  readonly toolContext: Readonly<Record<string, unknown>>;
  readonly advisors: readonly Advisor[];
  readonly advisorParams: Context;
  readonly templateRenderer: TemplateRenderer;
  /** Those of the setup, or the client's own if it has options or a tool context of its own. */
  readonly mergedOptions: MergedOptions;
  /** Who decides about calls while the turn waits; null if nobody does. */
  readonly toolApprovalHandler: ToolApprovalHandler | null;
}
