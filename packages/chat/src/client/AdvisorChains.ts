import { IllegalStateException, LoggerFactory, type ObservationRegistry } from '@toolwright/core';
import type { Advisor } from '../advisor/Advisor.js';
import { isMemoryAdvisor, type MemoryAdvisor } from '../advisor/MemoryAdvisor.js';
import { isToolAdvisor } from '../advisor/ToolAdvisor.js';
import { ChatModelCallAdvisor } from '../chain/ChatModelCallAdvisor.js';
import { ChatModelStreamAdvisor } from '../chain/ChatModelStreamAdvisor.js';
import { DefaultAroundAdvisorChain } from '../chain/DefaultAroundAdvisorChain.js';
import type { AdvisorObservationConvention } from '../observation/AdvisorObservationConvention.js';
import { ToolCallingAdvisor } from '../tool-calling/ToolCallingAdvisor.js';

const logger = LoggerFactory.getLogger('toolwright.chat.client');

/** The two chains over one list of advisors. */
interface Chains {
  withDefault?: DefaultAroundAdvisorChain | undefined;
  asGiven?: DefaultAroundAdvisorChain | undefined;
}

/**
 * Makes the chains of requests, one per list of advisors: requests that add no advisor share the client's, and clients
 * without advisors of their own share one. A list without a tool advisor gets one from the builder, unless the request does not want it (AR-01 to AR-13).
 */
export class AdvisorChains {
  readonly #toolCallingAdvisorBuilder: ToolCallingAdvisor.Builder;
  readonly #observationRegistry: ObservationRegistry;
  readonly #observationConvention: AdvisorObservationConvention | null;
  /** Those of the list without advisors. */
  readonly #ofNone: Chains = {};
  readonly #others = new WeakMap<readonly Advisor[], Chains>();

  constructor(
    toolCallingAdvisorBuilder: ToolCallingAdvisor.Builder,
    observationRegistry: ObservationRegistry,
    observationConvention: AdvisorObservationConvention | null,
  ) {
    this.#toolCallingAdvisorBuilder = toolCallingAdvisorBuilder;
    this.#observationRegistry = observationRegistry;
    this.#observationConvention = observationConvention;
  }

  /**
   * The chain that a request goes through, once it is told which model to ask.
   *
   * @param advisors in the order of registration; the list must not change afterwards
   * @param autoRegister whether a tool-calling advisor may be added
   * @throws {IllegalStateException} if there is more than one tool advisor (AR-09)
   */
  chainOf(advisors: readonly Advisor[], autoRegister: boolean): DefaultAroundAdvisorChain {
    const chains = this.#chainsOf(advisors);
    if (!autoRegister) return (chains.asGiven ??= this.#build(advisors));
    return (chains.withDefault ??= advisors.some(isToolAdvisor)
      ? this.#build(advisors)
      : this.#build([...advisors, this.#defaultToolAdvisor(advisors)]));
  }

  #chainsOf(advisors: readonly Advisor[]): Chains {
    if (advisors.length === 0) return this.#ofNone;
    let chains = this.#others.get(advisors);
    if (!chains) this.#others.set(advisors, (chains = {}));
    return chains;
  }

  #build(advisors: readonly Advisor[]): DefaultAroundAdvisorChain {
    const toolAdvisors = advisors.filter(isToolAdvisor);
    if (toolAdvisors.length > 1) {
      const list = toolAdvisors.map(({ name, order }) => `${name} (order=${order})`).join(', ');
      throw new IllegalStateException(
        `At most one ToolAdvisor is allowed in the advisor chain, but found ${toolAdvisors.length}: [${list}]`,
      );
    }
    const [toolAdvisor] = toolAdvisors;
    if (toolAdvisor) {
      for (const memory of memoriesInside(advisors, toolAdvisor.order)) memory.standsInside?.(toolAdvisor);
    }
    warnOfTwoHistories(toolAdvisor, advisors);
    return DefaultAroundAdvisorChain.builder(this.#observationRegistry)
      .observationConvention(this.#observationConvention)
      .pushAll(advisors)
      .pushAll(TERMINAL)
      .build();
  }

  /** A memory inside the loop keeps the turn's history, so the loop must not (AR-11 to AR-13). */
  #defaultToolAdvisor(advisors: readonly Advisor[]): ToolCallingAdvisor {
    const { order } = this.#toolCallingAdvisorBuilder;
    return this.#toolCallingAdvisorBuilder
      .copy()
      .conversationHistoryEnabled(memoriesInside(advisors, order).length === 0)
      .build();
  }
}

/** Each of them asks the model of the chain. */
const TERMINAL: readonly Advisor[] = [new ChatModelCallAdvisor(), new ChatModelStreamAdvisor()];

const warned = new WeakSet<Advisor>();

/** A tool-calling advisor that was built by hand is not adapted (AR-14), but its mistake is named once (CX-130). */
function warnOfTwoHistories(toolAdvisor: Advisor | undefined, advisors: readonly Advisor[]): void {
  if (!(toolAdvisor instanceof ToolCallingAdvisor) || !toolAdvisor.conversationHistoryEnabled) return;
  const [memory] = memoriesInside(advisors, toolAdvisor.order);
  if (!memory || warned.has(toolAdvisor)) return;
  warned.add(toolAdvisor);
  logger.warn(
    `${toolAdvisor.name} (order=${toolAdvisor.order}) keeps the history of the turn, and so does ${memory.name} ` +
      `(order=${memory.order}) inside of it: messages may be sent twice. ` +
      'Call disableInternalConversationHistory() on the builder of the former.',
  );
}

function memoriesInside(advisors: readonly Advisor[], order: number): readonly MemoryAdvisor[] {
  return advisors.filter(isMemoryAdvisor).filter((advisor) => advisor.order > order);
}
