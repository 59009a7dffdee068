import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { IllegalStateException } from '@toolwright/core';
import ts from 'typescript';
import { compileToolSchemas, type ToolSchemaCompilation } from '../compiler/ToolSchemaCompiler.js';

/** A project whose tools are read, and the file that their schemas go to. */
export class SchemaProject {
  /** The tsconfig, absolute. */
  readonly configFile: string;
  /** The manifest, absolute. */
  readonly manifestFile: string;

  /**
   * @param project a tsconfig file, or a folder that has a `tsconfig.json`
   * @param out the manifest; default `tool-schemas.json` beside the tsconfig
   * @param workingFolder what relative paths start from
   */
  constructor(project: string, out: string | undefined, workingFolder: string) {
    const path = resolve(workingFolder, project);
    this.configFile = ts.sys.directoryExists(path) ? resolve(path, 'tsconfig.json') : path;
    const folder = dirname(this.configFile);
    this.manifestFile = out === undefined ? resolve(folder, 'tool-schemas.json') : resolve(workingFolder, out);
  }

  /** @throws {IllegalStateException} if there is no tsconfig */
  requireConfig(): void {
    if (existsSync(this.configFile)) return;
    throw new IllegalStateException(`There is no ${this.configFile}; name the tsconfig with --project.`);
  }

  /**
   * The program that the tsconfig describes.
   *
   * @throws {IllegalStateException} if the tsconfig cannot be read, or if it lists no sources
   */
  createProgram(): ts.Program {
    const host: ts.ParseConfigFileHost = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: rejectConfig };
    const config = ts.getParsedCommandLineOfConfigFile(this.configFile, COMPILER_OPTIONS, host);
    if (!config || config.fileNames.length === 0) {
      throw new IllegalStateException(
        `${this.configFile} lists no sources; name a tsconfig with sources of its own with --project.`,
      );
    }
    return ts.createProgram({
      rootNames: config.fileNames,
      options: config.options,
      ...(config.projectReferences && { projectReferences: config.projectReferences }),
      configFileParsingDiagnostics: ts.getConfigFileParsingDiagnostics(config),
    });
  }

  /** Reads the tools of a program of this project. */
  compile(program: ts.Program): ToolSchemaCompilation {
    const folder = dirname(this.configFile);
    const root = relative(dirname(this.manifestFile), folder).split(sep).join('/') || '.';
    return compileToolSchemas(program, folder, root);
  }

  /** The manifest as it is on disk; undefined if there is none. */
  readManifest(): string | undefined {
    return existsSync(this.manifestFile) ? readFileSync(this.manifestFile, 'utf8') : undefined;
  }

  /** Writes the manifest if it is not the same already, so that whoever watches it is not disturbed. */
  writeManifest(text: string): boolean {
    if (this.readManifest() === text) return false;
    mkdirSync(dirname(this.manifestFile), { recursive: true });
    writeFileSync(this.manifestFile, text);
    return true;
  }
}

/** Nothing is emitted, and the checks that only concern the output are off. */
export const COMPILER_OPTIONS: ts.CompilerOptions = { noEmit: true, composite: false, incremental: false };

function rejectConfig(diagnostic: ts.Diagnostic): never {
  throw new IllegalStateException(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
}
