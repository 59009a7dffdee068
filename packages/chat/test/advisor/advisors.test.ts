import { describe, expect, it } from '@jest/globals';
import {
  Advisor,
  type AdvisorSpec,
  AdvisorUtils,
  BaseAdvisor,
  type CallAdvisorChain,
  ChatClient,
  type ChatClientRequest,
  ChatClientResponse,
  ChatModelCallAdvisor,
  ChatModelStreamAdvisor,
  DefaultAroundAdvisorChain,
  HIGHEST_PRECEDENCE,
  LOWEST_PRECEDENCE,
  type StreamAdvisorChain,
  ToolCallingAdvisor,
} from '@toolwright/chat';
import { AssistantMessage, ChatResponse, type ChatGenerationMetadata, Generation, Prompt } from '@toolwright/model';
import { ChatClientRequest as Request } from '@toolwright/chat';
import { PassingAdvisor } from '../support/advisors.js';
import { AnyModel, asks, call, chunk, collect, says, scripted } from '../support/models.js';
import { StubTool } from '../support/tools.js';

const PARAMS = (spec: AdvisorSpec): void => {
  spec.params({ key1: 'value1', key2: 'value2' });
};

/** Writes its name into the context on the way down and on the way up. */
class SigningAdvisor extends PassingAdvisor {
  constructor(name: string, order: number) {
    super(
      name,
      order,
      (request) =>
        request
          .mutate()
          .context({ [`before${name}`]: name, lastBefore: name })
          .build(),
      (response) =>
        response
          .mutate()
          .context({ [`after${name}`]: name, lastAfter: name })
          .build(),
    );
  }
}

function requestOf(text = 'question'): ChatClientRequest {
  return Request.builder().prompt(new Prompt(text)).build();
}

describe('Advisors', () => {
  it('[AD-01] have the orders that Spring AI gives them', () => {
    expect(HIGHEST_PRECEDENCE).toBe(-2147483648);
    expect(LOWEST_PRECEDENCE).toBe(2147483647);
    expect(Advisor.DEFAULT_CHAT_MEMORY_PRECEDENCE_ORDER).toBe(-2147483448);
    expect(ToolCallingAdvisor.DEFAULT_ORDER).toBe(-2147483348);
  });

  it('[AD-02] of a lower order see the request first and the response last', async () => {
    const client = ChatClient.builder(scripted('answer'))
      .defaultAdvisors(new SigningAdvisor('Advisor2', 1), new SigningAdvisor('Advisor1', 0))
      .build();
    const { context } = await client.prompt('question').advisors(PARAMS).call().chatClientResponse();
    expect(context['lastBefore']).toBe('Advisor2');
    expect(context['lastAfter']).toBe('Advisor1');
  });

  it('[AD-03] see every chunk of a stream with what was added to the context', async () => {
    const outer = new SigningAdvisor('Advisor1', 0);
    const client = ChatClient.builder(new AnyModel([chunk('one'), chunk('two')]))
      .defaultAdvisors(outer, new SigningAdvisor('Advisor2', 1))
      .build();
    const chunks = await collect(client.prompt('question').advisors(PARAMS).stream().chatClientResponse());
    expect(chunks).toHaveLength(2);
    expect(outer.responses).toHaveLength(2);
    for (const { context } of [...chunks, ...outer.responses]) {
      expect(context).toEqual({
        key1: 'value1',
        key2: 'value2',
        beforeAdvisor1: 'Advisor1',
        beforeAdvisor2: 'Advisor2',
        afterAdvisor1: 'Advisor1',
        afterAdvisor2: 'Advisor2',
        lastBefore: 'Advisor2',
        lastAfter: 'Advisor1',
      });
    }
  });

  it('[AD-04] of the same order run in the order of registration, in every chain, copy and mutation', async () => {
    const trace: string[] = [];
    const tracing = (name: string): PassingAdvisor =>
      new PassingAdvisor(name, 0, (request) => {
        trace.push(name);
        return request;
      });
    const [a, b, c] = [tracing('A'), tracing('B'), tracing('C')] as const;
    const client = ChatClient.builder(scripted('1', '2', '3'))
      .defaultAdvisors(a, b)
      .build();
    await client.prompt('question').advisors(c).call().content();
    await client.mutate().build().prompt('question').advisors(c).call().content();
    await collect(client.prompt('question').advisors(c).stream().content());
    expect(trace).toEqual(['A', 'B', 'C', 'A', 'B', 'C', 'A', 'B', 'C']);

    const chain = DefaultAroundAdvisorChain.builder().pushAll([a, b, c]).build();
    expect(chain.callAdvisors).toEqual([a, b, c]);
    expect(chain.copy(a).callAdvisors).toEqual([b, c]);
    expect(chain.mutate().build().copy(a).streamAdvisors).toEqual([b, c]);
  });

  it('[CX-103] of the same order run in one order outside and inside the loop, and one at the very end runs too', async () => {
    for (const mode of ['call', 'stream'] as const) {
      const trace: string[] = [];
      const tracing = (name: string, order: number): PassingAdvisor =>
        new PassingAdvisor(name, order, (request) => {
          trace.push(`${name}${request.round}`);
          return request;
        });
      const inside = ToolCallingAdvisor.DEFAULT_ORDER + 1;
      const outside = ToolCallingAdvisor.DEFAULT_ORDER - 1;
      const spec = ChatClient.create(scripted(asks(call('tool')), 'Done.'))
        .prompt('go')
        .tools(new StubTool('tool'))
        .advisors(tracing('last', LOWEST_PRECEDENCE), tracing('A', outside), tracing('C', inside))
        .advisors(tracing('B', outside), tracing('D', inside));
      if (mode === 'call') await spec.call().content();
      else await collect(spec.stream().content());
      expect(trace).toEqual(['A0', 'B0', 'C0', 'D0', 'last0', 'C1', 'D1', 'last1']);
    }
  });

  it('[AD-05] that serve one mode are absent from chains of the other', async () => {
    const trace: string[] = [];
    const callOnly = {
      name: 'callOnly',
      order: 0,
      adviseCall: (request: ChatClientRequest, chain: CallAdvisorChain) => {
        trace.push('callOnly');
        return chain.nextCall(request);
      },
    };
    const streamOnly = {
      name: 'streamOnly',
      order: 0,
      adviseStream: (request: ChatClientRequest, chain: StreamAdvisorChain) => {
        trace.push('streamOnly');
        return chain.nextStream(request);
      },
    };
    const client = ChatClient.builder(scripted('called', 'streamed')).defaultAdvisors(callOnly, streamOnly).build();
    expect(await client.prompt('question').call().content()).toBe('called');
    expect(trace).toEqual(['callOnly']);
    expect(await collect(client.prompt('question').stream().content())).toEqual(['streamed']);
    expect(trace).toEqual(['callOnly', 'streamOnly']);
  });

  it('[AD-06] end in one that asks the model with the prompt as the last one left it', async () => {
    const model = scripted('called', 'streamed');
    const [call, stream] = [new ChatModelCallAdvisor(model), new ChatModelStreamAdvisor(model)];
    expect([call.name, call.order, stream.name, stream.order]).toEqual(['call', 2147483647, 'stream', 2147483647]);
    const last = new Prompt('as the last advisor left it');
    const chain = DefaultAroundAdvisorChain.builder()
      .pushAll([call, stream, new PassingAdvisor('last', LOWEST_PRECEDENCE, (request) => request.withPrompt(last))])
      .build();
    await chain.nextCall(requestOf());
    await collect(chain.nextStream(requestOf()));
    expect(model.prompts).toHaveLength(2);
    expect(model.prompts[0]).toBe(last);
    expect(model.prompts[1]).toBe(last);
  });

  it('[AD-07] get the context of the request, unchangeable, on the response', async () => {
    const given: Record<string, unknown> = { a: 1 };
    const request = Request.builder().prompt(new Prompt('question')).context(given).build();
    const response = await new ChatModelCallAdvisor(scripted('answer')).adviseCall(request);
    given['a'] = 2;
    expect(response.context).toEqual({ a: 1 });
    expect(() => {
      (response.context as Record<string, unknown>)['b'] = 2;
    }).toThrow(TypeError);
    expect(response.mutate().context('b', 2).build().context).toEqual({ a: 1, b: 2 });
    expect(response.context).toEqual({ a: 1 });
  });

  it('[AD-12] may answer themselves, and what is thrown reaches the caller as it is', async () => {
    const model = scripted('never');
    const own = ChatClientResponse.builder().chatResponse(says('own answer')).build();
    const outer = new PassingAdvisor('outer', 0);
    const inner = new PassingAdvisor('inner', 2);
    const blocking = { name: 'blocking', order: 1, adviseCall: async () => own };
    const client = ChatClient.builder(model).defaultAdvisors(outer, blocking, inner).build();
    expect(await client.prompt('question').call().chatClientResponse()).toBe(own);
    expect(outer.responses).toEqual([own]);
    expect(inner.count).toBe(0);
    expect(model.prompts).toHaveLength(0);

    const error = new RangeError('broken');
    const throwing = {
      name: 'throwing',
      order: 1,
      adviseCall: () => {
        throw error;
      },
    };
    const failing = ChatClient.builder(scripted('never')).defaultAdvisors(throwing).build();
    await expect(failing.prompt('question').call().content()).rejects.toBe(error);
    await expect(ChatClient.create(scripted(error)).prompt('question').call().content()).rejects.toBe(error);
  });

  it('[AD-12] may answer themselves in a stream, and what is thrown there reaches the caller as it is', async () => {
    const model = scripted('never');
    const own = ChatClientResponse.builder().chatResponse(says('own answer')).build();
    const [outer, inner] = [new PassingAdvisor('outer', 0), new PassingAdvisor('inner', 2)];
    const blocking = {
      name: 'blocking',
      order: 1,
      adviseStream: async function* (): AsyncIterable<ChatClientResponse> {
        yield own;
      },
    };
    const client = ChatClient.builder(model).defaultAdvisors(outer, blocking, inner).build();
    expect(await collect(client.prompt('question').stream().chatClientResponse())).toEqual([own]);
    expect(outer.responses).toEqual([own]);
    expect([inner.count, model.prompts.length]).toEqual([0, 0]);

    const error = new RangeError('broken');
    const throwing = [
      () => {
        throw error;
      },
      async function* (_request: ChatClientRequest, chain: StreamAdvisorChain): AsyncIterable<ChatClientResponse> {
        yield* chain.nextStream(_request);
        throw error;
      },
    ];
    for (const adviseStream of throwing) {
      const advisor = { name: 'throwing', order: 1, adviseStream };
      const failing = ChatClient.builder(scripted('answer')).defaultAdvisors(outer, advisor).build();
      const stream = failing.prompt('question').stream().content();
      await expect(collect(stream)).rejects.toBe(error);
    }
    await expect(collect(ChatClient.create(scripted(error)).prompt('question').stream().content())).rejects.toBe(error);
  });

  it('[AD-13] may run the rest of the chain several times in a stream', async () => {
    const inner = new PassingAdvisor('inner', 2);
    const twice = {
      name: 'twice',
      order: 1,
      adviseStream: async function* (request: ChatClientRequest, chain: StreamAdvisorChain) {
        yield* chain.nextStream(request);
        yield* chain.nextStream(request);
        yield* chain.copy(twice).nextStream(request);
      } as (request: ChatClientRequest, chain: StreamAdvisorChain) => AsyncIterable<ChatClientResponse>,
    };
    const client = ChatClient.builder(scripted('1', '2', '3'))
      .defaultAdvisors(twice, inner)
      .build();
    expect(await collect(client.prompt('question').stream().content())).toEqual(['1', '2', '3']);
    expect(inner.count).toBe(3);
  });

  it('[AD-13] may run the rest of the chain several times', async () => {
    const trace: string[] = [];
    const traced = (name: string, order: number): PassingAdvisor =>
      new PassingAdvisor(name, order, (request) => {
        trace.push(name);
        return request;
      });
    const twice = {
      name: 'twice',
      order: 1,
      adviseCall: async (request: ChatClientRequest, chain: CallAdvisorChain): Promise<ChatClientResponse> => {
        await chain.nextCall(request);
        return chain.nextCall(request);
      },
    };
    const byCopy = {
      name: 'byCopy',
      order: 2,
      adviseCall: async (request: ChatClientRequest, chain: CallAdvisorChain): Promise<ChatClientResponse> => {
        await chain.copy(byCopy).nextCall(request);
        return chain.copy(byCopy).nextCall(request);
      },
    };
    const model = scripted('1', '2', '3', '4');
    const client = ChatClient.builder(model)
      .defaultAdvisors(traced('outer', 0), twice, byCopy, traced('inner', 3))
      .build();
    expect(await client.prompt('question').call().content()).toBe('4');
    expect(trace).toEqual(['outer', 'inner', 'inner', 'inner', 'inner']);
    expect(model.prompts).toHaveLength(4);
  });
});

class ReReadingAdvisor extends BaseAdvisor {
  readonly trace: string[] = [];
  override readonly order = 0;

  override before(request: ChatClientRequest): ChatClientRequest {
    this.trace.push('before');
    return request.withPrompt(request.prompt.augmentUserMessage(() => requestOf('again').prompt.userMessage));
  }

  override async after(response: ChatClientResponse): Promise<ChatClientResponse> {
    this.trace.push('after');
    return response.mutate().context('after', true).build();
  }
}

describe('BaseAdvisor', () => {
  it('[AD-14] changes the request before and the response after the rest of the chain', async () => {
    const advisor = new ReReadingAdvisor();
    const model = scripted('answer');
    const client = ChatClient.builder(model).defaultAdvisors(advisor).build();
    const response = await client.prompt('question').call().chatClientResponse();
    expect(advisor.name).toBe('ReReadingAdvisor');
    expect(advisor.trace).toEqual(['before', 'after']);
    expect(model.prompts[0]?.userMessage.text).toBe('again');
    expect(response.context).toEqual({ after: true });
    expect(response.chatResponse?.result?.output.text).toBe('answer');
  });

  it('[AD-15] [CX-118] gets the whole of a stream once, at the end, whatever its chunks say', async () => {
    const wholes: (string | null | undefined)[] = [];
    class Keeping extends ReReadingAdvisor {
      override after(response: ChatClientResponse): Promise<ChatClientResponse> {
        wholes.push(response.chatResponse?.result?.output.text);
        return super.after(response);
      }
    }
    const streams = [[chunk('c1'), chunk('c2'), chunk('c3')], [says('c1'), chunk('c2'), says('c3')], []];
    for (const parts of streams) {
      const advisor = new Keeping();
      const chain = DefaultAroundAdvisorChain.builder()
        .pushAll([advisor, new ChatModelStreamAdvisor(new AnyModel(parts))])
        .build();
      const chunks = await collect(chain.nextStream(requestOf()));
      const last = chunks.pop();
      expect(chunks.map(({ chatResponse }) => chatResponse)).toEqual(parts);
      expect(last?.chatResponse?.results).toEqual([]);
      expect(last?.context).toEqual({ after: true });
      expect(advisor.trace).toEqual(['before', 'after']);
    }
    expect(wholes).toEqual(['c1c2c3', 'c1c2c3', '']);
  });

  it('[CX-118] runs once per pass: inside the loop for each round, outside for the turn', async () => {
    class Idle extends BaseAdvisor {
      readonly wholes: (string | null | undefined)[] = [];
      constructor(readonly order: number) {
        super();
      }
      override before(request: ChatClientRequest): ChatClientRequest {
        return request;
      }
      override after(response: ChatClientResponse): ChatClientResponse {
        this.wholes.push(response.chatResponse?.result?.output.text);
        return response;
      }
    }
    const outside = new Idle(ToolCallingAdvisor.DEFAULT_ORDER - 1);
    const inside = new Idle(ToolCallingAdvisor.DEFAULT_ORDER + 1);
    const client = ChatClient.create(scripted(asks(call('tool'), undefined, 'Wait.'), 'Done.'));
    const stream = client.prompt('go').tools(new StubTool('tool')).advisors(outside, inside).stream();
    expect(await collect(stream.content())).toEqual(['Done.']);
    expect(inside.wholes).toEqual(['Wait.', 'Done.']);
    expect(outside.wholes).toEqual(['Done.']);
  });

  it('[AD-16] lets the error of a stream through as it is', async () => {
    const error = new RangeError('broken');
    const chain = DefaultAroundAdvisorChain.builder()
      .pushAll([new ReReadingAdvisor(), new ChatModelStreamAdvisor(scripted(error))])
      .build();
    await expect(collect(chain.nextStream(requestOf()))).rejects.toBe(error);
  });
});

describe('AdvisorUtils', () => {
  const endsAnswer = AdvisorUtils.onFinishReason();
  const withResults = (results: readonly Generation[] | null): ChatClientResponse =>
    ChatClientResponse.builder()
      .chatResponse(new ChatResponse(results as readonly Generation[]))
      .build();
  const withMetadata = (metadata?: ChatGenerationMetadata): ChatClientResponse =>
    withResults([new Generation(new AssistantMessage('text'), metadata)]);

  it('[AD-17] recognises the end of an answer by its finish reason', () => {
    expect(endsAnswer(ChatClientResponse.builder().build())).toBe(false);
    expect(endsAnswer(withResults(null))).toBe(false);
    expect(endsAnswer(withMetadata())).toBe(false);
    expect(endsAnswer(withMetadata({ finishReason: 'STOP' }))).toBe(true);
    expect(endsAnswer(withMetadata({ finishReason: '' }))).toBe(false);
    expect(endsAnswer(withMetadata({ finishReason: '  ' }))).toBe(false);
  });
});
