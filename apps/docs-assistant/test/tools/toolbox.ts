import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll } from '@jest/globals';
import { type ToolCallback, ToolCallbacks, ToolUserError } from '@toolwright/tools';
import { ArithmeticTools } from '../../dist/tools/arithmetic/ArithmeticTools.js';
import { Calculator } from '../../dist/tools/arithmetic/Calculator.js';
import { MathEngine } from '../../dist/tools/arithmetic/MathEngine.js';
import { StatisticsTools } from '../../dist/tools/arithmetic/StatisticsTools.js';
import { CsvTools } from '../../dist/tools/data/CsvTools.js';
import { DataSource } from '../../dist/tools/data/DataSource.js';
import { JsonTools } from '../../dist/tools/data/JsonTools.js';
import { Clock } from '../../dist/tools/datetime/Clock.js';
import { DateTimeTools } from '../../dist/tools/datetime/DateTimeTools.js';
import { DocsIndex } from '../../dist/tools/docs/DocsIndex.js';
import { DocsTools } from '../../dist/tools/docs/DocsTools.js';
import { MarkdownCorpus } from '../../dist/tools/docs/MarkdownCorpus.js';
import { PageLinkTools } from '../../dist/tools/docs/PageLinkTools.js';
import { EncodingTools } from '../../dist/tools/encoding/EncodingTools.js';
import { ConfinedFolder } from '../../dist/tools/files/ConfinedFolder.js';
import { DocsRoot } from '../../dist/tools/files/DocsRoot.js';
import { FileTools } from '../../dist/tools/files/FileTools.js';
import { IssueOutbox } from '../../dist/tools/issues/IssueOutbox.js';
import { IssueTools } from '../../dist/tools/issues/IssueTools.js';
import { TextTools } from '../../dist/tools/text/TextTools.js';
import { UnitTools } from '../../dist/tools/units/UnitTools.js';

const folders: string[] = [];

afterAll(async () => {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

/** The folder that most tests read. */
export const DATA = resolve(import.meta.dirname, '../../test/data');

/** Monday, 30 November 2026, 10:15 UTC. */
export class FixedClock extends Clock {
  override now(): number {
    return Date.UTC(2026, 10, 30, 10, 15);
  }
}

/** Every tool over one folder, called as a model calls it: by name, with JSON text. */
export class Toolbox {
  readonly corpus: MarkdownCorpus;
  readonly instances: readonly object[];
  readonly callbacks: readonly ToolCallback[];

  constructor(root: string = DATA, outbox = '/nonexistent/outbox') {
    const docsRoot = new DocsRoot(root);
    const folder = new ConfinedFolder(docsRoot);
    const clock = new FixedClock();
    const engine = new MathEngine();
    const source = new DataSource(folder);
    this.corpus = new MarkdownCorpus(folder, docsRoot);
    this.instances = [
      new DocsTools(this.corpus, new DocsIndex(this.corpus)),
      new PageLinkTools(this.corpus, folder),
      new FileTools(folder),
      new DateTimeTools(clock),
      new ArithmeticTools(new Calculator(engine)),
      new StatisticsTools(),
      new UnitTools(engine),
      new TextTools(),
      new JsonTools(source),
      new CsvTools(source),
      new EncodingTools(),
      new IssueTools(new IssueOutbox(outbox), clock),
    ];
    this.callbacks = ToolCallbacks.from(...this.instances);
  }

  /** The result of a tool, parsed. */
  async call(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<any> {
    return JSON.parse(await this.#callback(name).call(JSON.stringify(args)));
  }

  /** The message that a failing tool has for the model. */
  async failure(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const error: unknown = await this.#callback(name)
      .call(JSON.stringify(args))
      .then(
        (result) => new Error(`${name} answered ${result}`),
        (thrown: unknown) => thrown,
      );
    const cause = error instanceof Error ? error.cause : undefined;
    if (!(cause instanceof ToolUserError)) throw error;
    return cause.message;
  }

  #callback(name: string): ToolCallback {
    const found = this.callbacks.find(({ definition }) => definition.name === name);
    if (!found) throw new Error(`There is no tool ${name}`);
    return found;
  }
}

/** A new, empty folder of its own for one test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
  folders.push(folder);
  return folder;
}
