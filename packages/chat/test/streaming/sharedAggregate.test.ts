import { describe, expect, it } from '@jest/globals';
import {
  BaseAdvisor,
  ChatClient,
  ChatClientMessageAggregator,
  type ChatClientRequest,
  ChatClientResponse,
  type StreamAdvisorChain,
} from '@toolwright/chat';
import { AssistantMessage, ChatResponse, Generation } from '@toolwright/model';
import { collect } from '../support/models.js';
import { StreamingModel } from '../support/StreamingModel.js';

/** Looks at the whole answer of a stream. */
class Watching extends BaseAdvisor {
  readonly seen: string[] = [];

  constructor(readonly order: number = 0) {
    super();
  }

  override before(request: ChatClientRequest): ChatClientRequest {
    return request;
  }

  override after(response: ChatClientResponse): ChatClientResponse {
    this.seen.push(response.chatResponse?.result?.output.text ?? '');
    return response;
  }
}

/** Changes the chunks on their way out. */
class Shouting extends Watching {
  override async *adviseStream(request: ChatClientRequest, chain: StreamAdvisorChain) {
    for await (const { chatResponse, context, round } of chain.nextStream(request)) {
      const text = chatResponse?.result?.output.text?.toUpperCase() ?? '';
      const shouted = new ChatResponse([new Generation(new AssistantMessage(text))]);
      yield ChatClientResponse.builder().chatResponse(shouted).context(context).round(round).build();
    }
  }
}

/** Chunks that count how often somebody reads their text. */
function countedChunks(...texts: readonly string[]): { readonly chunks: readonly ChatResponse[]; reads: number } {
  const counted = { chunks: [] as readonly ChatResponse[], reads: 0 };
  counted.chunks = texts.map((text) => {
    const message = new AssistantMessage(text);
    const metadata = Object.freeze({ messageType: 'assistant' });
    Object.defineProperty(message, 'metadata', {
      get: () => {
        counted.reads++;
        return metadata;
      },
    });
    return new ChatResponse([new Generation(message)]);
  });
  return counted;
}

async function readsWith(advisors: number): Promise<number> {
  const counted = countedChunks('a', 'b', 'c', 'd');
  const watching = Array.from({ length: advisors }, () => new Watching());
  const client = ChatClient.builder(new StreamingModel([counted.chunks]))
    .defaultAdvisors(watching)
    .build();
  expect((await collect(client.prompt('q').stream().content())).join('')).toBe('abcd');
  for (const { seen } of watching) expect(seen).toEqual(['abcd']);
  return counted.reads;
}

describe('the aggregates of a streaming chain', () => {
  it('[CX-127] are one, however many advisors look at the whole answer', async () => {
    const one = await readsWith(1);
    expect(one).toBeGreaterThan(0);
    expect(await readsWith(20)).toBe(one);
  });

  it('[CX-127] are of their own where an advisor in between changes the chunks', async () => {
    const [outer, between, inner, innermost] = [new Watching(1), new Shouting(2), new Watching(3), new Watching(4)];
    const { chunks } = countedChunks('one ', 'two');
    const client = ChatClient.builder(new StreamingModel([chunks]))
      .defaultAdvisors(outer, between, inner, innermost)
      .build();
    expect((await collect(client.prompt('q').stream().content())).join('')).toBe('ONE TWO');
    expect([outer.seen, inner.seen, innermost.seen]).toEqual([['ONE TWO'], ['one two'], ['one two']]);
  });

  it('[CX-127] do not mix streams that begin with the same chunk', async () => {
    const part = (text: string): ChatClientResponse =>
      ChatClientResponse.builder()
        .chatResponse(new ChatResponse([new Generation(new AssistantMessage(text))]))
        .build();
    const first = part('same ');
    const whole: string[] = [];
    const streamed = (...chunks: readonly ChatClientResponse[]): AsyncIterator<ChatClientResponse> => {
      const source = (async function* () {
        yield* chunks;
      })();
      return new ChatClientMessageAggregator()
        .aggregateChatClientResponse(source, (response) => {
          whole.push(response.chatResponse?.result?.output.text ?? '');
        })
        [Symbol.asyncIterator]();
    };
    const [a, b, c] = [streamed(first, part('a'), part('!')), streamed(first, part('b')), streamed(first)];
    for (const iterator of [a, b, c, b, a, c, a, b, a]) await iterator.next();
    expect(whole).toEqual(['same ', 'same b', 'same a!']);
  });
});
