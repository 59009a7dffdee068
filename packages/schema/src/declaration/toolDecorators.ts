import ts from 'typescript';
import { decoratorName, decoratorsOf, resolveSymbol } from './symbols.js';
import { literalValue } from './literalValue.js';

/** What the build reads of `@ToolParam` on a parameter. */
export interface ParameterAnnotation {
  readonly name: string | undefined;
  /** Whether it gives the type or schema, so that the declared type need not be readable. */
  readonly givesShape: boolean;
  readonly modelProvided: boolean;
}

/** Whether a method carries `@Tool`, directly or by a decorator made of it (TD-18). */
export function isDecoratedTool(method: ts.MethodDeclaration, checker: ts.TypeChecker): boolean {
  return decoratorsOf(method).some((decorator) => {
    const { expression } = decorator;
    const callee = ts.isCallExpression(expression) ? expression.expression : expression;
    return isToolFactory(callee, checker, new Set());
  });
}

function isToolFactory(callee: ts.Expression, checker: ts.TypeChecker, seen: Set<ts.Symbol>): boolean {
  const symbol = resolveSymbol(callee, checker);
  if (!symbol || seen.has(symbol)) return false;
  seen.add(symbol);
  if (symbol.name === 'Tool' && takesToolOptions(symbol, checker)) return true;
  return (symbol.declarations ?? []).some((declaration) => {
    let found = false;
    const visit = (node: ts.Node): void => {
      if (found) return;
      if (ts.isCallExpression(node) && isToolFactory(node.expression, checker, seen)) found = true;
      else ts.forEachChild(node, visit);
    };
    if (!declaration.getSourceFile().isDeclarationFile) visit(declaration);
    return found;
  });
}

/** Tells `@Tool` of this framework from decorators of the same name. */
function takesToolOptions(symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  const declaration = symbol.valueDeclaration;
  if (!declaration) return false;
  const [signature] = checker.getTypeOfSymbolAtLocation(symbol, declaration).getCallSignatures();
  const [options] = signature?.parameters ?? [];
  if (!options) return false;
  const type = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(options, declaration));
  return (type.symbol as ts.Symbol | undefined)?.name === 'ToolOptions';
}

/** Reads `@ToolParam` of a parameter. */
export function parameterAnnotation(parameter: ts.ParameterDeclaration): ParameterAnnotation {
  const decorator = decoratorsOf(parameter).find((candidate) => decoratorName(candidate) === 'ToolParam');
  const call = decorator?.expression;
  const options = call && ts.isCallExpression(call) ? call.arguments[0] : undefined;
  const values = new Map<string, ts.Expression>();
  if (options && ts.isObjectLiteralExpression(options)) {
    for (const property of options.properties) {
      if (ts.isPropertyAssignment(property)) values.set(property.name.getText(), property.initializer);
      else if (ts.isShorthandPropertyAssignment(property)) values.set(property.name.text, property.name);
    }
  }
  const name = values.get('name');
  const modelProvided = values.get('modelProvided');
  const text = name && literalValue(name);
  return {
    name: typeof text === 'string' ? text : undefined,
    givesShape: values.has('type') || values.has('schema'),
    modelProvided: modelProvided !== undefined && literalValue(modelProvided) === true,
  };
}

/** What the framework passes instead of the model, if it does. */
export function frameworkRole(
  parameter: ts.ParameterDeclaration,
  checker: ts.TypeChecker,
): 'context' | 'signal' | undefined {
  if (decoratorsOf(parameter).some((decorator) => decoratorName(decorator) === 'ToolSignal')) return 'signal';
  const type = checker.getNonNullableType(checker.getTypeAtLocation(parameter));
  const name = (type.symbol as ts.Symbol | undefined)?.name;
  if (name === 'AbortSignal') return 'signal';
  return name === 'ToolContext' && type.getProperty('turn') !== undefined ? 'context' : undefined;
}
