import { relative, sep } from 'node:path';
import type { ManifestClass } from '@toolwright/tools';
import ts from 'typescript';
import { byCodeUnit } from '../type/convertSchema.js';
import { problemAt, type SourceProblem } from './SourceProblem.js';

/** The sources of one build, with the problems that were found in them. */
export class SourceScope {
  readonly checker: ts.TypeChecker;
  readonly errors: SourceProblem[] = [];
  readonly warnings: SourceProblem[] = [];
  readonly #program: ts.Program;
  readonly #rootFolder: string;

  constructor(program: ts.Program, rootFolder: string) {
    this.#program = program;
    this.#rootFolder = rootFolder;
    this.checker = program.getTypeChecker();
  }

  /** The files that the project itself is written in. */
  projectFiles(): readonly ts.SourceFile[] {
    return this.#program.getSourceFiles().filter((file) => this.isProjectFile(file));
  }

  isProjectFile(file: ts.SourceFile): boolean {
    return !file.isDeclarationFile && !this.#program.isSourceFileFromExternalLibrary(file);
  }

  /** The path of a file from the root folder, with `/`; from its package, if it is installed. */
  pathOf(file: ts.SourceFile): string {
    const installed = file.fileName.lastIndexOf('/node_modules/');
    if (installed >= 0) return file.fileName.slice(installed + 1);
    return relative(this.#rootFolder, file.fileName).split(sep).join('/');
  }

  /** What the run time recognises a class by. */
  classEntry(symbol: ts.Symbol, name: string): Pick<ManifestClass, 'name' | 'file' | 'members'> {
    const declaration = symbol.valueDeclaration as ts.ClassLikeDeclaration;
    const members = declaration.members.filter(isPrototypeMember).map((member) => memberName(member));
    const known = members.filter((member): member is string => member !== undefined);
    return {
      name,
      file: this.pathOf(declaration.getSourceFile()),
      members: [...new Set(known)].sort(byCodeUnit),
    };
  }

  error(node: ts.Node, message: string): void {
    this.errors.push(problemAt(node, this.pathOf(node.getSourceFile()), message));
  }

  warn(node: ts.Node, message: string): void {
    this.warnings.push(problemAt(node, this.pathOf(node.getSourceFile()), message));
  }

  /** Errors of the compiler, without which types could silently have become `any`. */
  compilerErrors(files: readonly ts.SourceFile[]): readonly SourceProblem[] {
    const diagnostics = [
      ...this.#program.getConfigFileParsingDiagnostics(),
      ...this.#program.getOptionsDiagnostics(),
      ...files.flatMap((file) => [
        ...this.#program.getSyntacticDiagnostics(file),
        ...this.#program.getSemanticDiagnostics(file),
      ]),
    ];
    return diagnostics
      .filter(({ category }) => category === ts.DiagnosticCategory.Error)
      .map(({ file, start, messageText, code }) => {
        const message = `TS${code}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
        if (!file) return { file: 'tsconfig', line: 0, message };
        return { file: this.pathOf(file), line: file.getLineAndCharacterOfPosition(start ?? 0).line + 1, message };
      });
  }
}

function isPrototypeMember(member: ts.ClassElement): boolean {
  if (!ts.isMethodDeclaration(member) && !ts.isAccessor(member)) return false;
  const absent = ts.ModifierFlags.Static | ts.ModifierFlags.Abstract;
  return member.body !== undefined && (ts.getCombinedModifierFlags(member) & absent) === 0;
}

function memberName({ name }: ts.ClassElement): string | undefined {
  if (!name || ts.isPrivateIdentifier(name) || ts.isComputedPropertyName(name)) return undefined;
  return ts.isIdentifier(name) ? name.text : (name as ts.StringLiteralLike).text;
}
