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

/** A request description over {@link RequestSettings}, which it replaces at every change. */
export class DefaultChatClientRequestSpec implements ChatClientRequestSpec {
  #settings: RequestSettings;
  readonly #builderOf: (settings: RequestSettings) => ChatClient.Builder;

  constructor(settings: RequestSettings, builderOf: (settings: RequestSettings) => ChatClient.Builder) {
    this.#settings = settings;
    this.#builderOf = builderOf;
  }

  /** The settings of the moment; later changes do not show in them. */
  get settings(): RequestSettings {
    return this.#settings;
  }

  system(text: string | ((spec: PromptSystemSpec) => void)): this {
    return this.#with({ system: mergeTexts(this.#settings.system, describedText(text, new PromptSystemSpec())) });
  }

  user(text: string | ((spec: PromptUserSpec) => void)): this {
    return this.#with({ user: mergeTexts(this.#settings.user, describedText(text, new PromptUserSpec())) });
  }

  messages(...messages: readonly (Message | readonly Message[])[]): this {
    const added = flatList(messages, 'messages');
    const { messages: before } = this.#settings;
    return this.#with({ messages: before.length > 0 ? [...before, ...added] : [...added] });
  }

  options(options: ChatOptions | ChatOptions.Builder): this {
    const customizer = requireNonNull(options, 'customizer cannot be null');
    const layer = customizer instanceof ChatOptions.Builder ? customizer.build() : customizer;
    return this.#with({ options: [...this.#settings.options, layer] });
  }

  tools(...tools: readonly unknown[]): this {
    const { toolCallbacks, toolCallbackProviders, setup } = this.#settings;
    const added = toolsOf(tools, setup.toolCallbackFactory);
    return this.#with({
      // A frozen list is shared with the options of the request instead of being copied into them.
      toolCallbacks: Object.freeze(
        toolCallbacks.length > 0 ? [...toolCallbacks, ...added.toolCallbacks] : added.toolCallbacks,
      ),
      toolCallbackProviders:
        added.toolCallbackProviders.length > 0
          ? [...toolCallbackProviders, ...added.toolCallbackProviders]
          : toolCallbackProviders,
    });
  }

  onlyTools(...tools: readonly unknown[]): this {
    const { toolCallbacks, toolCallbackProviders } = toolsOf(tools, this.#settings.setup.toolCallbackFactory);
    return this.#with({ toolCallbacks: Object.freeze(toolCallbacks), toolCallbackProviders, replacesTools: true });
  }

  toolContext(context: ContextInput): this {
    return this.#with({ toolContext: { ...this.#settings.toolContext, ...toolContextOf(context) } });
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
    // Without new advisors the list stays the same object, and so does the chain that belongs to it.
    return this.#with({
      advisors: added.length > 0 ? [...this.#settings.advisors, ...added] : this.#settings.advisors,
      advisorParams: mergeContexts(this.#settings.advisorParams, params),
    });
  }

  toolApprovalHandler(handler: ToolApprovalHandler): this {
    return this.#with({ toolApprovalHandler: requireNonNull(handler, 'toolApprovalHandler cannot be null') });
  }

  templateRenderer(renderer: TemplateRenderer): this {
    return this.#with({ templateRenderer: requireNonNull(renderer, 'templateRenderer cannot be null') });
  }

  call(run: RunOptions = {}): CallResponseSpec {
    const prepared = this.#prepare();
    return new DefaultCallResponseSpec(() => prepared, run.signal);
  }

  stream(run: StreamRunOptions = {}): StreamResponseSpec {
    const prepared = this.#prepare();
    return new DefaultStreamResponseSpec(() => prepared, run.signal, run.onlyFinalRound ?? false);
  }

  resume(turnId: string, decisions: ApprovalDecisions, run: RunOptions = {}): ResumedCallSpec {
    const settings = this.#settings;
    return new DefaultResumedCallSpec(() => resumedOf(settings, turnId, decisions), run.signal);
  }

  resumeStream(turnId: string, decisions: ApprovalDecisions, run: StreamRunOptions = {}): StreamResponseSpec {
    const settings = this.#settings;
    const prepare = (): Promise<PreparedRequest> => resumedOf(settings, turnId, decisions);
    return new DefaultStreamResponseSpec(prepare, run.signal, run.onlyFinalRound ?? false);
  }

  mutate(): ChatClient.Builder {
    return this.#builderOf(this.#settings);
  }

  #prepare(): MaybePromise<PreparedRequest> {
    const prepared = PreparedRequest.of(this.#settings);
    // A provider that fails is reported by the method that runs the request, which may never be called.
    if (prepared instanceof Promise) prepared.catch(() => undefined);
    return prepared;
  }

  #with(changes: Partial<RequestSettings>): this {
    this.#settings = { ...this.#settings, ...changes };
    return this;
  }
}

function describedText<Spec extends PromptSystemSpec>(text: string | ((spec: Spec) => void), spec: Spec): PromptText {
  if (typeof text === 'function') text(spec);
  else spec.text(requireText(text, 'text cannot be null or empty'));
  return spec.described;
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
