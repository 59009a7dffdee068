import type { LogFields, LogLevel, LogProvider } from '@toolwright/core';
import { type DestinationStream, destination, type Logger, pino } from 'pino';
import { formatLogLine } from './formatLogLine.js';
import { LoggingFormat, type LoggingProperties } from './LoggingProperties.js';
import { LogLevels } from './LogLevels.js';

/** Keys of a line that no field may take; a field of that name is written as `field.<name>`. */
const RESERVED = ['level', 'time', 'msg'] as const;

/** Writes log lines through pino, at once, so that none is lost when the process ends. */
export class PinoLogProvider implements LogProvider {
  readonly #levels: LogLevels;
  readonly #logger: Logger;

  /** @param stream where lines go; default standard error */
  constructor(properties: LoggingProperties, stream: DestinationStream = destination({ dest: 2, sync: true })) {
    this.#levels = new LogLevels(properties);
    const withStack = (name: string): boolean => this.#levels.isEnabled(name, 'debug');
    const text: DestinationStream = {
      write: (line) => {
        stream.write(formatLogLine(line, withStack));
      },
    };
    this.#logger = pino(
      {
        level: 'trace',
        // Every line names its logger; process id and host are the business of whoever collects the lines.
        base: null,
        timestamp: () => `,"time":"${new Date().toISOString()}"`,
        formatters: { level: (label) => ({ level: label }) },
      },
      properties.format === LoggingFormat.JSON ? stream : text,
    );
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
    this.#logger[level](own, message);
  }
}
