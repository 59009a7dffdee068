import { isatty } from 'node:tty';
import picocolors from 'picocolors';

/** What a terminal is made of. */
export interface TerminalOptions {
  /** Takes text for standard output: what was asked for. */
  readonly out: (text: string) => void;
  /** Takes text for standard error: everything else. */
  readonly err: (text: string) => void;
  /** Whether text may be coloured. */
  readonly colours: boolean;
  /** Columns of a line; null where nobody reads along, so that lines are not broken. */
  readonly width: number | null;
}

/** Where a command writes to. */
export class Terminal {
  /** Colours text; leaves it as it is where colours are off. */
  readonly colours: ReturnType<typeof picocolors.createColors>;
  readonly width: number | null;
  readonly #options: TerminalOptions;

  constructor(options: TerminalOptions) {
    this.#options = options;
    this.colours = picocolors.createColors(options.colours);
    this.width = options.width;
  }

  /**
   * The standard streams of this process. Colours are used on a terminal only, and never with `NO_COLOR` or
   * `TERM=dumb`.
   */
  static ofProcess(): Terminal {
    const { stdout, stderr, env } = process;
    const write = stdout.write.bind(stdout);
    const isTerminal = isatty(1);
    return new Terminal({
      out: (text) => write(text),
      err: (text) => stderr.write(text),
      colours: isTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
      width: isTerminal ? stdout.columns : null,
    });
  }

  out(text: string): void {
    this.#options.out(text);
  }

  err(text: string): void {
    this.#options.err(text);
  }

  /** One JSON document, and nothing else, on standard output. */
  json(value: unknown): void {
    this.out(`${JSON.stringify(value, null, 2)}\n`);
  }
}

/**
 * Sends what anything in this process writes to standard output to standard error instead, except what a {@link Terminal}
 * writes: an application that greets must not break a JSON document.
 *
 * @returns puts it back
 */
export function divertStandardOutput(): () => void {
  const { stdout, stderr } = process;
  const original = Object.getOwnPropertyDescriptor(stdout, 'write');
  stdout.write = stderr.write.bind(stderr);
  return () => {
    if (original) Object.defineProperty(stdout, 'write', original);
    // What was inherited shows again.
    else Reflect.deleteProperty(stdout, 'write');
  };
}
