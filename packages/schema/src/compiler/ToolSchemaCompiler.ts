import {
  hashSource,
  type ManifestClass,
  type ManifestFunction,
  type ManifestMethod,
  type ToolSchemaManifestData,
} from '@toolwright/tools';
import ts from 'typescript';
import { findDeclarations } from '../declaration/findDeclarations.js';
import { byCodeUnit } from '../type/convertSchema.js';
import { TypeReader } from '../type/TypeReader.js';
import { readArgumentClass } from './readArgumentClass.js';
import { readFunctionTool } from './readFunctionTool.js';
import { readToolMethod } from './readToolMethod.js';
import type { SourceProblem } from './SourceProblem.js';
import { SourceScope } from './SourceScope.js';

/** What the schema build made of a program. */
export interface ToolSchemaCompilation {
  /** The manifest; only complete if there are no errors. */
  readonly manifest: ToolSchemaManifestData;
  /** Types that no model can send, names that nobody knows, and errors of the compiler in the files that matter. */
  readonly errors: readonly SourceProblem[];
  /** Parameters that look like an identity (TX-26), and tools that the manifest cannot describe. */
  readonly warnings: readonly SourceProblem[];
}

/**
 * Reads the tools of a program: every method decorated with `@Tool` or its like for MCP servers, and every `FunctionToolCallback.builder('name', …)`
 * without a type or schema of its own. The same sources give the same manifest, to the byte (JS-44).
 *
 * @param rootFolder what paths in the manifest are relative to: the folder of the tsconfig
 * @param root that folder as seen from the manifest
 */
export function compileToolSchemas(program: ts.Program, rootFolder: string, root: string): ToolSchemaCompilation {
  const scope = new SourceScope(program, rootFolder);
  const reader = new TypeReader(scope.checker);
  const classes = new Map<ts.Symbol, ManifestClass>();
  const functions: ManifestFunction[] = [];
  const declaring = new Set<ts.SourceFile>();
  for (const source of scope.projectFiles()) {
    const found = findDeclarations(source, scope.checker);
    if (found.classes.length > 0 || found.functions.length > 0) declaring.add(source);
    for (const { symbol, name, methods } of found.classes) {
      const instance: [string, ManifestMethod][] = [];
      const ofClass: [string, ManifestMethod][] = [];
      for (const method of methods) {
        const list = ts.getCombinedModifierFlags(method) & ts.ModifierFlags.Static ? ofClass : instance;
        list.push([method.name.getText(), readToolMethod(method, name, reader, scope)]);
      }
      classes.set(symbol, {
        ...scope.classEntry(symbol, name),
        ...(instance.length > 0 && { methods: Object.fromEntries(instance) }),
        ...(ofClass.length > 0 && { staticMethods: Object.fromEntries(ofClass) }),
      });
    }
    for (const call of found.functions) {
      const entry = readFunctionTool(call, reader, scope);
      if (entry) functions.push(entry);
    }
  }
  // Reading the properties of one class may meet further ones, which the iteration then visits too.
  for (const [symbol, type] of reader.classes) {
    const entry = classes.get(symbol) ?? scope.classEntry(symbol, symbol.name);
    classes.set(symbol, { ...entry, ...readArgumentClass(symbol, type, reader, scope) });
  }
  warnOfTwins(classes, scope);
  const involved = [...new Set([...declaring, ...reader.files])].filter((file) => scope.isProjectFile(file));
  return {
    manifest: {
      version: 1,
      root,
      files: hashes(involved, scope),
      classes: [...classes.values()].sort(byPlace),
      functions: functions.sort(byPlace),
    },
    errors: [...scope.compilerErrors(involved), ...scope.errors],
    warnings: scope.warnings,
  };
}

/** Classes that the run time cannot tell apart, for which it therefore does without the manifest. */
function warnOfTwins(classes: ReadonlyMap<ts.Symbol, ManifestClass>, scope: SourceScope): void {
  const places = new Map<string, string>();
  for (const [symbol, { name, file, members }] of classes) {
    const appearance = JSON.stringify([name, members]);
    const other = places.get(appearance);
    places.set(appearance, file);
    if (other === undefined || !symbol.valueDeclaration) continue;
    scope.warn(
      symbol.valueDeclaration,
      `Class '${name}' looks like that of ${other} at run time, so the manifest is used for neither. Rename one of them.`,
    );
  }
}

function hashes(files: readonly ts.SourceFile[], scope: SourceScope): Record<string, string> {
  const entries = files.map((file): [string, string] => [scope.pathOf(file), hashSource(file.text)]);
  return Object.fromEntries(entries.sort(([a], [b]) => byCodeUnit(a, b)));
}

function byPlace(a: { file: string; name: string }, b: { file: string; name: string }): number {
  return byCodeUnit(a.file, b.file) || byCodeUnit(a.name, b.name);
}
