import { type MaybePromise, requireNonNull, requireNonNullElements, requireText } from '@toolwright/core';
import { ChatOptions, type Message } from '@toolwright/model';
import type { ToolApprovalHandler } from '@toolwright/tools';
import type { Advisor } from '../advisor/Advisor.js';
import { AdvisorSpec } from '../advisor/AdvisorSpec.js';
import type { ApprovalDecisions } from '../approval/ApprovalDecision.js';
import type { TemplateRenderer } from '../template/TemplateRenderer.js';
import {
  type CallResponseSpec,
  DefaultCallResponseSpec,
  DefaultResumedCallSpec,
  type ResumedCallSpec,
} from './CallResponseSpec.js';
import type { ChatClient } from './ChatClient.js';
import type { ChatClientRequestSpec, RunOptions, StreamRunOptions } from './ChatClientRequestSpec.js';
import { type ContextInput, mergeContexts } from './Context.js';
import { PreparedRequest } from './PreparedRequest.js';
import { mergeTexts, PromptSystemSpec, type PromptText, PromptUserSpec } from './PromptTextSpec.js';
import type { RequestSettings } from './RequestSettings.js';
import { DefaultStreamResponseSpec, type StreamResponseSpec } from './StreamResponseSpec.js';
import { toolContextOf } from './toolContextOf.js';
import { toolsOf } from './toolsOf.js';

/** A request description over {@link RequestSettings}; the first change is made to a copy. */
export class DefaultChatClientRequestSpec implements ChatClientRequestSpec {
  #settings: RequestSettings;
  /** The same settings as long as nobody else has them, so that they may still be changed. */
  #own: Writable<RequestSettings> | null = null;
  readonly #builderOf: (settings: RequestSettings) => ChatClient.Builder;

  constructor(settings: RequestSettings, builderOf: (settings: RequestSettings) => ChatClient.Builder) {
    this.#settings = settings;
    this.#builderOf = builderOf;
  }

  /** The settings of the moment; later changes do not show in them. */
  get settings(): RequestSettings {
    this.#own = null;
    return this.#settings;
  }

  system(text: string | ((spec: PromptSystemSpec) => void)): this {
    const own = this.#writable();
    own.system = textOver(own.system, text, PromptSystemSpec);
    return this;
  }

  user(text: string | ((spec: PromptUserSpec) => void)): this {
    const own = this.#writable();
    own.user = textOver(own.user, text, PromptUserSpec);
    return this;
  }

  messages(...messages: readonly (Message | readonly Message[])[]): this {
    const added = flatList(messages, 'messages');
    const own = this.#writable();
    own.messages = own.messages.length > 0 ? [...own.messages, ...added] : added.slice();
    return this;
  }

  options(options: ChatOptions | ChatOptions.Builder): this {
    const customizer = requireNonNull(options, 'customizer cannot be null');
    const layer = customizer instanceof ChatOptions.Builder ? customizer.build() : customizer;
    const own = this.#writable();
    own.options = [...own.options, layer];
    return this;
  }

  tools(...tools: readonly unknown[]): this {
    const { toolCallbacks, toolCallbackProviders } = toolsOf(tools, this.#settings.setup.toolCallbackFactory);
    const own = this.#writable();
    // A frozen list is shared with the options of the request instead of being copied into them.
    own.toolCallbacks = Object.freeze(
      own.toolCallbacks.length > 0 ? [...own.toolCallbacks, ...toolCallbacks] : toolCallbacks,
    );
    if (toolCallbackProviders.length > 0) {
      own.toolCallbackProviders = [...own.toolCallbackProviders, ...toolCallbackProviders];
    }
    return this;
  }

  onlyTools(...tools: readonly unknown[]): this {
    const { toolCallbacks, toolCallbackProviders } = toolsOf(tools, this.#settings.setup.toolCallbackFactory);
    const own = this.#writable();
    own.toolCallbacks = Object.freeze(toolCallbacks);
    own.toolCallbackProviders = toolCallbackProviders;
    own.replacesTools = true;
    return this;
  }

  toolContext(context: ContextInput): this {
    const added = toolContextOf(context);
    const own = this.#writable();
    own.toolContext = { ...own.toolContext, ...added };
    return this;
  }

  advisors(...advisors: readonly (Advisor | readonly Advisor[] | ((spec: AdvisorSpec) => void))[]): this {
    if (advisors.length === 1) requireNonNull(advisors[0], 'consumer cannot be null');
    requireNonNullElements(advisors, 'consumer cannot be null', 'advisors cannot contain null elements');
    const spec = new AdvisorSpec();
    for (const advisor of advisors) {
      if (typeof advisor === 'function') advisor(spec);
      else spec.advisors(...flatList([advisor], 'advisors'));
    }
    const { advisors: added, params } = spec.described;
    const own = this.#writable();
    // Without new advisors the list stays the same object, and so does the chain that belongs to it.
    if (added.length > 0) own.advisors = [...own.advisors, ...added];
    own.advisorParams = mergeContexts(own.advisorParams, params);
    return this;
  }

  toolApprovalHandler(handler: ToolApprovalHandler): this {
    this.#writable().toolApprovalHandler = requireNonNull(handler, 'toolApprovalHandler cannot be null');
    return this;
  }

  templateRenderer(renderer: TemplateRenderer): this {
    this.#writable().templateRenderer = requireNonNull(renderer, 'templateRenderer cannot be null');
    return this;
  }

  call(run?: RunOptions): CallResponseSpec {
    const prepared = this.#prepare();
    return new DefaultCallResponseSpec(() => prepared, run?.signal);
  }

  stream(run: StreamRunOptions = {}): StreamResponseSpec {
    const prepared = this.#prepare();
    return new DefaultStreamResponseSpec(() => prepared, run.signal, run.onlyFinalRound ?? false);
  }

  resume(turnId: string, decisions: ApprovalDecisions, run: RunOptions = {}): ResumedCallSpec {
    const { settings } = this;
    return new DefaultResumedCallSpec(() => resumedOf(settings, turnId, decisions), run.signal);
  }

  resumeStream(turnId: string, decisions: ApprovalDecisions, run: StreamRunOptions = {}): StreamResponseSpec {
    const { settings } = this;
    const prepare = (): Promise<PreparedRequest> => resumedOf(settings, turnId, decisions);
    return new DefaultStreamResponseSpec(prepare, run.signal, run.onlyFinalRound ?? false);
  }

  mutate(): ChatClient.Builder {
    return this.#builderOf(this.settings);
  }

  #prepare(): MaybePromise<PreparedRequest> {
    const prepared = PreparedRequest.of(this.settings);
    // A provider that fails is reported by the method that runs the request, which may never be called.
    if (prepared instanceof Promise) prepared.catch(() => undefined);
    return prepared;
  }

  #writable(): Writable<RequestSettings> {
    this.#own ??= { ...this.#settings };
    this.#settings = this.#own;
    return this.#own;
  }
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

function textOver<Spec extends PromptSystemSpec>(
  base: PromptText,
  text: string | ((spec: Spec) => void),
  Spec: new () => Spec,
): PromptText {
  if (typeof text !== 'function') {
    const { params, metadata, media } = base;
    return { text: requireText(text, 'text cannot be null or empty'), params, metadata, media };
  }
  const spec = new Spec();
  text(spec);
  return mergeTexts(base, spec.described);
}

function flatList<T>(elements: readonly (T | readonly T[])[], name: string): readonly T[] {
  const [only] = elements;
  if (elements.length === 1) requireNonNull(only, `${name} cannot be null`);
  return requireNonNullElements(
    // A whole conversation comes as one list; flattening would look at each message again.
    elements.length === 1 && Array.isArray(only) ? (only as readonly T[]) : (elements.flat() as readonly T[]),
    `${name} cannot be null`,
    `${name} cannot contain null elements`,
  );
}

/** Few programs resume turns: what that takes is loaded when one does. */
async function resumedOf(
  settings: RequestSettings,
  turnId: string,
  decisions: ApprovalDecisions,
): Promise<PreparedRequest> {
  const { prepareResumed } = await import('./prepareResumed.js');
  return prepareResumed(settings, turnId, decisions);
}
