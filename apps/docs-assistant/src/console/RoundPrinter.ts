import { shorten } from '@toolwright/core';
import type { RoundListener } from '../assistant/TurnRecorder.js';
import type { RoundReport, TurnReport } from '../assistant/TurnReport.js';

/** Characters of arguments and of results that a line shows. */
const ARGUMENTS_WIDTH = 100;
const RESULT_WIDTH = 160;
/** Tool names that a line lists before it counts the rest. */
const NAMES_SHOWN = 4;

/** Writes a turn for a person: each round as it happens, then the answer and what the turn cost. */
export class RoundPrinter implements RoundListener {
  readonly #write: (line: string) => void;

  /** @param write receives each line without its line break */
  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  onAnswered(number: number, round: RoundReport): void {
    this.#write(`Round ${number}: ${toolsSent(round.toolsSent)}, ${round.promptTokens} prompt tokens`);
    for (const call of round.toolCalls) {
      this.#write(`  call   ${call.name} ${shorten(JSON.stringify(call.arguments), ARGUMENTS_WIDTH)}`);
    }
  }

  onResults(_number: number, round: RoundReport): void {
    for (const { name, result, isError } of round.results) {
      this.#write(`  ${isError ? 'error ' : 'result'} ${name} ${shorten(result, RESULT_WIDTH)}`);
    }
  }

  /** Writes the end of the turn. */
  printAnswer(report: TurnReport): void {
    const pending = report.rounds.at(-1)?.toolCalls ?? [];
    this.#write('');
    if (report.answer !== null) this.#write(report.answer);
    else this.#write(`The model asks for ${pending.map(({ name }) => name).join(', ')}; nobody ran it.`);
    this.#write('');
    const { usage, rounds, finishReason } = report;
    this.#write(
      `${rounds.length} round(s), ${usage.promptTokens} prompt tokens, ${usage.completionTokens} completion tokens, finish reason ${finishReason ?? 'unknown'}`,
    );
  }
}

function toolsSent(names: readonly string[]): string {
  if (names.length === 0) return 'no tools sent';
  const shown = names.slice(0, NAMES_SHOWN).join(', ');
  const rest = names.length - NAMES_SHOWN;
  return `${names.length} tool(s) sent (${shown}${rest > 0 ? ` and ${rest} more` : ''})`;
}
