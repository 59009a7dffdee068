import { ChatClient, ToolCallingAdvisor } from '@toolwright/chat';
import { ObservationRegistry } from '@toolwright/core';
import { AssistantMessage, type Message, UserMessage } from '@toolwright/model';
import { FunctionToolCallback, ToolCallingManager } from '@toolwright/tools';
import { HandWrittenLoop, type PlainMessage } from './handWrittenLoop.js';
import { InstantModel } from './InstantModel.js';
import type { Subject } from './measure.js';
import type { Script } from './script.js';

const SYSTEM = 'You add.';

/** Arguments of every tool. */
interface Sum {
  readonly a: number;
  readonly b: number;
}

const add = ({ a, b }: Sum): string => String(a + b);

/**
 * The same turn twice: by a client with its default advisors and by a hand-written loop, over the same script. Every turn
 * checks its answer.
 */
export class Contest {
  readonly client: ChatClient;
  readonly #script: Script;
  readonly #loop: HandWrittenLoop;
  readonly #history: readonly Message[];
  readonly #plainHistory: readonly PlainMessage[];

  /**
   * @param parts.tools how many tools are attached; default 1
   * @param parts.messages how many messages were exchanged before; default 0
   * @param parts.observationRegistry who is told of the client's turns and the calls of its tools; default nobody
   */
  constructor(
    script: Script,
    parts: {
      readonly tools?: number;
      readonly messages?: number;
      readonly observationRegistry?: ObservationRegistry;
    } = {},
  ) {
    const { tools = 1, messages = 0, observationRegistry = ObservationRegistry.NOOP } = parts;
    const names = Array.from({ length: tools }, (_, index) => (index === 0 ? 'add' : `add_${index}`));
    // More calls in a round than a turn may make by default.
    const manager = ToolCallingManager.builder()
      .unlimitedCallsPerTool()
      .unlimitedTotalToolCalls()
      .observationRegistry(observationRegistry)
      .build();
    this.client = ChatClient.builder(new InstantModel(script), {
      observationRegistry,
      toolCallingAdvisorBuilder: ToolCallingAdvisor.builder().toolCallingManager(manager),
    })
      .defaultSystem(SYSTEM)
      .defaultTools(names.map(toolOf))
      .build();
    this.#script = script;
    this.#loop = new HandWrittenLoop(script, new Map(names.map((name) => [name, add])), SYSTEM);
    this.#history = Array.from({ length: messages }, (_, index) =>
      index % 2 === 0 ? new UserMessage(`question ${index}`) : new AssistantMessage(`answer ${index}`),
    );
    this.#plainHistory = this.#history.map(({ messageType, text }) => ({
      role: messageType === 'user' ? 'user' : 'assistant',
      content: text ?? '',
    }));
  }

  /** Turns of `call()`. */
  get called(): Pair {
    const byHand = (): Promise<string> => this.#loop.turn('go', this.#plainHistory);
    const byClient = (): Promise<string | null> => this.#request().call().content();
    return this.#pair(byHand, byClient);
  }

  /** Turns of `stream()`, of which a consumer gets the texts. */
  get streamed(): Pair {
    const byHand = async (): Promise<string> => {
      let text = '';
      const ignore = (): void => undefined;
      await this.#loop.streamedTurn('go', (piece) => (text += piece), ignore, this.#plainHistory);
      return text;
    };
    const byClient = async (): Promise<string> => {
      let text = '';
      for await (const piece of this.#request().stream().content()) text += piece;
      return text;
    };
    return this.#pair(byHand, byClient);
  }

  /** Turns of `stream()`, of which a consumer gets the texts and the arguments of calls. */
  get watched(): Pair {
    const byHand = async (): Promise<string> => {
      let args = '';
      let text = '';
      await this.#loop.streamedTurn(
        'go',
        (piece) => (text += piece),
        (piece) => (args += piece),
        this.#plainHistory,
      );
      return required(text, args);
    };
    const byClient = async (): Promise<string> => {
      let args = '';
      let text = '';
      for await (const event of this.#request().stream().events()) {
        if (event.type === 'text-delta') text += event.text;
        else if (event.type === 'tool-call-delta') args += event.arguments;
      }
      return required(text, args);
    };
    return this.#pair(byHand, byClient);
  }

  #request() {
    const request = this.client.prompt();
    return (this.#history.length > 0 ? request.messages(this.#history) : request).user('go');
  }

  #pair(byHand: () => Promise<string>, byClient: () => Promise<string | null>): Pair {
    const checked = (turn: () => Promise<string | null>) => async (): Promise<void> => {
      this.#script.check(await turn());
    };
    return [
      { name: 'by hand', turn: checked(byHand) },
      { name: 'Toolwright', turn: checked(byClient) },
    ];
  }
}

/** The hand-written loop, then Toolwright. */
export type Pair = readonly [Subject, Subject];

function required(text: string, args: string): string {
  if (args === '') throw new Error('no arguments have arrived');
  return text;
}

/** A tool with a schema of about 1 KB, as tools of services have. */
function toolOf(name: string): FunctionToolCallback {
  const text = (about: string) => ({
    type: 'string',
    description: `${about} of the sum, in the spelling of the place.`,
  });
  const number = (about: string) => ({ type: 'number', minimum: -1e9, maximum: 1e9, description: `${about} summand.` });
  const properties = {
    a: number('First'),
    b: number('Second'),
    note: text('A note'),
    unit: { type: 'string', enum: ['metric', 'imperial', 'scientific'], description: 'System of units of the answer.' },
    tags: { type: 'array', items: { type: 'string' }, description: 'Labels that the sum must carry to be returned.' },
    period: {
      type: 'object',
      properties: { from: text('First day'), to: text('Last day') },
      required: ['from', 'to'],
      additionalProperties: false,
    },
  };
  return FunctionToolCallback.builder(name, (args: Sum) => add(args))
    .description(`Adds two numbers and says what the sum is (${name}).`)
    .inputSchema(JSON.stringify({ type: 'object', properties, required: ['a', 'b'], additionalProperties: false }))
    .build();
}
