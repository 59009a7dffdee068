import { once } from 'node:events';
import { type IncomingMessage, request, type RequestOptions } from 'node:http';
import { text } from 'node:stream/consumers';
import type { StudioServer } from '@toolwright/studio';
import type { StudioEvent } from '@toolwright/studio/protocol';

/** What a request was answered with. */
export interface PageAnswer<T = unknown> {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: T;
}

/** An event as it came over the wire. */
export interface ReceivedEvent {
  readonly id: string;
  readonly event: StudioEvent;
}

/** Talks to a studio as its page does, over real HTTP. */
export class StudioPage {
  readonly #server: StudioServer;

  constructor(server: StudioServer) {
    this.#server = server;
  }

  async get<T>(path: string): Promise<T> {
    const answer = await this.send<T>('GET', path);
    if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** @param headers instead of the token */
  async send<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: RequestOptions['headers'] = { authorization: `Bearer ${this.#server.token}` },
  ): Promise<PageAnswer<T>> {
    const json = typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body);
    const sent = request(`${this.#server.origin}${path}`, {
      method,
      agent: false,
      headers: { ...(headers as object), ...(json !== undefined && { 'content-type': 'application/json' }) },
    });
    sent.end(json);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const received = await text(response);
    const isJson = response.headers['content-type']?.startsWith('application/json');
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: (isJson ? JSON.parse(received) : received) as T,
    };
  }

  /** Listens to events; the connection is open when this returns. */
  async listen(lastEventId?: string): Promise<EventStream> {
    const sent = request(`${this.#server.origin}/api/events`, {
      agent: false,
      headers: {
        authorization: `Bearer ${this.#server.token}`,
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
    });
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return new EventStream(response);
  }
}

/** The events of one connection. */
export class EventStream {
  readonly received: ReceivedEvent[] = [];
  readonly status: number;
  readonly contentType: string | undefined;
  readonly #response: IncomingMessage;
  /** What a browser would come back with. */
  lastId: string | undefined;
  #rest = '';
  #closed = false;
  #wake: (() => void) | undefined;

  constructor(response: IncomingMessage) {
    this.#response = response;
    this.status = response.statusCode ?? 0;
    this.contentType = response.headers['content-type'];
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      this.#take(chunk);
    });
    response.on('error', () => undefined);
    response.on('close', () => {
      this.#closed = true;
      this.#wake?.();
    });
  }

  /** The types of the events so far. */
  get types(): readonly string[] {
    return this.received.map(({ event }) => event.type);
  }

  /** Waits for an event, also one that has come already. */
  async until(wanted: (event: StudioEvent) => boolean): Promise<ReceivedEvent> {
    for (let from = 0; ; ) {
      for (; from < this.received.length; from++) {
        const each = this.received[from] as ReceivedEvent;
        if (wanted(each.event)) return each;
      }
      if (this.#closed) throw new Error(`The connection was closed after ${this.types.join(', ')}`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Waits until the server has told where the page begins. */
  async opened(): Promise<void> {
    while (this.lastId === undefined) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Waits for the end of the connection. */
  async ended(): Promise<void> {
    while (!this.#closed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.#response.destroy();
  }

  #take(chunk: string): void {
    const blocks = (this.#rest + chunk).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n');
      const id = lines.find((line) => line.startsWith('id: '))?.slice(4);
      this.lastId = id ?? this.lastId;
      const data = lines.find((line) => line.startsWith('data: '))?.slice(6);
      if (id !== undefined && data !== undefined) this.received.push({ id, event: JSON.parse(data) as StudioEvent });
    }
    this.#wake?.();
  }
}
