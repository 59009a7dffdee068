import {
  type CallAdvisor,
  type CallAdvisorChain,
  type ChatClientRequest,
  type ChatClientResponse,
  MEMORY_ADVISOR,
  type MemoryAdvisor,
  type StreamAdvisor,
  type StreamAdvisorChain,
  TOOL_ADVISOR,
  type ToolAdvisor,
} from '@toolwright/chat';

/** Passes everything on, and keeps what passed. */
export class PassingAdvisor implements CallAdvisor, StreamAdvisor {
  readonly requests: ChatClientRequest[] = [];
  readonly responses: ChatClientResponse[] = [];

  constructor(
    readonly name: string,
    readonly order: number,
    readonly change: (request: ChatClientRequest) => ChatClientRequest = (request) => request,
    readonly changeResponse: (response: ChatClientResponse) => ChatClientResponse = (response) => response,
  ) {}

  /** How often the advisor ran. */
  get count(): number {
    return this.requests.length;
  }

  async adviseCall(request: ChatClientRequest, chain: CallAdvisorChain): Promise<ChatClientResponse> {
    this.requests.push(request);
    const response = this.changeResponse(await chain.nextCall(this.change(request)));
    this.responses.push(response);
    return response;
  }

  async *adviseStream(request: ChatClientRequest, chain: StreamAdvisorChain): AsyncIterable<ChatClientResponse> {
    this.requests.push(request);
    for await (const chunk of chain.nextStream(this.change(request))) {
      const changed = this.changeResponse(chunk);
      this.responses.push(changed);
      yield changed;
    }
  }
}

/** A tool advisor that does nothing. */
export class IdleToolAdvisor extends PassingAdvisor implements ToolAdvisor {
  readonly [TOOL_ADVISOR] = true;
}

/** A memory advisor that remembers nothing. */
export class IdleMemoryAdvisor extends PassingAdvisor implements MemoryAdvisor {
  readonly [MEMORY_ADVISOR] = true;
}
