import { ConfigurationProperties } from '../properties/ConfigurationProperties.js';
import { IsMapOf, PropertyDescription } from '../properties/fieldDecorators.js';
import { IsEnum } from '../validation/index.js';

/** Levels of `logging.level.*`; OFF silences a logger. */
const LOGGING_LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL', 'OFF'] as const;

/** One of the levels of `logging.level.*`. */
export type LoggingLevel = (typeof LOGGING_LEVELS)[number];

/** How a log line looks. */
export enum LoggingFormat {
  TEXT = 'TEXT',
  JSON = 'JSON',
}

/** What is logged, and how it looks. */
@ConfigurationProperties('logging')
export class LoggingProperties {
  @IsEnum(LoggingFormat)
  @PropertyDescription('How a log line looks: text for people, or one JSON object.')
  format: LoggingFormat = LoggingFormat.TEXT;

  @IsMapOf(LOGGING_LEVELS)
  @PropertyDescription('The least severe level that is logged, by the name of a logger, of a group, or root.')
  level: Map<string, LoggingLevel> = new Map([['root', 'INFO']]);

  @IsMapOf('string')
  @PropertyDescription('Names of loggers, separated by commas, whose level can be set under one name.')
  group: Map<string, string> = new Map<string, string>();
}
