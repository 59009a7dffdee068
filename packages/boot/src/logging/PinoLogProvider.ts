import { lazyPackage, type LogFields, type LogLevel, type LogProvider } from '@toolwright/core';
import type { DestinationStream, Logger } from 'pino';
import { formatLogLine } from './formatLogLine.js';
import { LoggingFormat, type LoggingProperties } from './LoggingProperties.js';
import { LogLevels } from './LogLevels.js';

/** Loaded with the first line: most starts log nothing. */
const pinoPackage = lazyPackage<typeof import('pino')>('pino', import.meta.url);

/** Keys of a line that no field may take; a field of that name is written as `field.<name>`. */
const RESERVED = ['level', 'time', 'msg'] as const;

/** Writes log lines through pino, at once, so that none is lost when the process ends. */
export class PinoLogProvider implements LogProvider {
  readonly #levels: LogLevels;
  readonly #format: LoggingFormat;
  readonly #stream: DestinationStream | undefined;
  #logger: Logger | undefined;

  /** @param stream where lines go; default standard error */
  constructor(properties: LoggingProperties, stream?: DestinationStream) {
    this.#levels = new LogLevels(properties);
    this.#format = properties.format;
    this.#stream = stream;
  }

  isLevelEnabled(loggerName: string, level: LogLevel): boolean {
    return this.#levels.isEnabled(loggerName, level);
  }

  write(loggerName: string, level: LogLevel, message: string, fields?: LogFields): void {
    const own: Record<string, unknown> = { ...fields, name: loggerName };
    // Pino would write these twice, and readers would take the second.
    for (const key of RESERVED) {
      if (own[key] === undefined) continue;
      own[`field.${key}`] = own[key];
      own[key] = undefined;
    }
    this.#logger ??= this.#createLogger();
    this.#logger[level](own, message);
  }

  #createLogger(): Logger {
    const { destination, pino } = pinoPackage();
    const stream = this.#stream ?? destination({ dest: 2, sync: true });
    const withStack = (name: string): boolean => this.#levels.isEnabled(name, 'debug');
    const text: DestinationStream = {
      write: (line) => {
        stream.write(formatLogLine(line, withStack));
      },
    };
    return pino(
      {
        level: 'trace',
        // Every line names its logger; process id and host are the business of whoever collects the lines.
        base: null,
        timestamp: () => `,"time":"${new Date().toISOString()}"`,
        formatters: { level: (label) => ({ level: label }) },
      },
      this.#format === LoggingFormat.JSON ? stream : text,
    );
  }
}
