/** Severity of a log line, least severe first. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';

/**
 * Writes log lines under one name, such as `toolwright.tools.execution`.
 *
 * `fields` are structured data beside the message; an error goes under the key `err`. Arguments and results of tools,
 * prompts and tool context are content and are never logged unless the application switched content on.
 */
export interface Logger {
  readonly name: string;
  isLevelEnabled(level: LogLevel): boolean;
  trace(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** Structured data of a log line. */
export type LogFields = Readonly<Record<string, unknown>>;
