import ts from 'typescript';
import { resolveSymbol } from './symbols.js';
import { isDecoratedTool } from './toolDecorators.js';

/** A class with tools. */
export interface ToolClass {
  readonly symbol: ts.Symbol;
  /** Its name at run time. */
  readonly name: string;
  /** In the order of the source. */
  readonly methods: readonly ts.MethodDeclaration[];
}

/** `FunctionToolCallback.builder('name', fn)`. */
export interface FunctionToolCall {
  readonly call: ts.CallExpression;
  readonly name: string;
  readonly fn: ts.Expression;
}

/** Finds what a source offers as tools. */
export function findDeclarations(
  source: ts.SourceFile,
  checker: ts.TypeChecker,
): { readonly classes: readonly ToolClass[]; readonly functions: readonly FunctionToolCall[] } {
  const classes: ToolClass[] = [];
  const functions: FunctionToolCall[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node)) {
      const toolClass = readClass(node, checker);
      if (toolClass) classes.push(toolClass);
    } else if (ts.isCallExpression(node)) {
      const functionTool = readCall(node, checker);
      if (functionTool) functions.push(functionTool);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { classes, functions };
}

function readClass(node: ts.ClassLikeDeclaration, checker: ts.TypeChecker): ToolClass | undefined {
  const methods = node.members.filter(
    (member): member is ts.MethodDeclaration =>
      ts.isMethodDeclaration(member) &&
      member.body !== undefined &&
      (ts.isIdentifier(member.name) || ts.isStringLiteral(member.name)) &&
      (isDecoratedTool(member, checker) || overridesTool(member, node, checker)),
  );
  const { symbol } = checker.getTypeAtLocation(node);
  const name = className(node);
  return methods.length > 0 && name !== undefined ? { symbol, name, methods } : undefined;
}

/** A method that overrides a tool is one (MT-08). */
function overridesTool(method: ts.MethodDeclaration, owner: ts.ClassLikeDeclaration, checker: ts.TypeChecker): boolean {
  const isStatic = (ts.getCombinedModifierFlags(method) & ts.ModifierFlags.Static) !== 0;
  const [clause] = owner.heritageClauses?.filter(({ token }) => token === ts.SyntaxKind.ExtendsKeyword) ?? [];
  const base = clause?.types[0];
  if (!base) return false;
  const type = isStatic ? checker.getTypeAtLocation(base.expression) : checker.getTypeAtLocation(base);
  return (type.getProperty(method.name.getText())?.declarations ?? []).some(
    (declaration) =>
      ts.isMethodDeclaration(declaration) &&
      (isDecoratedTool(declaration, checker) ||
        (ts.isClassLike(declaration.parent) && overridesTool(declaration, declaration.parent, checker))),
  );
}

function className(node: ts.ClassLikeDeclaration): string | undefined {
  if (node.name) return node.name.text;
  if (ts.isClassDeclaration(node)) return 'default';
  const { parent } = node;
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name.text : undefined;
}

function readCall(call: ts.CallExpression, checker: ts.TypeChecker): FunctionToolCall | undefined {
  const { expression: callee } = call;
  const [name, fn] = call.arguments;
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'builder' || !name || !fn) return undefined;
  if (resolveSymbol(callee.expression, checker)?.name !== 'FunctionToolCallback') return undefined;
  return ts.isStringLiteralLike(name) && !givesInput(call) ? { call, name: name.text, fn } : undefined;
}

/** Whether the chain of calls that starts here says itself what the input is, as `builder('name', schema, fn)` does. */
function givesInput(call: ts.CallExpression): boolean {
  if (call.arguments.length > 2) return true;
  let node: ts.Expression = call;
  while (ts.isPropertyAccessExpression(node.parent) && ts.isCallExpression(node.parent.parent)) {
    const { text } = node.parent.name;
    if (text === 'inputType' || text === 'inputSchema') return true;
    node = node.parent.parent;
  }
  return false;
}
