import { createInterface } from 'node:readline/promises';
import { ApplicationRunner, Component, Environment } from '@toolwright/boot';
import { ChatModel } from '@toolwright/model';
import { OfflineChatModel } from '@toolwright/models';
import { ToolCallLimitExceededException } from '@toolwright/tools';
import { DocsAssistant } from '../assistant/DocsAssistant.js';
import type { TurnReport } from '../assistant/TurnReport.js';
import { DocsAssistantProperties } from '../configuration/DocsAssistantProperties.js';
import { DEMO_QUESTIONS } from './demoQuestions.js';
import { isSwitchedOn } from './isSwitchedOn.js';
import { RoundPrinter } from './RoundPrinter.js';

/** Exit code of a turn that failed. */
const EXIT_ERROR = 1;
/** Exit code of a turn that a limit ended. */
const EXIT_LIMIT = 3;

const OFFLINE_NOTICE =
  'Offline model: no language model, but a word matcher that needs no network and no key (chat.model.provider=offline).';

/** The command line: one question and its answer, one JSON document, or a prompt when somebody is there to type. */
@Component()
export class ConsoleRunner extends ApplicationRunner {
  readonly #assistant: DocsAssistant;
  readonly #properties: DocsAssistantProperties;
  readonly #environment: Environment;
  readonly #offline: boolean;

  constructor(
    assistant: DocsAssistant,
    properties: DocsAssistantProperties,
    environment: Environment,
    model: ChatModel,
  ) {
    super();
    this.#assistant = assistant;
    this.#properties = properties;
    this.#environment = environment;
    this.#offline = model instanceof OfflineChatModel;
  }

  override async run(): Promise<void> {
    const json = isSwitchedOn(this.#environment, 'json');
    if (this.#offline) (json ? writeError : writeLine)(OFFLINE_NOTICE);
    const question = this.#environment.nonOptionArguments.join(' ').trim();
    const studio = this.#environment.getProperty('studio.enabled') === 'true';
    if (studio && question === '' && !json) return this.#demonstrate();
    if (question === '' && !json && process.stdin.isTTY && process.stdout.isTTY) return this.#converse();
    const asked = question || this.#properties.question;
    if (!json) writeLine(`Question: ${asked}\n`);
    process.exitCode = await this.#answer(asked, json);
    if (!studio && !json) writeLine('\nSee every step of a turn in the studio: npm start -- --studio');
  }

  async #demonstrate(): Promise<void> {
    for (const question of [this.#properties.question, ...DEMO_QUESTIONS]) {
      writeLine(`Question: ${question}\n`);
      await this.#answer(question, false);
    }
  }

  /** Runs one turn, prints it and returns the exit code that tells how it ended. */
  async #answer(question: string, json: boolean): Promise<number> {
    try {
      const report = json ? await this.#answerAsJson(question) : await this.#answerAsText(question);
      return report.finishReason === ToolCallLimitExceededException.FINISH_REASON ? EXIT_LIMIT : 0;
    } catch (error) {
      writeError(`The turn failed: ${error instanceof Error ? error.message : String(error)}`);
      return EXIT_ERROR;
    }
  }

  async #answerAsJson(question: string): Promise<TurnReport> {
    const report = await this.#assistant.ask(question);
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    return report;
  }

  async #answerAsText(question: string): Promise<TurnReport> {
    const printer = new RoundPrinter(writeLine);
    const report = await this.#assistant.ask(question, { listener: printer });
    printer.printAnswer(report);
    return report;
  }

  async #converse(): Promise<void> {
    const prompt = createInterface({ input: process.stdin, output: process.stdout });
    writeLine('Ask a question; an empty line ends the conversation.');
    try {
      for (;;) {
        const question = (await prompt.question('> ')).trim();
        if (question === '') return;
        await this.#answer(question, false);
      }
    } finally {
      prompt.close();
    }
  }
}

function writeLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

function writeError(line: string): void {
  process.stderr.write(`${line}\n`);
}
