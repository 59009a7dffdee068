import type { ClassType } from '@toolwright/core';
import { ArithmeticTools } from './arithmetic/ArithmeticTools.js';
import { StatisticsTools } from './arithmetic/StatisticsTools.js';
import { CsvTools } from './data/CsvTools.js';
import { JsonTools } from './data/JsonTools.js';
import { DateTimeTools } from './datetime/DateTimeTools.js';
import { DocsTools } from './docs/DocsTools.js';
import { PageLinkTools } from './docs/PageLinkTools.js';
import { EncodingTools } from './encoding/EncodingTools.js';
import { FileTools } from './files/FileTools.js';
import { IssueTools } from './issues/IssueTools.js';
import { TextTools } from './text/TextTools.js';
import { UnitTools } from './units/UnitTools.js';

/** The services that every user's request is given, in the order in which their tools are sent. */
export const toolClasses = [
  DocsTools,
  PageLinkTools,
  FileTools,
  DateTimeTools,
  ArithmeticTools,
  StatisticsTools,
  UnitTools,
  TextTools,
  JsonTools,
  CsvTools,
  EncodingTools,
] as const satisfies readonly ClassType<object>[];

/** The services that only a maintainer's request is given: they write files. */
export const maintainerToolClasses = [IssueTools] as const satisfies readonly ClassType<object>[];
