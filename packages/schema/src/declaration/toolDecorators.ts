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

/** The decorators of this framework whose methods take arguments; each takes options of the type `<name>Options`. */
const FACTORIES: ReadonlySet<string> = new Set(['Tool', 'McpTool', 'McpPrompt', 'McpResource', 'McpComplete']);

/** What describes a parameter that a model or a client fills. */
const DESCRIBING: ReadonlySet<string | undefined> = new Set(['ToolParam', 'McpToolParam', 'McpArg']);

/** What marks a parameter that a server fills from the request. */
const INJECTING: ReadonlySet<string | undefined> = new Set(['McpProgressToken', 'McpRequest']);

/** Whether a method carries `@Tool`, one of its like for MCP servers, or a decorator made of them (TD-18, MS-14). */
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
  if (FACTORIES.has(symbol.name) && takesOptionsOfItsName(symbol, checker)) return true;
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

/** Tells the decorators of this framework from others of the same name. */
function takesOptionsOfItsName(symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  const declaration = symbol.valueDeclaration;
  if (!declaration) return false;
  const [signature] = checker.getTypeOfSymbolAtLocation(symbol, declaration).getCallSignatures();
  const [options] = signature?.parameters ?? [];
  if (!options) return false;
  const type = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(options, declaration));
  return (type.symbol as ts.Symbol | undefined)?.name === `${symbol.name}Options`;
}

/** Reads `@ToolParam` of a parameter, or what stands for it on the methods of an MCP server. */
export function parameterAnnotation(parameter: ts.ParameterDeclaration): ParameterAnnotation {
  const decorator = decoratorsOf(parameter).find((candidate) => DESCRIBING.has(decoratorName(candidate)));
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

/** What the framework passes instead of the model, if it does; `injected` by a decorator or the class of the type. */
export function frameworkRole(
  parameter: ts.ParameterDeclaration,
  checker: ts.TypeChecker,
): 'context' | 'signal' | 'injected' | undefined {
  const decorators = decoratorsOf(parameter).map(decoratorName);
  if (decorators.includes('ToolSignal')) return 'signal';
  const type = checker.getNonNullableType(checker.getTypeAtLocation(parameter));
  const symbol = type.symbol as ts.Symbol | undefined;
  if (decorators.some((decorator) => INJECTING.has(decorator)) || isInjectable(symbol, checker)) return 'injected';
  const name = symbol?.name;
  if (name === 'AbortSignal') return 'signal';
  return name === 'ToolContext' && type.getProperty('turn') !== undefined ? 'context' : undefined;
}

/** Whether a class has a static member under the key `INJECT_PARAMETER`. */
function isInjectable(symbol: ts.Symbol | undefined, checker: ts.TypeChecker): boolean {
  const declaration = symbol?.valueDeclaration;
  if (!symbol || !declaration || !ts.isClassDeclaration(declaration)) return false;
  const members = checker.getTypeOfSymbolAtLocation(symbol, declaration).getProperties();
  return members.some(({ escapedName }) => String(escapedName).includes('@INJECT_PARAMETER'));
}
