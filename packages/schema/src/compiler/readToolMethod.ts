import type { ManifestMethod, ManifestParameter } from '@toolwright/tools';
import ts from 'typescript';
import { acceptsUndefined } from '../declaration/symbols.js';
import { frameworkRole, type ParameterAnnotation, parameterAnnotation } from '../declaration/toolDecorators.js';
import type { TypeReader } from '../type/TypeReader.js';
import { warnOfIdentity } from './identityNames.js';
import { readValue } from './readValue.js';
import type { SourceScope } from './SourceScope.js';

/** The entry of a tool method. Types that no model can send become errors of the scope, naming the parameter. */
export function readToolMethod(
  method: ts.MethodDeclaration,
  className: string,
  reader: TypeReader,
  scope: SourceScope,
): ManifestMethod {
  const label = `${className}.${method.name.getText()}`;
  const parameters = method.parameters.filter(({ name }) => name.getText() !== 'this');
  const entries = parameters.map((parameter, index) => readParameter(parameter, index, label, reader, scope));
  const returns = returnedKind(method, scope.checker);
  return { parameters: entries, ...(returns && { returns }) };
}

function readParameter(
  parameter: ts.ParameterDeclaration,
  index: number,
  label: string,
  reader: TypeReader,
  scope: SourceScope,
): ManifestParameter {
  const annotation = parameterAnnotation(parameter);
  const name = parameterName(parameter, annotation, index, label, scope);
  const role = frameworkRole(parameter, scope.checker);
  if (role === 'injected') return { name };
  if (role) return { name, role };
  const type = scope.checker.getTypeAtLocation(parameter);
  const symbol = ts.isIdentifier(parameter.name) ? scope.checker.getSymbolAtLocation(parameter.name) : undefined;
  if (!annotation.modelProvided) warnOfIdentity({ name: annotation.name ?? name, type, node: parameter, label }, scope);
  const optional =
    parameter.questionToken !== undefined ||
    parameter.initializer !== undefined ||
    parameter.dotDotDotToken !== undefined ||
    acceptsUndefined(type);
  const value = readValue(type, symbol, reader, scope.checker, (error) => {
    // A decorator that gives the type or schema makes the declared type unimportant.
    if (!annotation.givesShape) scope.error(parameter, `Parameter '${name}' of ${label}: ${error.message}.`);
  });
  return { name, ...value, ...(optional && { optional }) };
}

function parameterName(
  { name }: ts.ParameterDeclaration,
  annotation: ParameterAnnotation,
  index: number,
  label: string,
  scope: SourceScope,
): string {
  if (ts.isIdentifier(name)) return name.text;
  if (annotation.name === undefined) {
    scope.error(name, `Parameter ${index} of ${label} is destructured, so it has no name; add @ToolParam({ name }).`);
  }
  return annotation.name ?? `parameter${index}`;
}

function returnedKind(method: ts.MethodDeclaration, checker: ts.TypeChecker): ManifestMethod['returns'] {
  const signature = checker.getSignatureFromDeclaration(method);
  if (!signature) return undefined;
  const declared = checker.getReturnTypeOfSignature(signature);
  const type = checker.getAwaitedType(declared) ?? declared;
  const parts = type.isUnion() ? type.types : [type];
  const isVoid = (part: ts.Type): boolean => (part.flags & ts.TypeFlags.Void) !== 0;
  const isUndefined = (part: ts.Type): boolean => (part.flags & ts.TypeFlags.Undefined) !== 0;
  if (parts.every((part) => isVoid(part) || isUndefined(part))) return 'void';
  if (parts.some((part) => part.getCallSignatures().length > 0)) return 'function';
  const unknown = ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Never | ts.TypeFlags.TypeParameter;
  if (parts.some((part) => isVoid(part) || (part.flags & unknown) !== 0 || isIterator(part))) return undefined;
  return 'value';
}

/** The last item of an async iterable is the result, and nobody declares whether there is one. */
function isIterator(type: ts.Type): boolean {
  return /^Async(?:Iterable|Iterator|Generator)/.test((type.symbol as ts.Symbol | undefined)?.name ?? '');
}
