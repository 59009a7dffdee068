import { InMemoryTransport, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { McpClient, type McpClientBuilder, type McpSchema, type McpTransportFactory } from '@toolwright/mcp';

/** A request as it came over the wire. */
export interface SeenRequest {
  readonly id: string | number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Returned by a handler that leaves its request without an answer. */
export const NO_ANSWER: unique symbol = Symbol('no answer');

/** Thrown by a handler to answer with an error. */
export class WireError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

type Handler = (params: Readonly<Record<string, unknown>>, request: SeenRequest) => unknown;

/** A server on the other end of a pair of transports in memory, which says exactly what a test wants. */
export class ScriptedMcpServer {
  readonly requests: SeenRequest[] = [];
  readonly notifications: { readonly method: string; readonly params: Readonly<Record<string, unknown>> }[] = [];
  tools: readonly object[] = [];
  capabilities: McpSchema.ServerCapabilities = { tools: { listChanged: true } };
  serverInfo: McpSchema.Implementation = { name: 'scripted', version: '1' };
  instructions: string | undefined;
  protocolVersion: string | undefined;
  /** How often a transport was made. */
  connections = 0;
  readonly #handlers = new Map<string, Handler>();
  readonly #answers = new Map<string | number, (message: Record<string, unknown>) => void>();
  #transport: Transport | undefined;
  #nextId = 1000;

  on(method: string, handler: Handler): this {
    this.#handlers.set(method, handler);
    return this;
  }

  /** Answers `tools/call` of every tool with text. */
  answering(text = 'ok'): this {
    return this.on('tools/call', () => ({ content: [{ type: 'text', text }] }));
  }

  factory(options: { readonly local?: boolean } = {}): McpTransportFactory {
    return {
      kind: 'custom',
      local: options.local ?? true,
      secrets: [],
      create: async () => {
        this.connections += 1;
        const [ours, theirs] = InMemoryTransport.createLinkedPair();
        this.#transport = ours;
        ours.onmessage = (message) => void this.#receive(message, ours);
        await ours.start();
        return theirs;
      },
    };
  }

  /** A builder of a client of this server, named `name`. */
  client(name = 'one', options: { readonly local?: boolean } = {}): McpClientBuilder {
    return McpClient.builder(name).transport(this.factory(options)).reconnectDelays({ initial: 1, factor: 1, max: 1 });
  }

  async notify(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<void> {
    await this.#transport?.send({ jsonrpc: '2.0', method, params });
  }

  /** Sends a request to the client and gives its answer as it came. */
  async ask(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<Record<string, unknown>> {
    const id = (this.#nextId += 1);
    const answer = new Promise<Record<string, unknown>>((resolve) => this.#answers.set(id, resolve));
    await this.#transport?.send({ jsonrpc: '2.0', id, method, params });
    return answer;
  }

  async disconnect(): Promise<void> {
    await this.#transport?.close();
  }

  /** The requests of one method. */
  of(method: string): readonly SeenRequest[] {
    return this.requests.filter((request) => request.method === method);
  }

  async #receive(message: JSONRPCMessage, transport: Transport): Promise<void> {
    if (!('method' in message)) {
      const id = message.id;
      if (id !== undefined) this.#answers.get(id)?.(message);
      return;
    }
    const { method, params = {} } = message as { method: string; params?: Record<string, unknown> };
    if (!('id' in message)) {
      this.notifications.push({ method, params });
      return;
    }
    const request: SeenRequest = { id: message.id, method, params };
    this.requests.push(request);
    let answer: Record<string, unknown>;
    try {
      const result = await (this.#handlers.get(method) ?? this.#default(method))(params, request);
      if (result === NO_ANSWER) return;
      answer = { result: result };
    } catch (error) {
      const { code = -32_603, message: text, data } = error as Partial<WireError>;
      answer = { error: { code, message: text, ...(data !== undefined && { data }) } };
    }
    await transport.send({ jsonrpc: '2.0', id: message.id, ...answer } as JSONRPCMessage).catch(() => undefined);
  }

  #default(method: string): Handler {
    return (params) => {
      switch (method) {
        case 'initialize':
          return {
            protocolVersion: this.protocolVersion ?? params['protocolVersion'],
            capabilities: this.capabilities,
            serverInfo: this.serverInfo,
            ...(this.instructions !== undefined && { instructions: this.instructions }),
          };
        case 'tools/list':
          return { tools: this.tools };
        case 'ping':
          return {};
        default:
          throw new WireError(-32_601, `Method not found: ${method}`);
      }
    };
  }
}

/** A tool without parameters. */
export function tool(name: string, more: Readonly<Record<string, unknown>> = {}): McpSchema.Tool {
  return { name, description: `Does ${name}.`, inputSchema: { type: 'object', properties: {} }, ...more };
}
