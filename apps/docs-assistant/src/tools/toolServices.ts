import type { ClassType } from '@toolwright/core';
import { Calculator } from './arithmetic/Calculator.js';
import { MathEngine } from './arithmetic/MathEngine.js';
import { DataSource } from './data/DataSource.js';
import { Clock } from './datetime/Clock.js';
import { DocsIndex } from './docs/DocsIndex.js';
import { MarkdownCorpus } from './docs/MarkdownCorpus.js';
import { ConfinedFolder } from './files/ConfinedFolder.js';

/** What the tool classes are built from; `DocsRoot` and `IssueOutbox` come from the application's settings. */
export const toolServices = [
  ConfinedFolder,
  MarkdownCorpus,
  DocsIndex,
  DataSource,
  MathEngine,
  Calculator,
  Clock,
] as const satisfies readonly ClassType<object>[];
