import { IsEnum } from 'class-validator';
import { ConfigurationProperties } from '../properties/ConfigurationProperties.js';
import { IsMapOf, PropertyDescription } from '../properties/fieldDecorators.js';

/** Levels of `logging.level.*`; OFF silences a logger. */
export enum LoggingLevel {
  TRACE = 'TRACE',
  DEBUG = 'DEBUG',
  INFO = 'INFO',
  WARN = 'WARN',
  ERROR = 'ERROR',
  FATAL = 'FATAL',
  OFF = 'OFF',
}

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

  @IsMapOf(LoggingLevel)
  @PropertyDescription('The least severe level that is logged, by the name of a logger, of a group, or root.')
  level: Map<string, LoggingLevel> = new Map([['root', LoggingLevel.INFO]]);

  @IsMapOf('string')
  @PropertyDescription('Names of loggers, separated by commas, whose level can be set under one name.')
  group: Map<string, string> = new Map<string, string>();
}
