import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { until } from './until.js';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A server as a child process whose streams a test sees as they are. */
export class StdioProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  #output = '';
  #errors = '';
  #id = 0;

  constructor(args: readonly string[], cwd?: string) {
    this.#child = spawn(process.execPath, args, { cwd });
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => (this.#errors += text));
  }

  /** Everything on standard output, line by line. */
  get lines(): readonly string[] {
    return this.#output.split('\n').slice(0, -1);
  }

  /** The same as messages. @throws {SyntaxError} if something else is among them */
  get messages(): readonly Message[] {
    return this.lines.map((line) => JSON.parse(line) as Message);
  }

  get standardError(): string {
    return this.#errors;
  }

  async initialize(): Promise<Message> {
    const clientInfo = { name: 'raw', version: '1' };
    const answer = await this.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    this.#send({ method: 'notifications/initialized' });
    return answer;
  }

  async request(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<Message> {
    const id = (this.#id += 1);
    this.#send({ id, method, params });
    await until(() => this.lines.some((line) => line.includes(`"id":${id}`)));
    const answer = this.messages.find((message) => message.id === id);
    if (!answer) throw new Error(`No answer to ${method}`);
    return answer;
  }

  /** Ends the input, as a client that goes does. @returns the exit code */
  async end(): Promise<number | null> {
    const exit = once(this.#child, 'exit');
    this.#child.stdin.end();
    const [code] = (await exit) as [number | null];
    return code;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #send(message: object): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}
