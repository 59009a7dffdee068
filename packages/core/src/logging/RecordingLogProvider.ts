import type { LogFields, LogLevel } from './Logger.js';
import { type LogProvider, LoggerFactory } from './LoggerFactory.js';

/** One line that a {@link RecordingLogProvider} has kept. */
export interface LogEntry {
  readonly loggerName: string;
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: LogFields;
}

/** Keeps log lines of every level in memory, for tests that assert on what was logged. */
export class RecordingLogProvider implements LogProvider {
  readonly #entries: LogEntry[] = [];
  #previous: LogProvider | undefined;

  /** Installs a new recorder for the whole process; call {@link uninstall} when the test ends. */
  static install(): RecordingLogProvider {
    const recorder = new RecordingLogProvider();
    recorder.#previous = LoggerFactory.setProvider(recorder);
    return recorder;
  }

  /** Puts back the provider that was in place before {@link install}. */
  uninstall(): void {
    if (this.#previous) LoggerFactory.setProvider(this.#previous);
    this.#previous = undefined;
  }

  /** All lines so far, oldest first. */
  get entries(): readonly LogEntry[] {
    return this.#entries;
  }

  /** The messages of one level, oldest first. */
  messages(level: LogLevel): readonly string[] {
    return this.#entries.filter((entry) => entry.level === level).map((entry) => entry.message);
  }

  isLevelEnabled(): boolean {
    return true;
  }

  write(loggerName: string, level: LogLevel, message: string, fields: LogFields = {}): void {
    this.#entries.push({ loggerName, level, message, fields });
  }
}
