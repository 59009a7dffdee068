import type { ChatModel, ChatOptions, Message } from '@toolwright/model';
import type { ToolApprovalHandler, ToolCallback, ToolCallbackFactory, ToolCallbackProvider } from '@toolwright/tools';
import type { Advisor } from '../advisor/Advisor.js';
import type { ApprovalPolicy } from '../approval/ApprovalPolicy.js';
import type { ChatClientObservations } from '../observation/ChatClientObservations.js';
import type { TemplateRenderer } from '../template/TemplateRenderer.js';
import type { AdvisorChains } from './AdvisorChains.js';
import type { Context } from './Context.js';
import type { MergedOptions } from './MergedOptions.js';
import type { PromptText } from './PromptTextSpec.js';

/**
 * All that a request is made from. Settings and their lists are never changed, only replaced: a client, its builder and
 * its requests share them, and what is derived from a list can be kept under the list's identity.
 */
export interface RequestSettings {
  readonly chatModel: ChatModel;
  readonly system: PromptText;
  readonly user: PromptText;
  readonly messages: readonly Message[];
  /** In the order in which they override each other, the last one wins (OP-07). */
  readonly options: readonly ChatOptions[];
  readonly toolCallbacks: readonly ToolCallback[];
  readonly toolCallbackProviders: readonly ToolCallbackProvider[];
  /** Makes the tools of objects, and names all tools. */
  readonly toolCallbackFactory: ToolCallbackFactory;
  readonly toolContext: Readonly<Record<string, unknown>>;
  readonly advisors: readonly Advisor[];
  readonly advisorParams: Context;
  readonly templateRenderer: TemplateRenderer;
  readonly chains: AdvisorChains;
  readonly observations: ChatClientObservations;
  readonly mergedOptions: MergedOptions;
  /** Null if turns cannot be suspended. */
  readonly approvals: ApprovalPolicy | null;
  /** Who decides about calls while the turn waits; null if nobody does. */
  readonly toolApprovalHandler: ToolApprovalHandler | null;
}
