import ts from 'typescript';

/** The value of a literal expression; undefined for everything else. */
export function literalValue(expression: ts.Expression): string | number | boolean | undefined {
  if (ts.isStringLiteralLike(expression)) return expression.text;
  if (ts.isNumericLiteral(expression)) return Number(expression.text);
  if (expression.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (expression.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (ts.isPrefixUnaryExpression(expression) && expression.operator === ts.SyntaxKind.MinusToken) {
    const operand = literalValue(expression.operand);
    return typeof operand === 'number' ? -operand : undefined;
  }
  return undefined;
}
