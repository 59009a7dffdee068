import type { ConfigurationReport } from '@toolwright/boot';
import type { ChatClient, PendingTurnRepository } from '@toolwright/chat';
import type { MaybePromise } from '@toolwright/core';
import type { ToolIndex } from '@toolwright/tool-search';
import type { CollectedTool, ToolLimitSettings } from '@toolwright/tools';
import type { ConditionReport } from '../protocol/index.js';

/** What a studio shows beside turns; what is left out has no panel. Everything is asked for when a page wants it. */
export interface StudioApplication {
  /** Shown as the title. */
  readonly name: string;
  /** The tools for the catalogue, sorted by name. */
  readonly tools?: () => MaybePromise<readonly CollectedTool[]>;
  /** What searches the tools. */
  readonly toolIndex?: () => MaybePromise<ToolIndex>;
  /** The limits of turns. */
  readonly limits?: () => MaybePromise<ToolLimitSettings | null>;
  /** Whether turns can wait for approvals; default false. */
  readonly approvals?: boolean;
  /** Where turns wait for approvals; those that other processes have left there are shown, too. */
  readonly pendingTurns?: () => MaybePromise<PendingTurnRepository>;
  readonly conditions?: () => ConditionReport;
  readonly configuration?: () => ConfigurationReport;
  /** The client that the page may talk to, and that goes on with turns that other processes have suspended. */
  readonly chatClient?: () => MaybePromise<ChatClient>;
}
