import {
  IllegalArgumentException,
  IllegalStateException,
  requireNonNull,
  requireNonNullElements,
  ObservationRegistry,
} from '@toolwright/core';
import type { ChatModel } from '@toolwright/model';
import type { Advisor } from '../advisor/Advisor.js';
import type { CallAdvisor, CallAdvisorChain } from '../advisor/CallAdvisor.js';
import type { StreamAdvisor, StreamAdvisorChain } from '../advisor/StreamAdvisor.js';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import type { ChatClientResponse } from '../client/ChatClientResponse.js';
import type { AdvisorObservationConvention } from '../observation/AdvisorObservationConvention.js';
import { AdvisorObservations } from '../observation/AdvisorObservations.js';
import { DefaultAdvisorObservationConvention } from '../observation/DefaultAdvisorObservationConvention.js';
import { failing } from '../streaming/replayable.js';
import { isTerminalAdvisor, modelAtEndOf } from './terminalAdvisor.js';

/** What all positions of a chain share: its advisors in the order in which they run, and those of each kind. */
interface Members {
  readonly observations: AdvisorObservations;
  readonly all: readonly Advisor[];
  readonly call: readonly CallAdvisor[];
  readonly stream: readonly StreamAdvisor[];
  /** Those behind an advisor, for the chains that were asked for. */
  readonly behind: Map<Advisor, Members>;
}

/**
 * An immutable list of advisors and a position in it. Running an advisor hands it the same list at the next position, so
 * any advisor may run the rest as often as it likes, and one chain serves any number of concurrent turns (AD-13).
 * Which model is asked in the end is no part of the list, so that clients with the same advisors share one.
 */
export class DefaultAroundAdvisorChain implements CallAdvisorChain, StreamAdvisorChain {
  readonly #members: Members;
  readonly #position: number;
  readonly #chatModel: ChatModel | undefined;
  #behind: DefaultAroundAdvisorChain | undefined;
  #asking: DefaultAroundAdvisorChain | undefined;

  private constructor(members: Members, position: number, chatModel: ChatModel | undefined) {
    this.#members = members;
    this.#position = position;
    this.#chatModel = chatModel;
  }

  /**
   * @param observationRegistry who is told about every run of an advisor; default nobody
   * @throws {IllegalArgumentException} `the observationRegistry must be non-null`
   */
  static builder(
    observationRegistry: ObservationRegistry = ObservationRegistry.NOOP,
  ): DefaultAroundAdvisorChain.Builder {
    requireNonNull(observationRegistry, 'the observationRegistry must be non-null');
    return new DefaultAroundAdvisorChain.Builder(observationRegistry, DefaultAroundAdvisorChain.#build);
  }

  get callAdvisors(): readonly CallAdvisor[] {
    return this.#members.call;
  }

  get streamAdvisors(): readonly StreamAdvisor[] {
    return this.#members.stream;
  }

  get chatModel(): ChatModel | undefined {
    return this.#chatModel ?? modelAtEndOf(this.#members.all);
  }

  /**
   * This chain with the model that it asks where its end has none of its own; the latest is kept, as most chains are
   * told the same model by every turn.
   *
   * @internal
   */
  asking(chatModel: ChatModel): DefaultAroundAdvisorChain {
    const latest = this.#asking;
    if (latest && latest.#chatModel === chatModel) return latest;
    return (this.#asking = new DefaultAroundAdvisorChain(this.#members, this.#position, chatModel));
  }

  nextCall(request: ChatClientRequest): Promise<ChatClientResponse> {
    const { call, observations } = this.#members;
    const advisor = call[this.#position];
    try {
      requireNonNull(request, 'the chatClientRequest cannot be null');
      if (!advisor) throw new IllegalStateException('No CallAdvisors available to execute');
      if (observations.isNoop) return advisor.adviseCall(request, this.#next());
      return observations.call(advisor, request, this.#next());
    } catch (error) {
      const reason = error as Error;
      return Promise.reject(reason);
    }
  }

  nextStream(request: ChatClientRequest): AsyncIterable<ChatClientResponse> {
    const { stream, observations } = this.#members;
    const advisor = stream[this.#position];
    try {
      requireNonNull(request, 'the chatClientRequest cannot be null');
      if (!advisor) throw new IllegalStateException('No StreamAdvisors available to execute');
      if (observations.isNoop) return advisor.adviseStream(request, this.#next());
      return observations.stream(advisor, request, this.#next());
    } catch (error) {
      return failing(error);
    }
  }

  copy(after: CallAdvisor | StreamAdvisor): DefaultAroundAdvisorChain {
    requireNonNull(after, 'The after advisor must not be null');
    const { all, observations, behind } = this.#members;
    let members = behind.get(after);
    if (!members) {
      const index = all.indexOf(after);
      if (index < 0) {
        throw new IllegalArgumentException(`The specified advisor is not part of the chain: ${after.name}`);
      }
      members = membersOf(all.slice(index + 1), observations);
      behind.set(after, members);
    }
    return new DefaultAroundAdvisorChain(members, 0, this.#chatModel);
  }

  /** A builder that holds the advisors of this chain, and observes them as this chain does. */
  mutate(): DefaultAroundAdvisorChain.Builder {
    const { all, observations } = this.#members;
    const { registry, convention } = observations;
    return new DefaultAroundAdvisorChain.Builder(registry, DefaultAroundAdvisorChain.#build, this.#chatModel)
      .observationConvention(convention)
      .pushAll(all);
  }

  /** The same chain one position further, made once: it holds nothing that belongs to a request. */
  #next(): DefaultAroundAdvisorChain {
    this.#behind ??= new DefaultAroundAdvisorChain(this.#members, this.#position + 1, this.#chatModel);
    return this.#behind;
  }

  static readonly #build: BuildChain = (advisors, observations, chatModel) =>
    new DefaultAroundAdvisorChain(membersOf(inRunningOrder(advisors), observations), 0, chatModel);
}

type BuildChain = (
  advisors: readonly Advisor[],
  observations: AdvisorObservations,
  chatModel: ChatModel | undefined,
) => DefaultAroundAdvisorChain;

const DEFAULT_CONVENTION = new DefaultAdvisorObservationConvention();

function membersOf(all: readonly Advisor[], observations: AdvisorObservations): Members {
  return {
    observations,
    all,
    // `filter` leaves room for more; a copy has the size of what it holds.
    call: Object.freeze([...all.filter((advisor): advisor is CallAdvisor => 'adviseCall' in advisor)]),
    stream: Object.freeze([...all.filter((advisor): advisor is StreamAdvisor => 'adviseStream' in advisor)]),
    behind: new Map(),
  };
}

// The sort is stable, so equal orders keep the order of registration (AD-04); asking the model comes last in any case.
function inRunningOrder(advisors: readonly Advisor[]): readonly Advisor[] {
  return [...advisors].sort((a, b) => Number(isTerminalAdvisor(a)) - Number(isTerminalAdvisor(b)) || a.order - b.order);
}

export namespace DefaultAroundAdvisorChain {
  /** Collects the advisors of a chain; they are sorted when it is built. */
  export class Builder {
    readonly #advisors: Advisor[] = [];
    readonly #observationRegistry: ObservationRegistry;
    readonly #build: BuildChain;
    readonly #chatModel: ChatModel | undefined;
    #observationConvention: AdvisorObservationConvention = DEFAULT_CONVENTION;

    /** @internal */
    constructor(observationRegistry: ObservationRegistry, build: BuildChain, chatModel?: ChatModel) {
      this.#observationRegistry = observationRegistry;
      this.#build = build;
      this.#chatModel = chatModel;
    }

    /**
     * How the runs of advisors are named; null and the default are {@link DefaultAdvisorObservationConvention}, the names
     * of OpenTelemetry. {@link namedAdvisorConvention} has the others.
     */
    observationConvention(observationConvention: AdvisorObservationConvention | null): this {
      this.#observationConvention = observationConvention ?? DEFAULT_CONVENTION;
      return this;
    }

    /** @throws {IllegalArgumentException} `the advisor must be non-null` */
    push(advisor: Advisor): this {
      this.#advisors.push(requireNonNull(advisor, 'the advisor must be non-null'));
      return this;
    }

    /** @throws {IllegalArgumentException} `the advisors must be non-null`, `the advisors must not contain null elements` */
    pushAll(advisors: readonly Advisor[]): this {
      this.#advisors.push(
        ...requireNonNullElements(
          advisors,
          'the advisors must be non-null',
          'the advisors must not contain null elements',
        ),
      );
      return this;
    }

    build(): DefaultAroundAdvisorChain {
      const observations = new AdvisorObservations(this.#observationRegistry, this.#observationConvention);
      return this.#build(this.#advisors, observations, this.#chatModel);
    }
  }
}
