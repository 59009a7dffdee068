import { relative } from 'node:path';
import { Command, CommanderError } from 'commander';
import type ts from 'typescript';
import { describeProblem } from '../compiler/SourceProblem.js';
import type { ToolSchemaCompilation } from '../compiler/ToolSchemaCompiler.js';
import { changedFiles, manifestText } from '../project/manifestText.js';
import { SchemaProject } from '../project/SchemaProject.js';
import { watchProject } from '../project/watchProject.js';

/** What the command works with, so that it can run without a process of its own. */
export interface SchemaCommandEnvironment {
  /** What relative paths start from. */
  readonly workingFolder: string;
  /** Takes what the command has to say. */
  readonly out: (text: string) => void;
  /** Takes errors and warnings. */
  readonly err: (text: string) => void;
  /** Ends `--watch`. */
  readonly signal: AbortSignal;
}

interface Options {
  readonly project: string;
  readonly out?: string;
  readonly check?: true;
  readonly watch?: true;
}

/**
 * The command `toolwright-schema`.
 *
 * @param args the arguments after the name of the command
 * @returns the exit code: 0 if the manifest is written or up to date, 1 if not, 2 if the arguments make no sense
 */
export async function runSchemaCommand(
  args: readonly string[],
  environment: SchemaCommandEnvironment,
): Promise<number> {
  const command = new Command('toolwright-schema')
    .description(
      'Reads the types of tool arguments from the sources of a project and writes a manifest for the run time.',
    )
    .option('-p, --project <path>', 'the tsconfig, or its folder', '.')
    .option('-o, --out <file>', 'the manifest (default: tool-schemas.json beside the tsconfig)')
    .option('-c, --check', 'write nothing; fail if the manifest is older than the sources')
    .option('-w, --watch', 'write the manifest again after each change')
    .exitOverride()
    .configureOutput({ writeOut: environment.out, writeErr: environment.err });
  try {
    command.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : 2;
  }
  const options = command.opts<Options>();
  if (options.check && options.watch) {
    environment.err('--check and --watch exclude each other\n');
    return 2;
  }
  try {
    return await new SchemaRun(options, environment).run();
  } catch (error) {
    environment.err(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

class SchemaRun {
  readonly #options: Options;
  readonly #environment: SchemaCommandEnvironment;
  readonly #project: SchemaProject;

  constructor(options: Options, environment: SchemaCommandEnvironment) {
    this.#options = options;
    this.#environment = environment;
    this.#project = new SchemaProject(options.project, options.out, environment.workingFolder);
  }

  async run(): Promise<number> {
    this.#project.requireConfig();
    if (this.#options.check && this.#project.readManifest() === undefined) {
      this.#environment.err(`There is no ${this.#manifestPath}; run toolwright-schema.\n`);
      return 1;
    }
    if (!this.#options.watch) return this.#build(this.#project.createProgram());
    await watchProject(
      this.#project,
      (program) => this.#build(program),
      (message) => this.#environment.err(`${message}\n`),
      this.#environment.signal,
    );
    return 0;
  }

  #build(program: ts.Program): number {
    const compilation = this.#project.compile(program);
    for (const warning of compilation.warnings) this.#environment.err(`warning ${describeProblem(warning)}\n`);
    for (const error of compilation.errors) this.#environment.err(`error ${describeProblem(error)}\n`);
    if (compilation.errors.length > 0) return 1;
    return this.#options.check ? this.#check(compilation) : this.#write(compilation);
  }

  #write({ manifest }: ToolSchemaCompilation): number {
    const written = this.#project.writeManifest(manifestText(manifest));
    const tools = manifest.functions.length + manifest.classes.reduce((sum, entry) => sum + countMethods(entry), 0);
    const summary = `${tools} ${tools === 1 ? 'tool' : 'tools'} in ${this.#manifestPath}`;
    this.#environment.out(written ? `${summary}\n` : `${summary} (unchanged)\n`);
    return 0;
  }

  #check({ manifest }: ToolSchemaCompilation): number {
    const written = this.#project.readManifest() ?? '';
    if (written === manifestText(manifest)) {
      this.#environment.out(`${this.#manifestPath} is up to date\n`);
      return 0;
    }
    const files = changedFiles(written, manifest).map((file) => `  ${file}\n`);
    const reason = files.length > 0 ? `is older than\n${files.join('')}` : 'was written by another release\n';
    this.#environment.err(`${this.#manifestPath} ${reason}Run toolwright-schema.\n`);
    return 1;
  }

  get #manifestPath(): string {
    return relative(this.#environment.workingFolder, this.#project.manifestFile);
  }
}

function countMethods({ methods = {}, staticMethods = {} }: { methods?: object; staticMethods?: object }): number {
  return Object.keys(methods).length + Object.keys(staticMethods).length;
}
