import { Component } from '@toolwright/boot';
import { ToolUserError } from '@toolwright/tools';
import type { ConstantNode, FunctionNode, MathNode, OperatorNode, SymbolNode } from 'mathjs';
import { requireMaxLength } from '../input/requireMaxLength.js';
import { MathEngine } from './MathEngine.js';

const MAX_EXPRESSION_LENGTH = 300;
/** Digits that a double holds reliably: hides that 0.1 + 0.2 is 0.30000000000000004. */
const PRECISION = 14;

/** What an expression may use. None of them can take long, or build anything larger than a number. */
const FUNCTIONS: ReadonlySet<string> = new Set(
  (
    'abs acos acosh asin asinh atan atan2 atanh cbrt ceil cos cosh exp expm1 fix floor gcd hypot lcm log log10 log1p ' +
    'log2 max mean median min mod nthRoot pow round sign sin sinh sqrt sum tan tanh variance std'
  ).split(' '),
);
const OPERATORS: ReadonlySet<string> = new Set(
  (
    'add subtract multiply divide pow mod factorial unaryMinus unaryPlus equal unequal larger largerEq smaller smallerEq ' +
    'and or not xor'
  ).split(' '),
);
const CONSTANTS: ReadonlySet<string> = new Set(['pi', 'e', 'tau', 'phi', 'true', 'false']);
const STRUCTURE: ReadonlySet<string> = new Set(['ParenthesisNode', 'ConditionalNode', 'RelationalNode']);

/** Signs that people write and the parser does not know. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/[×·⋅]/g, '*'],
  [/÷/g, '/'],
  [/[−–]/g, '-'],
  [/\*\*/g, '^'],
  [/π/g, 'pi'],
  [/√/g, 'sqrt'],
  [/\bln\b/g, 'log'],
  [/%\s+of\b/g, '% *'],
];

/** Evaluates arithmetic that a model wrote: numbers, operators and a fixed set of functions, nothing else. */
@Component()
export class Calculator {
  constructor(private readonly engine: MathEngine) {}

  /**
   * @returns a finite number, or a boolean for a comparison
   * @throws {ToolUserError} if the expression cannot be read, uses anything else, or has no real result
   */
  async evaluate(expression: string): Promise<number | boolean> {
    const { math, parse } = await this.engine.load();
    const text = SPELLINGS.reduce(
      (spelled, [sign, replacement]) => spelled.replace(sign, replacement),
      requireMaxLength(expression, MAX_EXPRESSION_LENGTH, 'expression'),
    );
    const node = this.#parse(text, parse);
    node.traverse((each) => {
      checkNode(each);
    });
    const result = this.#run(node);
    if (typeof result === 'boolean') return result;
    if (typeof result !== 'number' || !Number.isFinite(result)) {
      throw new ToolUserError(
        `'${expression}' has no real, finite result. Check it for a division by zero, a root of a negative number or a number that is too large.`,
      );
    }
    return Number(math.format(result, { precision: PRECISION }));
  }

  #parse(text: string, parse: (text: string) => MathNode): MathNode {
    try {
      return parse(text);
    } catch (cause) {
      const detail = cause instanceof Error ? cause.message : 'it cannot be read';
      throw new ToolUserError(`The expression is wrong: ${detail}. Write it like (12 + 5) * 3.`, { cause });
    }
  }

  #run(node: MathNode): unknown {
    try {
      return node.compile().evaluate();
    } catch (cause) {
      const detail = cause instanceof Error ? cause.message : 'it failed';
      throw new ToolUserError(`The expression cannot be calculated: ${detail}.`, { cause });
    }
  }
}

function checkNode(node: MathNode): void {
  if (STRUCTURE.has(node.type)) return;
  if (node.type === 'ConstantNode') {
    const { value } = node as ConstantNode;
    if (typeof value === 'number' || typeof value === 'boolean') return;
  }
  if (node.type === 'OperatorNode' && OPERATORS.has((node as OperatorNode).fn)) return;
  // The name of a function is visited as a symbol of its own.
  if (node.type === 'FunctionNode') {
    const { name } = (node as FunctionNode).fn;
    if (FUNCTIONS.has(name)) return;
    throw new ToolUserError(`The function '${name}' is not available. Use ${[...FUNCTIONS].join(', ')}.`);
  }
  if (node.type === 'SymbolNode') {
    const { name } = node as SymbolNode;
    if (CONSTANTS.has(name) || FUNCTIONS.has(name)) return;
    throw new ToolUserError(`'${name}' is not a number. Use numbers, + - * / ^ % and functions such as sqrt.`);
  }
  throw new ToolUserError('Only arithmetic with numbers is possible: no lists, texts, ranges or assignments.');
}
