/** A tool call of a script; its arguments are a JSON text. */
export interface ScriptedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  /** The arguments as a model streams them. */
  readonly pieces: readonly string[];
}

/** One answer of a script. */
export interface ScriptedAnswer {
  readonly text: string;
  /** The text as a model streams it. */
  readonly pieces: readonly string[];
  readonly calls: readonly ScriptedCall[];
}

/**
 * What an instant model says, for Toolwright and the hand-written loop alike. It holds no state: the id of the last tool
 * result tells which answer comes next, so that any number of turns can share it.
 */
export class Script {
  /** The text that every turn must end with. */
  readonly text: string;
  readonly #answers: readonly ScriptedAnswer[];

  /**
   * @param parts.rounds rounds of tool calls before the text; default 0
   * @param parts.width calls of each round; default 1
   * @param parts.deltas pieces of the last text; default 1
   * @param parts.argumentDeltas pieces of the arguments of each call; default 1
   */
  constructor(parts: {
    readonly rounds?: number;
    readonly width?: number;
    readonly deltas?: number;
    readonly argumentDeltas?: number;
  }) {
    const { rounds = 0, width = 1, deltas = 1, argumentDeltas = 1 } = parts;
    const pieces = Array.from({ length: deltas }, (_, index) => `piece ${index} `);
    this.text = pieces.join('');
    const asking = Array.from({ length: rounds }, (_, round) => ({
      text: '',
      pieces: [],
      calls: Array.from({ length: width }, (_, index) => callOf(round, index, argumentDeltas)),
    }));
    this.#answers = [...asking, { text: this.text, pieces, calls: [] }];
  }

  /** @param lastToolCallId undefined if the last message is no tool result */
  answer(lastToolCallId: string | undefined): ScriptedAnswer {
    const answer = this.#answers[lastToolCallId === undefined ? 0 : Number.parseInt(lastToolCallId, 10) + 1];
    if (!answer) throw new Error(`no answer after ${lastToolCallId ?? 'the question'}`);
    return answer;
  }

  /** @throws if a turn has ended with another text */
  check(text: string | null): void {
    if (text !== this.text) throw new Error(`expected the text '${this.text}', got ${JSON.stringify(text)}`);
  }
}

function callOf(round: number, index: number, deltas: number): ScriptedCall {
  const text = JSON.stringify({ a: round, b: index, note: 'x'.repeat(deltas) });
  const size = Math.ceil(text.length / deltas);
  const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, piece) =>
    text.slice(piece * size, (piece + 1) * size),
  );
  return { id: `${round}-${index}`, name: 'add', arguments: text, pieces };
}
