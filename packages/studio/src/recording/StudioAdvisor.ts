import {
  type CallAdvisor,
  type CallAdvisorChain,
  type ChatClient,
  type ChatClientRequest,
  type ChatClientResponse,
  HIGHEST_PRECEDENCE,
  type StreamAdvisor,
  type StreamAdvisorChain,
} from '@toolwright/chat';
import type { ObservationRegistry } from '@toolwright/core';
import type { TurnRecorder } from './TurnRecorder.js';

/**
 * Shows the text of streamed turns as it arrives, and knows the client of the turns that it sees, so that those that wait
 * for approvals can go on. It changes nothing; it stands outside of all other advisors.
 */
export class StudioAdvisor implements CallAdvisor, StreamAdvisor {
  readonly name = 'Studio Advisor';
  readonly order = HIGHEST_PRECEDENCE;
  readonly #recorder: TurnRecorder;
  readonly #registry: ObservationRegistry;
  readonly #makeClient: () => ChatClient;
  #client: ChatClient | undefined;

  /**
   * @param registry the registry of the client, to which the recorder was added
   * @param makeClient the client that has this advisor; called at the first turn that waits
   */
  constructor(recorder: TurnRecorder, registry: ObservationRegistry, makeClient: () => ChatClient) {
    this.#recorder = recorder;
    this.#registry = registry;
    this.#makeClient = makeClient;
  }

  /** The client whose turns this advisor sees. */
  client(): ChatClient {
    this.#client ??= this.#makeClient();
    return this.#client;
  }

  adviseCall(request: ChatClientRequest, chain: CallAdvisorChain): Promise<ChatClientResponse> {
    return chain.nextCall(request);
  }

  async *adviseStream(
    request: ChatClientRequest,
    chain: StreamAdvisorChain,
  ): AsyncGenerator<ChatClientResponse, void, void> {
    const observation = this.#registry.current;
    for await (const chunk of chain.nextStream(request)) {
      const text = chunk.chatResponse?.result?.output.text;
      if (text) this.#recorder.streamed(observation, text);
      yield chunk;
    }
  }
}
