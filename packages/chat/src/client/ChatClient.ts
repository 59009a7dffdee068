import { nameClass, ObservationRegistry, requireNonNull, requireText } from '@toolwright/core';
import { type ChatModel, type ChatOptions, Prompt, UserMessage } from '@toolwright/model';
import { type ToolApprovalHandler, ToolCallbackFactory, type ToolContextDefaults } from '@toolwright/tools';
import type { Advisor } from '../advisor/Advisor.js';
import type { AdvisorSpec } from '../advisor/AdvisorSpec.js';
import type { ApprovalDecisions } from '../approval/ApprovalDecision.js';
import type { ApprovalOptions } from '../approval/ApprovalPolicy.js';
import type { PendingTurnRepository } from '../approval/PendingTurnRepository.js';
import type { AdvisorObservationConvention } from '../observation/AdvisorObservationConvention.js';
import type { ChatClientObservationConvention } from '../observation/ChatClientObservationConvention.js';
import type { ChatModelObservationConvention } from '../observation/ChatModelObservationConvention.js';
import { DefaultChatClientObservationConvention } from '../observation/DefaultChatClientObservationConvention.js';
import { DefaultTemplateRenderer } from '../template/DefaultTemplateRenderer.js';
import type { TemplateRenderer } from '../template/TemplateRenderer.js';
import type { ToolCallingAdvisor } from '../tool-calling/ToolCallingAdvisor.js';
import type { ResumedCallSpec } from './CallResponseSpec.js';
import type { ChatClientRequestSpec, RunOptions, StreamRunOptions } from './ChatClientRequestSpec.js';
import { ClientSetup } from './ClientSetup.js';
import { type ContextInput, EMPTY_CONTEXT } from './Context.js';
import { DefaultChatModelObservationConvention } from '../observation/DefaultChatModelObservationConvention.js';
import { ObservedChatModel } from '../observation/ObservedChatModel.js';
import { DefaultChatClientRequestSpec } from './DefaultChatClientRequestSpec.js';
import { NO_TEXT, type PromptSystemSpec, type PromptUserSpec } from './PromptTextSpec.js';
import type { RequestSettings } from './RequestSettings.js';
import { sharedToolList } from './sharedToolList.js';
import type { StreamResponseSpec } from './StreamResponseSpec.js';

/** What a {@link ChatClient} can be made with beside its model. */
export interface ChatClientSettings {
  /** Who is told about every turn, every run of an advisor and every request of the model; default nobody. */
  readonly observationRegistry?: ObservationRegistry;
  /** How turns are named; default {@link DefaultChatClientObservationConvention}. */
  readonly chatClientObservationConvention?: ChatClientObservationConvention | null;
  /** How runs of advisors are named; default {@link DefaultAdvisorObservationConvention}. */
  readonly advisorObservationConvention?: AdvisorObservationConvention | null;
  /** How requests of the model are named; default {@link DefaultChatModelObservationConvention}. */
  readonly chatModelObservationConvention?: ChatModelObservationConvention | null;
  /**
   * Makes the tool-calling advisor of requests that bring no tool advisor; default {@link ToolCallingAdvisor.builder}
   * with a manager that tells the registry about tool calls.
   */
  readonly toolCallingAdvisorBuilder?: ToolCallingAdvisor.Builder;
  /** Makes the tools of objects, and decides what all tools are called; default {@link ToolCallbackFactory.DEFAULT}. */
  readonly toolCallbackFactory?: ToolCallbackFactory;
  /** Where turns wait that need an approval which nobody gives at once; default null, and such calls are declined (AP-03). */
  readonly pendingTurnRepository?: PendingTurnRepository | null;
  /** How long suspended turns and remembered decisions hold, and what is stored with them. */
  readonly approvals?: ApprovalOptions;
  /** Locale and time zone by which tools describe themselves in requests that name none; default the process's (EG-05). */
  readonly toolContextDefaults?: ToolContextDefaults;
  /** Whether tools are dropped, instead of an exception, if the model's options cannot carry them (CX-121); default false. */
  readonly ignoreUnsupportedTools?: boolean;
}

/**
 * Sends prompts to a model, through a chain of advisors. Immutable; one client serves any number of concurrent requests.
 *
 * @example
 * const client = ChatClient.builder(model).defaultSystem('Be brief.').build();
 * const answer = await client.prompt().user('What is the weather in Oslo?').tools(new WeatherTools()).call().content();
 */
export abstract class ChatClient {
  /** @throws {IllegalArgumentException} `chatModel cannot be null`, `observationRegistry cannot be null` */
  static create(chatModel: ChatModel, settings: ChatClientSettings = {}): ChatClient {
    return ChatClient.builder(chatModel, settings).build();
  }

  /** @throws {IllegalArgumentException} `chatModel cannot be null`, `observationRegistry cannot be null` */
  static builder(chatModel: ChatModel, settings: ChatClientSettings = {}): ChatClient.Builder {
    requireNonNull(chatModel, 'chatModel cannot be null');
    const { observationRegistry = ObservationRegistry.NOOP } = settings;
    requireNonNull(observationRegistry, 'observationRegistry cannot be null');
    const { toolCallbackFactory = ToolCallbackFactory.DEFAULT } = settings;
    const modelConvention = settings.chatModelObservationConvention ?? DEFAULT_MODEL_CONVENTION;
    const observedModel =
      observationRegistry === ObservationRegistry.NOOP
        ? chatModel
        : new ObservedChatModel(chatModel, observationRegistry, modelConvention);
    const setup = ClientSetup.of({
      toolCallingAdvisorBuilder: settings.toolCallingAdvisorBuilder ?? null,
      observationRegistry,
      chatClientObservationConvention: settings.chatClientObservationConvention ?? DEFAULT_CONVENTION,
      advisorObservationConvention: settings.advisorObservationConvention ?? null,
      toolCallbackFactory,
      toolContextDefaults: settings.toolContextDefaults,
      ignoreUnsupportedTools: settings.ignoreUnsupportedTools ?? false,
      pendingTurnRepository: settings.pendingTurnRepository ?? null,
      approvals: settings.approvals,
    });
    return builderOf({ ...NO_DEFAULTS, setup, chatModel: observedModel, mergedOptions: setup.mergedOptions });
  }

  /**
   * A new request that starts from the client's defaults. A text becomes a message before the user text (CC-03); of a
   * prompt the messages and the options are taken over.
   *
   * @throws {IllegalArgumentException} `content cannot be null or empty`, `prompt cannot be null`
   */
  abstract prompt(content?: string | Prompt): ChatClientRequestSpec;

  /**
   * Goes on with a turn that was suspended because calls need an approval, in whatever process; see
   * {@link ChatClientRequestSpec.resume}, also for tools, tool context and advisors that are not the client's.
   *
   * @example
   * const response = await client.resume(turnId, { [callId]: approve, [otherId]: deny('no budget') });
   */
  abstract resume(turnId: string, decisions: ApprovalDecisions, run?: RunOptions): ResumedCallSpec;

  /** {@link resume} for a stream. */
  abstract resumeStream(turnId: string, decisions: ApprovalDecisions, run?: StreamRunOptions): StreamResponseSpec;

  /** The advisors that every request of this client has, in the order of registration; the default tool advisor is none. */
  abstract readonly defaultAdvisors: readonly Advisor[];

  /** A builder filled with everything this client was built from. */
  abstract mutate(): ChatClient.Builder;
}

class DefaultChatClient extends ChatClient {
  readonly #settings: RequestSettings;

  constructor(settings: RequestSettings) {
    super();
    this.#settings = settings;
  }

  override prompt(...content: readonly [(string | Prompt)?]): ChatClientRequestSpec {
    const spec = new DefaultChatClientRequestSpec(this.#settings, builderOf);
    if (content.length === 0) return spec;
    const given = requireNonNull(content[0], 'prompt cannot be null');
    if (!(given instanceof Prompt))
      return spec.messages(new UserMessage(requireText(given, 'content cannot be null or empty')));
    spec.messages(given.instructions);
    return given.options ? spec.options(given.options) : spec;
  }

  override resume(turnId: string, decisions: ApprovalDecisions, run?: RunOptions): ResumedCallSpec {
    return this.prompt().resume(turnId, decisions, run);
  }

  override resumeStream(turnId: string, decisions: ApprovalDecisions, run?: StreamRunOptions): StreamResponseSpec {
    return this.prompt().resumeStream(turnId, decisions, run);
  }

  override get defaultAdvisors(): readonly Advisor[] {
    return this.#settings.advisors;
  }

  override mutate(): ChatClient.Builder {
    return builderOf(this.#settings);
  }
}

const DEFAULT_MODEL_CONVENTION = new DefaultChatModelObservationConvention();
const DEFAULT_CONVENTION = new DefaultChatClientObservationConvention();

/** What a client without defaults has; shared, because services may make a client per user or per request. */
const NO_DEFAULTS = Object.freeze({
  system: NO_TEXT,
  user: NO_TEXT,
  messages: Object.freeze([]),
  options: Object.freeze([]),
  toolCallbacks: Object.freeze([]),
  toolCallbackProviders: Object.freeze([]),
  replacesTools: false,
  toolContext: Object.freeze({}),
  advisors: Object.freeze([]),
  advisorParams: EMPTY_CONTEXT,
  templateRenderer: new DefaultTemplateRenderer(),
  toolApprovalHandler: null,
});

function builderOf(settings: RequestSettings): ChatClient.Builder {
  return new ChatClient.Builder(new DefaultChatClientRequestSpec(settings, builderOf));
}

/** The settings that a client keeps: of what others have as well, theirs. */
function defaultsOf(settings: RequestSettings): RequestSettings {
  const { setup, chatModel, system, user, messages, options, toolCallbackProviders, toolContext } = settings;
  const { replacesTools, advisors, advisorParams, templateRenderer, toolApprovalHandler } = settings;
  const addsOnlyTools = options === NO_DEFAULTS.options && toolContext === NO_DEFAULTS.toolContext;
  // Written out, since an object that is made by spreading others has room that it does not need.
  return {
    setup,
    chatModel,
    system,
    user,
    messages,
    options,
    toolCallbacks: sharedToolList(settings.toolCallbacks),
    toolCallbackProviders,
    replacesTools,
    toolContext,
    advisors,
    advisorParams,
    templateRenderer,
    mergedOptions: addsOnlyTools ? setup.mergedOptions : setup.mergedOptions.forClient(),
    toolApprovalHandler,
  };
}

export namespace ChatClient {
  /**
   * Collects the defaults of a client; see {@link ChatClientRequestSpec} for what each of them means. A client that was
   * built does not change with its builder (CX-120).
   */
  export class Builder {
    readonly #defaults: DefaultChatClientRequestSpec;

    /** @internal */
    constructor(defaults: DefaultChatClientRequestSpec) {
      this.#defaults = defaults;
    }

    defaultSystem(text: string | ((spec: PromptSystemSpec) => void)): this {
      this.#defaults.system(text);
      return this;
    }

    defaultUser(text: string | ((spec: PromptUserSpec) => void)): this {
      this.#defaults.user(text);
      return this;
    }

    defaultOptions(options: ChatOptions | ChatOptions.Builder): this {
      this.#defaults.options(options);
      return this;
    }

    defaultAdvisors(...advisors: readonly (Advisor | readonly Advisor[] | ((spec: AdvisorSpec) => void))[]): this {
      this.#defaults.advisors(...advisors);
      return this;
    }

    /** Tools of every request of the client. */
    defaultTools(...tools: readonly unknown[]): this {
      this.#defaults.tools(...tools);
      return this;
    }

    defaultToolContext(context: ContextInput): this {
      this.#defaults.toolContext(context);
      return this;
    }

    /** Decides about calls that need an approval, while the turn waits (TX-17). */
    defaultToolApprovalHandler(handler: ToolApprovalHandler): this {
      this.#defaults.toolApprovalHandler(handler);
      return this;
    }

    defaultTemplateRenderer(renderer: TemplateRenderer): this {
      this.#defaults.templateRenderer(renderer);
      return this;
    }

    /** A builder with the same defaults, independent of this one. */
    clone(): Builder {
      return builderOf(this.#defaults.settings);
    }

    build(): ChatClient {
      return new DefaultChatClient(defaultsOf(this.#defaults.settings));
    }
  }
}

nameClass(ChatClient.Builder, 'ChatClient.Builder');
