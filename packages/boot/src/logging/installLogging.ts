import { LoggerFactory } from '@toolwright/core';
import type { DestinationStream } from 'pino';
import type { Environment } from '../env/Environment.js';
import { bindProperties } from '../properties/bindProperties.js';
import { LoggingProperties } from './LoggingProperties.js';
import { PinoLogProvider } from './PinoLogProvider.js';

/** Puts back what {@link installLogging} replaced. */
export interface LoggingHandle {
  /** Does nothing if another provider was installed since. */
  restore(): void;
}

/**
 * Sends all log lines of the process through pino to standard error, by the levels of `logging.level.*` (default INFO)
 * and in the format of `logging.format`: `text` (default) or `json`.
 *
 * @param stream where lines go instead of standard error
 * @throws {PropertyBindingException} for an unknown level or format
 */
export async function installLogging(environment: Environment, stream?: DestinationStream): Promise<LoggingHandle> {
  const properties = await bindProperties(environment, LoggingProperties);
  const provider = new PinoLogProvider(properties, stream);
  const previous = LoggerFactory.setProvider(provider);
  return {
    restore: () => {
      if (LoggerFactory.provider === provider) LoggerFactory.setProvider(previous);
    },
  };
}
