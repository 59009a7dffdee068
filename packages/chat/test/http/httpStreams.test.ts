import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  approvalsOfUIMessages,
  approve,
  ChatClient,
  InMemoryPendingTurnRepository,
  type ReadableStreamOptions,
  sendResponse,
  type StreamResponseSpec,
  type UIMessageStreamOptions,
} from '@toolwright/chat';
import { RecordingLogProvider } from '@toolwright/core';
import { AssistantMessage, ChatModel, type ChatOptions, ChatResponse, Generation, usageOf } from '@toolwright/model';
import { chunkedReply } from '@toolwright/testing';
import { DefaultChatTransport, readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai';
import { Bank, callOf } from '../approval/approvalFixtures.js';
import { asks, says, scripted, TOOL_OPTIONS } from '../support/models.js';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

/** Serves streams on a free port of this machine; the body of a request is JSON. */
async function serve(answer: (body: { messages?: UIMessage[] }) => Response): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    void bodyOf(incoming).then((body) => sendResponse(answer(body), outgoing));
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function bodyOf(incoming: IncomingMessage): Promise<{ messages?: UIMessage[] }> {
  let text = '';
  for await (const part of incoming) text += String(part);
  return JSON.parse(text || '{}') as { messages?: UIMessage[] };
}

/** What `useChat` does: sends the messages and reads the parts of the answer. */
async function send(url: string, messages: UIMessage[]): Promise<ReadableStream<UIMessageChunk>> {
  return new DefaultChatTransport<UIMessage>({ api: url }).sendMessages({
    chatId: 'chat',
    messageId: undefined,
    trigger: 'submit-message',
    messages,
    abortSignal: undefined,
  });
}

const QUESTION: UIMessage = { id: 'q', role: 'user', parts: [{ type: 'text', text: 'Do it' }] };

/** The message as the reader of the AI SDK puts it together. */
async function read(stream: ReadableStream<UIMessageChunk>, message?: UIMessage): Promise<UIMessage> {
  let last: UIMessage | undefined;
  const options = { stream, terminateOnError: true, ...(message && { message }) };
  for await (const state of readUIMessageStream(options)) last = state;
  if (!last) throw new Error('the stream had no message');
  return last;
}

async function chunksOf<T>(stream: ReadableStream<T>): Promise<T[]> {
  const chunks: T[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

function turn(model: ChatModel, tool: unknown = new Bank()): StreamResponseSpec {
  return ChatClient.builder(model).defaultTools(tool).build().prompt('Do it').stream();
}

async function textOfStream(stream: ReadableStream<Uint8Array>): Promise<string> {
  return Buffer.concat(await chunksOf(stream)).toString('utf8');
}

const usage = usageOf(3, 2);
const twoRounds = () =>
  scripted(
    chunkedReply('Let me ', 'look. ', asks(callOf('c1', 'lookUp'), usage)),
    chunkedReply('It is ', says('found ✓', usage)),
  );

describe('a turn as bytes', () => {
  it('is server-sent events unless told otherwise', async () => {
    const text = await textOfStream(turn(twoRounds()).toReadableStream());
    const frames = text.split('\n\n');
    expect(frames.pop()).toBe('');
    const events = frames.map((frame) => /^event: (.+)\ndata: (.+)$/.exec(frame)!);
    expect(events.map(([, type]) => type)).toEqual([
      'round-start',
      'text-delta',
      'text-delta',
      'tool-call-delta',
      'usage',
      'tool-call',
      'tool-result',
      'round-end',
      'round-start',
      'text-delta',
      'text-delta',
      'usage',
      'round-end',
      'finish',
    ]);
    expect(JSON.parse(events[9]![2]!)).toEqual({ type: 'text-delta', round: 1, text: 'It is ' });
    expect(JSON.parse(events[13]![2]!)).toEqual({
      type: 'finish',
      reason: 'STOP',
      text: 'It is found ✓',
      usage: { promptTokens: 6, completionTokens: 4, totalTokens: 10 },
    });
  });

  it('is one JSON object a line, or the text alone', async () => {
    const lines = (await textOfStream(turn(twoRounds()).toReadableStream({ format: 'ndjson' }))).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toContain('tool-result');
    expect(lines).toHaveLength(14);
    const text = await textOfStream(turn(twoRounds()).toReadableStream({ format: 'text' }));
    expect(text).toBe('Let me look. It is found ✓');
  });

  it('never holds the context of the turn, and of events what is selected', async () => {
    const client = ChatClient.builder(twoRounds()).defaultTools(new Bank()).build();
    const spec = client.prompt('Do it').advisors((advisors) => advisors.param('token', 'a secret'));
    const options: ReadableStreamOptions = {
      select: (event) => (event.type === 'tool-result' || event.type.startsWith('tool-call') ? undefined : event),
    };
    const text = await textOfStream(spec.stream().toReadableStream(options));
    expect(text).not.toContain('a secret');
    expect(text).not.toContain('lookUp');
    expect(text).toContain('found ✓');
  });

  it('ends with an error that tells nothing private unless it is told to', async () => {
    const failing = () => scripted(chunkedReply('Half ', new Error('connect to 10.0.0.5')));
    const text = await textOfStream(turn(failing()).toReadableStream({ format: 'ndjson' }));
    expect(text.trimEnd().split('\n').slice(-2)).toEqual([
      '{"type":"text-delta","round":0,"text":"Half "}',
      '{"type":"error","message":"The turn failed."}',
    ]);
    const errorText = (error: unknown) => `Sorry: ${(error as Error).message}`;
    expect(await textOfStream(turn(failing()).toReadableStream({ errorText }))).toMatch(
      /event: error\ndata: \{"type":"error","message":"Sorry: connect to 10\.0\.0\.5"\}\n\n$/,
    );
    await expect(textOfStream(turn(failing()).toReadableStream({ format: 'text' }))).rejects.toThrow('10.0.0.5');
  });

  it.each(['sse', 'ndjson', 'text'] as const)('ends the turn when an item cannot be written, as %s', async (format) => {
    const model = new CountingModel();
    const select = (): never => {
      throw new TypeError('no');
    };
    const text = textOfStream(turn(model).toReadableStream({ format, select }));
    if (format === 'text') await expect(text).rejects.toThrow('no');
    else expect(await text).toContain('The turn failed.');
    await model.ended;
    expect(model.signal?.aborted).toBe(true);
  });

  it('goes on only as its reader reads', async () => {
    const model = new CountingModel();
    const reader = turn(model).toReadableStream({ format: 'text' }).getReader();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(model.given).toBe(0);
    await reader.read();
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(model.given).toBe(2);
    await reader.cancel();
    expect(model.signal?.aborted).toBe(true);
  });

  it('has headers that fit its format', async () => {
    const response = turn(twoRounds()).toResponse();
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-cache, no-transform',
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    });
    await response.body?.cancel();
    const lines = turn(twoRounds()).toResponse({ format: 'ndjson' });
    expect(lines.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    await lines.body?.cancel();
  });

  it('breaks the connection off where its format cannot tell of a failure', async () => {
    const logs = RecordingLogProvider.install();
    try {
      const failing = scripted(chunkedReply('Half ', new Error('connect to 10.0.0.5')));
      const url = await serve(() => turn(failing).toResponse({ format: 'text' }));
      const response = await fetch(url, { method: 'POST', body: '{}' });
      await expect(response.text()).rejects.toThrow();
      expect(logs.entries.map(({ message }) => message)).toEqual([
        'A response was broken off, because what it streams has failed',
      ]);
    } finally {
      logs.uninstall();
    }
  });

  it('ends with its client: a connection that is closed aborts the model and the running tool', async () => {
    const model = new CountingModel();
    const url = await serve(() => turn(model).toResponse());
    const outgoing = request(url, { method: 'POST' });
    outgoing.on('error', () => undefined);
    outgoing.end('{}');
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    incoming.on('error', () => undefined);
    await once(incoming, 'data');
    outgoing.destroy();
    await model.ended;
    expect(model.signal?.aborted).toBe(true);
    const given = model.given;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(model.given).toBe(given);
  });
});

describe('a response that nobody waits for any more', () => {
  it('ends the turn before it begins, and is no failure', async () => {
    const logs = RecordingLogProvider.install();
    try {
      const model = new CountingModel();
      const sent = new Promise<void>((resolve, reject) => {
        const server = createServer((incoming, outgoing) => {
          outgoing.once('close', () => {
            sendResponse(turn(model).toResponse(), outgoing).then(resolve, reject);
          });
          incoming.destroy();
        });
        servers.push(server);
        server.listen(0, '127.0.0.1', () => {
          const { port } = server.address() as AddressInfo;
          request(`http://127.0.0.1:${port}`)
            .on('error', () => undefined)
            .end();
        });
      });
      await sent;
      expect(model.given).toBeLessThanOrEqual(1);
      expect(model.signal?.aborted ?? true).toBe(true);
      expect(logs.messages('warn')).toEqual([]);
    } finally {
      logs.uninstall();
    }
  });
});

describe('a turn as a UI message stream', () => {
  const ui = (model: ChatModel, options?: UIMessageStreamOptions) => turn(model).toUIMessageStreamResponse(options);

  it('is read by the transport and the reader of the AI SDK', async () => {
    const options = { messageId: 'm1', metadata: ({ reason }: { reason: string }) => ({ reason }) };
    const url = await serve(() => ui(twoRounds(), options));
    const message = await read(await send(url, [QUESTION]));
    expect(message).toEqual({
      id: 'm1',
      role: 'assistant',
      metadata: { reason: 'STOP' },
      parts: [
        { type: 'step-start' },
        { type: 'text', text: 'Let me look. ', state: 'done' },
        expect.objectContaining({
          type: 'tool-lookUp',
          toolCallId: 'c1',
          state: 'output-available',
          input: {},
          output: 'found',
        }),
        { type: 'step-start' },
        { type: 'text', text: 'It is found ✓', state: 'done' },
      ],
    });
  });

  it('has the header of the protocol and ends with its mark', async () => {
    const response = ui(twoRounds());
    expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const frames = (await response.text()).split('\n\n');
    expect(frames.slice(-2)).toEqual(['data: [DONE]', '']);
    const chunks = frames.slice(0, -2).map((frame) => JSON.parse(frame.slice('data: '.length)) as { type: string });
    expect(chunks.map(({ type }) => type)).toEqual([
      'start',
      'start-step',
      'text-start',
      'text-delta',
      'text-delta',
      'text-end',
      'tool-input-start',
      'tool-input-delta',
      'tool-input-available',
      'tool-output-available',
      'finish-step',
      'start-step',
      'text-start',
      'text-delta',
      'text-delta',
      'text-end',
      'finish-step',
      'finish',
    ]);
  });

  it('tells of a tool that failed', async () => {
    const url = await serve(() => ui(scripted(asks(callOf('c1', 'refund', { amount: 1 })), says('sorry'))));
    const { parts } = await read(await send(url, [QUESTION]));
    expect(parts[1]).toMatchObject({
      type: 'tool-refund',
      state: 'output-error',
      errorText: 'The user declined this call: no approval handler is configured',
    });
  });

  it('tells of a turn that failed, without its message', async () => {
    const url = await serve(() => ui(scripted(chunkedReply('Half ', new Error('connect to 10.0.0.5')))));
    const chunks = await chunksOf(await send(url, [QUESTION]));
    expect(chunks.slice(-2)).toEqual([{ type: 'finish-step' }, { type: 'error', errorText: 'The turn failed.' }]);
    await expect(read(await send(url, [QUESTION]))).rejects.toThrow('The turn failed.');
  });

  it('tells of a turn that was aborted on the server', async () => {
    const controller = new AbortController();
    const model = new CountingModel();
    const client = ChatClient.builder(model).build();
    const url = await serve(() => client.prompt('q').stream({ signal: controller.signal }).toUIMessageStreamResponse());
    const stream = await send(url, [QUESTION]);
    const chunks: UIMessageChunk[] = [];
    for await (const chunk of stream) {
      chunks.push(chunk);
      if (chunk.type === 'text-delta') controller.abort();
    }
    expect(chunks.at(-1)).toEqual({ type: 'abort' });
  });

  it('[AP-12] asks for approvals and goes on with the decisions that the interface sends back', async () => {
    const repository = new InMemoryPendingTurnRepository();
    const bank = new Bank();
    const script = scripted(
      asks([callOf('c1', 'refund', { amount: 1 }), callOf('c2', 'refund', { amount: 2 })]),
      says('one was paid'),
    );
    const client = ChatClient.builder(script, { pendingTurnRepository: repository }).defaultTools(bank).build();
    const url = await serve(({ messages = [] }) => {
      const approvals = approvalsOfUIMessages(messages);
      const stream = approvals
        ? client.resumeStream(approvals.turnId, approvals.decisions)
        : client.prompt('Do it').stream();
      return stream.toUIMessageStreamResponse({ messageId: 'm1' });
    });
    const waiting = await read(await send(url, [QUESTION]));
    expect(waiting.parts.slice(1)).toMatchObject([
      { type: 'tool-refund', toolCallId: 'c1', state: 'approval-requested', input: { amount: 1 } },
      { type: 'tool-refund', toolCallId: 'c2', state: 'approval-requested', input: { amount: 2 } },
    ]);
    // What addToolApprovalResponse() of useChat makes of the parts.
    const decided = structuredCloneOf(waiting);
    for (const [index, approved] of [
      [1, true],
      [2, false],
    ] as const) {
      const part = decided.parts[index] as {
        state: string;
        approval: { id: string; approved?: boolean; reason?: string };
      };
      part.state = 'approval-responded';
      part.approval = { ...part.approval, approved, ...(!approved && { reason: 'no budget' }) };
    }
    const message = await read(await send(url, [QUESTION, decided]), decided);
    expect(message.parts.slice(1)).toMatchObject([
      { toolCallId: 'c1', state: 'output-available', output: 'refunded 1' },
      { toolCallId: 'c2', state: 'output-denied' },
      { type: 'step-start' },
      { type: 'step-start' },
      { type: 'text', text: 'one was paid' },
    ]);
    expect(bank.log).toEqual(['refund 1']);
  });

  it('finds no decisions where there are none', () => {
    expect(approvalsOfUIMessages([])).toBeUndefined();
    expect(approvalsOfUIMessages([null, QUESTION])).toBeUndefined();
    expect(
      approvalsOfUIMessages([{ parts: [null, { state: 'approval-responded' }, { state: 'done' }] }]),
    ).toBeUndefined();
    const part = { state: 'approval-responded', approval: { id: 't/c/1', approved: true } };
    expect(approvalsOfUIMessages([{ parts: [part] }])).toEqual({ turnId: 't', decisions: { 'c/1': approve } });
  });
});

function structuredCloneOf<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Gives one piece per pull, for ever, and notes how it ends. */
class CountingModel extends ChatModel {
  given = 0;
  signal: AbortSignal | undefined;
  #end: (() => void) | undefined;
  readonly ended = new Promise<void>((resolve) => (this.#end = resolve));

  override get defaultOptions(): ChatOptions {
    return TOOL_OPTIONS;
  }

  override async call(): Promise<ChatResponse> {
    return says('never');
  }

  override async *stream(_prompt: unknown, options?: { signal?: AbortSignal }): AsyncIterable<ChatResponse> {
    this.signal = options?.signal;
    try {
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        if (options?.signal?.aborted) return;
        this.given++;
        yield new ChatResponse([new Generation(new AssistantMessage('word '))]);
      }
    } finally {
      this.#end?.();
    }
  }
}
