import type { ManifestFunction } from '@toolwright/tools';
import ts from 'typescript';
import type { FunctionToolCall } from '../declaration/findDeclarations.js';
import type { TypeReader } from '../type/TypeReader.js';
import { warnOfIdentity } from './identityNames.js';
import { readValue } from './readValue.js';
import type { SourceScope } from './SourceScope.js';

/** The entry of a function tool; undefined if its input is not declared. */
export function readFunctionTool(
  { call, name, fn }: FunctionToolCall,
  reader: TypeReader,
  scope: SourceScope,
): ManifestFunction | undefined {
  const { checker } = scope;
  const [signature] = checker.getTypeAtLocation(fn).getCallSignatures();
  const [input] = signature?.parameters ?? [];
  if (!input) return undefined;
  const type = checker.getTypeOfSymbolAtLocation(input, fn);
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return undefined;
  warnOfIdentity({ name: input.name, type, node: call, label: `function tool '${name}'` }, scope);
  const value = readValue(type, undefined, reader, checker, (error) =>
    scope.error(call, `The input of function tool '${name}': ${error.message}.`),
  );
  if (!value.schema) return undefined;
  const file = scope.pathOf(call.getSourceFile());
  return { name, file, ...value, schema: withoutReference(value.schema, value.definitions) };
}

/** Models need the object itself at the root (JS-40). */
function withoutReference(
  schema: NonNullable<ManifestFunction['schema']>,
  definitions: ManifestFunction['definitions'],
): NonNullable<ManifestFunction['schema']> {
  const { $ref, ...rest } = schema;
  return typeof $ref === 'string' ? { ...definitions?.[$ref.slice('#/$defs/'.length)], ...rest } : schema;
}
