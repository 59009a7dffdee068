import { type ChatClientSettings, ChatClient, ChatMemory } from '@toolwright/chat';
import { OfflineChatModel } from '@toolwright/models';
import { TurnRecorder } from '../../dist/assistant/TurnRecorder.js';
import type { TurnReport } from '../../dist/assistant/TurnReport.js';
import { FixedClock, temporaryFolder, Toolbox, DATA } from '../tools/toolbox.js';
import { matchesArguments, type Question } from './Question.js';

/** The offline model with all tools of the assistant over the test pages, asked through the tool loop of a chat client. */
export class OfflineAssistant {
  readonly #client: ChatClient;

  private constructor(client: ChatClient) {
    this.#client = client;
  }

  static async create(options: ChatClientSettings = {}): Promise<OfflineAssistant> {
    const clock = new FixedClock();
    const model = new OfflineChatModel({ clock: () => new Date(clock.now()) });
    const { instances } = new Toolbox(DATA, await temporaryFolder());
    return new OfflineAssistant(
      ChatClient.builder(model, options)
        .defaultTools(...instances)
        .build(),
    );
  }

  /** One turn in a conversation of its own. */
  async ask(question: string): Promise<TurnReport> {
    const recorder = new TurnRecorder();
    const response = await this.#client
      .prompt(question)
      .advisors(recorder)
      .advisors((advisors) => advisors.param(ChatMemory.CONVERSATION_ID, question))
      .call()
      .chatClientResponse();
    return recorder.report(response);
  }
}

/** Why a turn does not answer its question; null if it does. All calls have to be made in one round, and none may fail. */
export function faultOf([, ...expected]: Question, { rounds }: TurnReport): string | null {
  const made = rounds.map(({ toolCalls }) => toolCalls).filter((calls) => calls.length > 0);
  const calls = made.flat();
  const said = made.map((round) =>
    round.map(({ name, arguments: args }) => `${name} ${JSON.stringify(args)}`).join(' + '),
  );
  const fault = said.join(' ; ') || 'no call';
  if (calls.length !== expected.length || made.length > 1) return fault;
  const agree = expected.every(
    ([tool, args], index) =>
      calls[index]?.name === tool && matchesArguments(args, calls[index].arguments as Record<string, unknown>),
  );
  if (!agree) return fault;
  const failed = rounds.flatMap(({ results }) => results).find(({ isError }) => isError);
  return failed ? `${fault}: ${failed.result}` : null;
}
