import type { ChatClient } from '@toolwright/chat';
import type { ObservationRegistry } from '@toolwright/core';
import type { StudioApplication } from './application/StudioApplication.js';
import { EventLog } from './events/EventLog.js';
import { TurnNews } from './events/TurnNews.js';
import { HeldCalls } from './recording/HeldCalls.js';
import { StudioApprovalHandler } from './recording/StudioApprovalHandler.js';
import { StudioAdvisor } from './recording/StudioAdvisor.js';
import { TurnRecorder } from './recording/TurnRecorder.js';
import { WaitingTurns } from './recording/WaitingTurns.js';
import { InMemoryTurnStore, type InMemoryTurnStoreOptions } from './store/InMemoryTurnStore.js';
import type { TurnStore } from './store/TurnStore.js';
import { type ContentOptions, ContentPolicy } from './view/ContentPolicy.js';

/** How a {@link Studio} keeps and shows turns. */
export interface StudioOptions extends ContentOptions, Omit<InMemoryTurnStoreOptions, 'maxTextLength'> {
  /** Where turns are kept; default an {@link InMemoryTurnStore} with the bounds of these options. */
  readonly store?: TurnStore;
}

/**
 * Records the turns of an application and knows what else there is to show of it; a `StudioServer` shows it.
 *
 * @example
 * const studio = new Studio({ name: 'shop' });
 * const observationRegistry = new ObservationRegistry();
 * const builder = ChatClient.builder(model, { observationRegistry });
 * const client = studio.observe(observationRegistry, builder).build();
 * const server = await new StudioServer(studio).listen();
 * console.log(server.url);
 */
export class Studio {
  readonly application: StudioApplication;
  readonly content: ContentPolicy;
  readonly store: TurnStore;
  readonly log = new EventLog();
  /** What has to be added to the registry of every client whose turns are to be seen. */
  readonly recorder: TurnRecorder;
  /** Calls that wait in this process for decisions of the page. @internal */
  readonly held: HeldCalls;
  /** Turns that wait where other processes see them, too; null if the application has no such place. @internal */
  readonly waiting: WaitingTurns | null;

  constructor(application: StudioApplication, options: StudioOptions = {}) {
    const { store, includeContent = false, contentSwitch = true, ...bounds } = options;
    this.application = application;
    this.content = new ContentPolicy({ includeContent, contentSwitch });
    this.store = store ?? new InMemoryTurnStore({ ...bounds, ...(!this.content.kept && { maxTextLength: 0 }) });
    const news = new TurnNews(this.log, this.content);
    this.recorder = new TurnRecorder(this.store, news);
    this.held = new HeldCalls(news);
    const { pendingTurns } = application;
    this.waiting = pendingTurns ? new WaitingTurns(pendingTurns, this.store, this.recorder, news) : null;
  }

  /**
   * An advisor for one client, with which its texts are seen as they arrive and its turns can go on after approvals.
   *
   * @param registry the registry of the client
   * @param makeClient the client that gets the advisor
   */
  advisor(registry: ObservationRegistry, makeClient: () => ChatClient): StudioAdvisor {
    return new StudioAdvisor(this.recorder, registry, makeClient);
  }

  /**
   * A handler that holds turns until the page has decided about calls that need an approval, for clients and managers
   * whose turns cannot be suspended.
   *
   * @param registry the registry of the clients; asked for at each call
   */
  approvalHandler(registry: () => ObservationRegistry | undefined): StudioApprovalHandler {
    return new StudioApprovalHandler(this.recorder, this.held, registry);
  }

  /**
   * Records the turns of the clients that a builder makes.
   *
   * @param registry the registry that the builder was made with
   * @returns the builder
   */
  observe(registry: ObservationRegistry, builder: ChatClient.Builder): ChatClient.Builder {
    registry.addHandler(this.recorder);
    return builder.defaultAdvisors(this.advisor(registry, () => builder.build()));
  }
}
