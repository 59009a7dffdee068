import { lazyPackage } from '@toolwright/core';
import type { Expression, Pattern } from 'acorn';

const acorn = lazyPackage<typeof import('acorn')>('acorn', import.meta.url);

/** One parameter as the source of a function declares it. */
export interface SourceParameter {
  /** Undefined where the parameter is destructured. */
  readonly name: string | undefined;
  /** Whether it has a default value. */
  readonly optional: boolean;
  readonly rest: boolean;
  /** The type of the default value, where that is a literal: the compiler records none for `limit = 10`. */
  readonly defaultType?: 'string' | 'number' | 'boolean';
}

/**
 * Reads the parameter list from a function's source text.
 *
 * @returns undefined if the text is not readable: native and bound functions
 */
export function readParameters(fn: (...args: never[]) => unknown): readonly SourceParameter[] | undefined {
  const source = Function.prototype.toString.call(fn);
  // A method's text is only valid inside an object; functions and arrows are expressions of their own.
  return parametersIn(`({${source}})`) ?? parametersIn(`(${source})`);
}

function parametersIn(expression: string): readonly SourceParameter[] | undefined {
  try {
    const node = acorn().parseExpressionAt(expression, 0, {
      ecmaVersion: 'latest',
      allowSuperOutsideMethod: true,
      allowAwaitOutsideFunction: true,
      checkPrivateFields: false,
    });
    const [property] = node.type === 'ObjectExpression' ? node.properties : [];
    const callable = property?.type === 'Property' ? property.value : node;
    return callable.type === 'FunctionExpression' || callable.type === 'ArrowFunctionExpression'
      ? callable.params.map(toParameter)
      : undefined;
  } catch {
    return undefined;
  }
}

function toParameter(pattern: Pattern): SourceParameter {
  switch (pattern.type) {
    case 'Identifier':
      return { name: pattern.name, optional: false, rest: false };
    case 'AssignmentPattern':
      return { ...toParameter(pattern.left), optional: true, ...literalType(pattern.right) };
    case 'RestElement':
      return { ...toParameter(pattern.argument), optional: true, rest: true };
    default:
      return { name: undefined, optional: false, rest: false };
  }
}

function literalType(expression: Expression): Pick<SourceParameter, 'defaultType'> {
  const type = expression.type === 'Literal' ? typeof expression.value : undefined;
  return type === 'string' || type === 'number' || type === 'boolean' ? { defaultType: type } : {};
}
