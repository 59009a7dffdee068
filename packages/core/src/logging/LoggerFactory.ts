import { ConsoleLogProvider } from './ConsoleLogProvider.js';
import type { LogFields, Logger, LogLevel } from './Logger.js';

/** Where log lines end up: the container installs one over pino, tests install a {@link RecordingLogProvider}. */
export interface LogProvider {
  isLevelEnabled(loggerName: string, level: LogLevel): boolean;
  write(loggerName: string, level: LogLevel, message: string, fields?: LogFields): void;
}

/**
 * Hands out loggers by name. A logger asks the provider of the moment at each line, so a provider installed later also
 * serves loggers that were created earlier. Without a provider, lines of level `warn` and above go to standard error.
 */
export class LoggerFactory {
  static #provider: LogProvider = new ConsoleLogProvider();
  static #flowFields: (() => LogFields | undefined) | undefined;

  static getLogger(name: string): Logger {
    return new DelegatingLogger(name);
  }

  /**
   * Installs `provider` for the whole process.
   *
   * @returns the provider that was in place before, to be restored by tests
   */
  static setProvider(provider: LogProvider): LogProvider {
    const previous = LoggerFactory.#provider;
    LoggerFactory.#provider = provider;
    return previous;
  }

  /**
   * Adds fields to every line of the process that come from the asynchronous flow, such as the ids of a trace. Fields of
   * the line itself win.
   *
   * @param fields asked for each line that is written; undefined for no such fields
   * @returns what was in place before
   */
  static setFlowFields(fields: (() => LogFields | undefined) | undefined): (() => LogFields | undefined) | undefined {
    const previous = LoggerFactory.#flowFields;
    LoggerFactory.#flowFields = fields;
    return previous;
  }

  /** The fields of the asynchronous flow, if there are any. */
  static get flowFields(): LogFields | undefined {
    return LoggerFactory.#flowFields?.();
  }

  /** The provider in place. */
  static get provider(): LogProvider {
    return LoggerFactory.#provider;
  }
}

class DelegatingLogger implements Logger {
  constructor(readonly name: string) {}

  isLevelEnabled(level: LogLevel): boolean {
    return LoggerFactory.provider.isLevelEnabled(this.name, level);
  }

  trace(message: string, fields?: LogFields): void {
    this.#write('trace', message, fields);
  }

  debug(message: string, fields?: LogFields): void {
    this.#write('debug', message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.#write('info', message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#write('warn', message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.#write('error', message, fields);
  }

  #write(level: LogLevel, message: string, fields?: LogFields): void {
    const provider = LoggerFactory.provider;
    if (!provider.isLevelEnabled(this.name, level)) return;
    const flowFields = LoggerFactory.flowFields;
    provider.write(this.name, level, message, flowFields ? { ...flowFields, ...fields } : fields);
  }
}
