import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runSchemaCommand } from '@toolwright/schema';
import type { ToolSchemaManifestData } from '@toolwright/tools';
import ts from 'typescript';

const FIXTURES = fileURLToPath(new URL('../test/fixtures/', import.meta.url));
const NODE_MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/** What a run of the command said. */
export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A copy of a fixture in a folder of its own, so that tests can change its sources. */
export class TemporaryProject {
  readonly folder: string;

  private constructor() {
    this.folder = realpathSync(mkdtempSync(join(tmpdir(), 'schema-')));
    symlinkSync(NODE_MODULES, join(this.folder, 'node_modules'));
  }

  /** A copy of a folder under `fixtures`. */
  static copyOf(fixture: string): TemporaryProject {
    const project = new TemporaryProject();
    cpSync(join(FIXTURES, fixture), project.folder, { recursive: true });
    return project;
  }

  /** These sources with plain settings; without the types of Node, which take the compiler a second. */
  static of(sources: Readonly<Record<string, string>>): TemporaryProject {
    const project = new TemporaryProject();
    for (const file of ['package.json', 'tsconfig.json']) {
      cpSync(join(FIXTURES, 'plain', file), join(project.folder, file));
    }
    for (const [file, text] of Object.entries(sources)) project.write(file, text);
    return project;
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    writeFileSync(join(this.folder, file), text);
  }

  /** Runs `toolwright-schema` in the folder. */
  async run(args: readonly string[] = [], signal: AbortSignal = new AbortController().signal): Promise<CommandResult> {
    let out = '';
    let err = '';
    const code = await runSchemaCommand(args, {
      workingFolder: this.folder,
      out: (text) => (out += text),
      err: (text) => (err += text),
      signal,
    });
    return { code, out, err };
  }

  get manifestFile(): string {
    return join(this.folder, 'tool-schemas.json');
  }

  get manifest(): ToolSchemaManifestData {
    return JSON.parse(this.read('tool-schemas.json')) as ToolSchemaManifestData;
  }

  /** Compiles the sources of a folder one after the other, as bundlers do, and imports the one that is named. */
  async import(file: string): Promise<Record<string, never>> {
    const compilerOptions: ts.CompilerOptions = {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      useDefineForClassFields: false,
    };
    for (const source of ts.sys.readDirectory(join(this.folder, dirname(file)), ['.ts'])) {
      const { outputText } = ts.transpileModule(readFileSync(source, 'utf8'), { compilerOptions, fileName: source });
      writeFileSync(source.replace(/\.ts$/, '.js'), outputText);
    }
    return (await import(pathToFileURL(join(this.folder, file)).href)) as Record<string, never>;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
