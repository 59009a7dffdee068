import { Component } from '@toolwright/boot';
import type { MathJsInstance, MathNode } from 'mathjs';

/** What {@link Calculator} and the unit tools use of mathjs; loaded at the first calculation, as it is large. */
@Component()
export class MathEngine {
  #loaded: Promise<{ readonly math: MathJsInstance; readonly parse: (text: string) => MathNode }> | undefined;

  /**
   * The instance, with its dangerous functions disabled, and a parser that still works.
   *
   * `predictable` keeps results real: the root of -4 is NaN, not a complex number.
   */
  load(): Promise<{ readonly math: MathJsInstance; readonly parse: (text: string) => MathNode }> {
    this.#loaded ??= import('mathjs/lib/browser/math.js').then(({ default: { all, create } }) => {
      const math = create(all ?? {}, { predictable: true });
      const parse = math.parse.bind(math) as (text: string) => MathNode;
      const disabled = [
        'import',
        'createUnit',
        'config',
        'evaluate',
        'parse',
        'compile',
        'parser',
        'simplify',
        'derivative',
      ];
      const importFunctions = math.import.bind(math);
      importFunctions(Object.fromEntries(disabled.map((name) => [name, disabledFunction(name)])), { override: true });
      return { math, parse };
    });
    return this.#loaded;
  }
}

function disabledFunction(name: string): () => never {
  return () => {
    throw new Error(`Function ${name} is disabled`);
  };
}
