import { onOneLine } from '../text/onOneLine.js';
import type { LogFields, LogLevel } from './Logger.js';
import type { LogProvider } from './LoggerFactory.js';

const SEVERITY: Readonly<Record<LogLevel, number>> = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 };

/** Writes one line per entry to standard error; the default before a container installs its own provider. */
export class ConsoleLogProvider implements LogProvider {
  readonly #threshold: number;

  /** @param minimumLevel the least severe level that is written; default `warn` */
  constructor(minimumLevel: LogLevel = 'warn') {
    this.#threshold = SEVERITY[minimumLevel];
  }

  isLevelEnabled(_loggerName: string, level: LogLevel): boolean {
    return SEVERITY[level] >= this.#threshold;
  }

  write(loggerName: string, level: LogLevel, message: string, fields?: LogFields): void {
    const error = fields?.['err'];
    const suffix = error instanceof Error ? `: ${error.name}: ${error.message}` : '';
    process.stderr.write(`${level.toUpperCase()} [${loggerName}] ${onOneLine(message + suffix)}\n`);
  }
}
