import type { ObservationRegistry } from '@toolwright/core';
import { type ToolCallbackFactory, ToolCallingManager, type ToolContextDefaults } from '@toolwright/tools';
import { type ApprovalOptions, type ApprovalPolicy, approvalPolicy } from '../approval/ApprovalPolicy.js';
import type { PendingTurnRepository } from '../approval/PendingTurnRepository.js';
import type { AdvisorObservationConvention } from '../observation/AdvisorObservationConvention.js';
import type { ChatClientObservationConvention } from '../observation/ChatClientObservationConvention.js';
import { ChatClientObservations } from '../observation/ChatClientObservations.js';
import { ToolCallingAdvisor } from '../tool-calling/ToolCallingAdvisor.js';
import { AdvisorChains } from './AdvisorChains.js';
import { MergedOptions } from './MergedOptions.js';

/** What a client is set up with beside its model, every choice made. */
export interface ClientSetupParts {
  /** Null for one with a manager of its own, which tells the registry about tool calls. */
  readonly toolCallingAdvisorBuilder: ToolCallingAdvisor.Builder | null;
  readonly observationRegistry: ObservationRegistry;
  readonly chatClientObservationConvention: ChatClientObservationConvention;
  readonly advisorObservationConvention: AdvisorObservationConvention | null;
  readonly toolCallbackFactory: ToolCallbackFactory;
  readonly toolContextDefaults: ToolContextDefaults | undefined;
  readonly ignoreUnsupportedTools: boolean;
  readonly pendingTurnRepository: PendingTurnRepository | null;
  readonly approvals: ApprovalOptions | undefined;
}

/** What does not differ between clients that are set up alike, whatever their models and defaults are. Immutable. */
export class ClientSetup {
  readonly toolCallbackFactory: ToolCallbackFactory;
  readonly chains: AdvisorChains;
  readonly observations: ChatClientObservations;
  readonly mergedOptions: MergedOptions;
  /** Null if turns cannot be suspended. */
  readonly approvals: ApprovalPolicy | null;
  readonly #parts: ClientSetupParts;
  readonly #revision: number | null;

  private constructor(parts: ClientSetupParts) {
    const { observationRegistry, toolCallbackFactory } = parts;
    const builder = parts.toolCallingAdvisorBuilder ?? defaultAdvisorBuilder(observationRegistry);
    this.toolCallbackFactory = toolCallbackFactory;
    this.chains = new AdvisorChains(builder, observationRegistry, parts.advisorObservationConvention);
    this.observations = new ChatClientObservations(observationRegistry, parts.chatClientObservationConvention);
    this.mergedOptions = new MergedOptions(
      parts.ignoreUnsupportedTools,
      toolCallbackFactory,
      parts.toolContextDefaults ?? {},
    );
    const { pendingTurnRepository } = parts;
    this.approvals = pendingTurnRepository ? approvalPolicy(pendingTurnRepository, parts.approvals) : null;
    this.#parts = parts;
    this.#revision = builder.revision;
  }

  /**
   * The setup for these parts, the same one for the same parts as long as a client has it. A service that makes a client
   * per user or per request has one advisor builder, and then one tool loop and one chain for all of its clients. Without
   * a builder each client has a manager of its own, whose cache of results it shares with nobody.
   *
   * @throws {IllegalArgumentException} if a time of the approvals is not above 0
   */
  static of(parts: ClientSetupParts): ClientSetup {
    const { toolCallingAdvisorBuilder: builder } = parts;
    // A builder that does not say when it has changed makes an advisor for each client.
    if (!builder || builder.revision === null) return new ClientSetup(parts);
    const known = (setups.get(builder) ?? []).filter((setup) => setup.deref());
    for (const setup of known) {
      const shared = setup.deref();
      if (shared && shared.#fits(parts, builder.revision)) return shared;
    }
    const setup = new ClientSetup(parts);
    setups.set(builder, [...known, new WeakRef(setup)].slice(-SETUPS_PER_BUILDER));
    return setup;
  }

  #fits(parts: ClientSetupParts, revision: number): boolean {
    if (this.#revision !== revision) return false;
    return (Object.keys(parts) as (keyof ClientSetupParts)[]).every((key) => this.#parts[key] === parts[key]);
  }
}

function defaultAdvisorBuilder(observationRegistry: ObservationRegistry): ToolCallingAdvisor.Builder {
  const manager = ToolCallingManager.builder().observationRegistry(observationRegistry).build();
  return ToolCallingAdvisor.builder().toolCallingManager(manager);
}

/** By their builder, and not kept alive by this. */
const setups = new WeakMap<ToolCallingAdvisor.Builder, WeakRef<ClientSetup>[]>();

/** Bounds the search; of more kinds of clients than this the latest are shared. */
const SETUPS_PER_BUILDER = 8;
