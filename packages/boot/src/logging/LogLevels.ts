import type { LogLevel } from '@toolwright/core';
import { splitList } from '../env/readList.js';
import type { LoggingLevel, LoggingProperties } from './LoggingProperties.js';

const SEVERITY: Readonly<Record<LoggingLevel, number>> = {
  TRACE: 10,
  DEBUG: 20,
  INFO: 30,
  WARN: 40,
  ERROR: 50,
  FATAL: 60,
  OFF: Infinity,
};

/**
 * Which levels are logged: the setting whose name is the nearest prefix of the logger's name counts, else that of `root`
 * (BL-11). Names are compared like keys, so that environment variables reach them.
 */
export class LogLevels {
  readonly #thresholds = new Map<string, number>();
  readonly #byLogger = new Map<string, number>();
  readonly #root: number;

  constructor({ level, group }: LoggingProperties) {
    const groups = new Map([...group].map(([name, members]) => [uniform(name), splitList(members)]));
    const direct: [string, number][] = [];
    for (const [name, value] of level) {
      const members = groups.get(uniform(name));
      // A logger that is set by its own name keeps that, wherever the group's line stands.
      if (members) for (const member of members) this.#thresholds.set(uniform(member), SEVERITY[value]);
      else direct.push([uniform(name), SEVERITY[value]]);
    }
    for (const [name, severity] of direct) this.#thresholds.set(name, severity);
    this.#root = this.#thresholds.get('root') ?? SEVERITY.INFO;
  }

  isEnabled(loggerName: string, level: LogLevel): boolean {
    let threshold = this.#byLogger.get(loggerName);
    if (threshold === undefined) {
      threshold = this.#thresholdOf(uniform(loggerName));
      this.#byLogger.set(loggerName, threshold);
    }
    return SEVERITY[level.toUpperCase() as Uppercase<LogLevel>] >= threshold;
  }

  #thresholdOf(name: string): number {
    for (let prefix = name; prefix !== ''; prefix = prefix.slice(0, Math.max(0, prefix.lastIndexOf('.')))) {
      const threshold = this.#thresholds.get(prefix);
      if (threshold !== undefined) return threshold;
    }
    return this.#root;
  }
}

function uniform(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}
