import type { ChatOptions, Message } from '@toolwright/model';
import type { ToolApprovalHandler } from '@toolwright/tools';
import type { Advisor } from '../advisor/Advisor.js';
import type { AdvisorSpec } from '../advisor/AdvisorSpec.js';
import type { ApprovalDecisions } from '../approval/ApprovalDecision.js';
import type { TemplateRenderer } from '../template/TemplateRenderer.js';
import type { CallResponseSpec, ResumedCallSpec } from './CallResponseSpec.js';
import type { ChatClient } from './ChatClient.js';
import type { ContextInput } from './Context.js';
import type { PromptSystemSpec, PromptUserSpec } from './PromptTextSpec.js';
import type { StreamResponseSpec } from './StreamResponseSpec.js';

/** How a turn is run. */
export interface RunOptions {
  /** Ends the turn when it fires: the model request, the running tools and the loop. */
  readonly signal?: AbortSignal;
}

/** How a streamed turn is run. */
export interface StreamRunOptions extends RunOptions {
  /** Whether chunks are held back until their round is known to be the last, so that the text is that of `call()`. */
  readonly onlyFinalRound?: boolean;
}

/** One element or several, or a list of them. */
export type OneOrMany<T> = T | readonly T[];

/**
 * Describes one request, starting from the defaults of its client. It can be run any number of times, and running it
 * never changes it (CX-102). Methods throw an IllegalArgumentException for missing arguments and elements (CC-15, CC-16).
 */
export interface ChatClientRequestSpec {
  /** The system text, or a description of it; what is left out is kept. */
  system(text: string | ((spec: PromptSystemSpec) => void)): this;
  /** The user text, or a description of it; what is left out is kept. It is sent after all messages. */
  user(text: string | ((spec: PromptUserSpec) => void)): this;
  /** Adds messages between the system and the user text. */
  messages(...messages: readonly OneOrMany<Message>[]): this;
  /** Options that override those of the model and the client field by field (OP-07). */
  options(options: ChatOptions | ChatOptions.Builder): this;
  /**
   * Attaches tools: callbacks, providers, objects with `@Tool` methods, and lists of these. The model can run nothing else.
   *
   * @throws {IllegalArgumentException} for an object without tool methods (CC-19)
   */
  tools(...tools: readonly unknown[]): this;
  /** Attaches these tools in place of those of the client, of options and of earlier calls; with none, no tools (CX-120). */
  onlyTools(...tools: readonly unknown[]): this;
  /** Adds values for the tools that the model never sees. */
  toolContext(context: ContextInput): this;
  /**
   * Decides about calls that need an approval, while the turn waits; instead of that of the client, before that of the
   * tool-calling manager (TX-17, AP-01).
   */
  toolApprovalHandler(handler: ToolApprovalHandler): this;
  /** Adds advisors, or advisors and parameters through a description. */
  advisors(...advisors: readonly (OneOrMany<Advisor> | ((spec: AdvisorSpec) => void))[]): this;
  /** Fills the system and user text. */
  templateRenderer(renderer: TemplateRenderer): this;
  /**
   * Makes the request; it is sent by the methods of the result.
   *
   * @throws {IllegalStateException} if the request cannot be made (CC-12, CC-22, AR-09, CX-121)
   */
  call(run?: RunOptions): CallResponseSpec;
  /**
   * Makes the request; it is sent when a stream of the result is iterated.
   *
   * @throws {IllegalStateException} if the request cannot be made (CC-12, CC-22, AR-09, CX-121)
   */
  stream(run?: StreamRunOptions): StreamResponseSpec;
  /**
   * Goes on with a suspended turn. Its prompt and the settings of its model request are those of the turn; of this request
   * count the tools, of which those are attached that the turn had, the tool context, the advisors and their parameters.
   *
   * Nothing runs before the result is awaited, or asked for one of its forms, and it can be asked once.
   *
   * @param decisions by call id; calls that are left out go on waiting
   * @throws the promise of the result rejects with {@link PendingTurnNotFoundException}, with
   *   {@link PendingTurnConflictException} if another process resumes the turn, with {@link ApprovalRefusedException} if a
   *   decision is not about the stored call, with an IllegalArgumentException for what is no decision, and with an
   *   IllegalStateException if the client has no {@link PendingTurnRepository}
   */
  resume(turnId: string, decisions: ApprovalDecisions, run?: RunOptions): ResumedCallSpec;
  /** {@link resume} for a stream. */
  resumeStream(turnId: string, decisions: ApprovalDecisions, run?: StreamRunOptions): StreamResponseSpec;
  /** A builder of clients whose defaults are the settings of this request. */
  mutate(): ChatClient.Builder;
}
