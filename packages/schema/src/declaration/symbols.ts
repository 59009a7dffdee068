import ts from 'typescript';
import { literalValue } from './literalValue.js';

/** Whether a symbol is declared by the language or by Node. */
export function isLibrarySymbol(symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some((declaration) => {
    const { fileName } = declaration.getSourceFile();
    return /\/node_modules\/(?:typescript\/lib\/lib\.[\w.]*d\.ts$|@types\/node\/)/.test(fileName);
  });
}

/** Whether a model cannot fill a property: methods, non-public members, getters, and what `@Exclude` hides. */
export function propertyIsHidden(property: ts.Symbol): boolean {
  if (property.flags & ts.SymbolFlags.Method) return true;
  if (property.flags & ts.SymbolFlags.GetAccessor && !(property.flags & ts.SymbolFlags.SetAccessor)) return true;
  return (property.declarations ?? []).some((declaration) => {
    const hiding = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
    if (ts.getCombinedModifierFlags(declaration) & hiding) return true;
    const name = ts.getNameOfDeclaration(declaration);
    if (name && ts.isPrivateIdentifier(name)) return true;
    return decoratorsOf(declaration).some((decorator) => decoratorName(decorator) === 'Exclude');
  });
}

/** Whether a property may be left out: `?`, a default value or `| undefined`. */
export function propertyIsOptional(property: ts.Symbol, checker: ts.TypeChecker): boolean {
  if (property.flags & ts.SymbolFlags.Optional || isMarkedOptional(property)) return true;
  const declaration = property.valueDeclaration;
  return declaration !== undefined && acceptsUndefined(checker.getTypeOfSymbolAtLocation(property, declaration));
}

/** Whether a default value or a validator lets a property be left out, which its type does not show. */
export function isMarkedOptional(property: ts.Symbol): boolean {
  const declaration = property.valueDeclaration;
  if (!declaration || !ts.isPropertyDeclaration(declaration)) return false;
  const decorators = decoratorsOf(declaration).map(decoratorName);
  if (decorators.includes('IsDefined')) return false;
  return (
    declaration.initializer !== undefined || decorators.includes('IsOptional') || decorators.includes('ValidateIf')
  );
}

/** The default value of a property, if it is a literal. */
export function defaultValue(property: ts.Symbol): string | number | boolean | undefined {
  const declaration = property.valueDeclaration;
  const initializer = declaration && ts.isPropertyDeclaration(declaration) ? declaration.initializer : undefined;
  return initializer && literalValue(initializer);
}

/** Whether a type lists `undefined` among its alternatives. */
export function acceptsUndefined(type: ts.Type): boolean {
  return type.isUnion() && type.types.some(({ flags }) => (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0);
}

/** The decorators of a declaration, if it can have any. */
export function decoratorsOf(node: ts.Node): readonly ts.Decorator[] {
  return ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [];
}

/** The name that a decorator is written with. */
export function decoratorName({ expression }: ts.Decorator): string | undefined {
  const callee = ts.isCallExpression(expression) ? expression.expression : expression;
  if (ts.isIdentifier(callee)) return callee.text;
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined;
}

/** What an expression refers to, through imports. */
export function resolveSymbol(expression: ts.Node, checker: ts.TypeChecker): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(expression);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}
