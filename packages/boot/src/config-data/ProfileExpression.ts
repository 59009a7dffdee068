import { IllegalArgumentException } from '@toolwright/core';

/**
 * A condition on profiles: names joined by `!`, `&`, `|` and parentheses, such as `prod & (eu | us)`. `&` and `|` may
 * only be mixed with parentheses.
 */
export class ProfileExpression {
  readonly #tokens: readonly string[];
  #position = 0;
  #isActive: (profile: string) => boolean = () => false;

  constructor(readonly text: string) {
    this.#tokens = text.match(/[()&|!]|[^()&|!\s]+/g) ?? [];
  }

  /**
   * @param isActive whether a profile is active
   * @throws {IllegalArgumentException} for text that is no expression
   */
  matches(isActive: (profile: string) => boolean): boolean {
    this.#position = 0;
    this.#isActive = isActive;
    const result = this.#sequence();
    if (this.#position < this.#tokens.length) throw this.#malformed();
    return result;
  }

  #sequence(): boolean {
    let result = this.#operand();
    let operator: string | undefined;
    for (
      let token = this.#tokens[this.#position];
      token === '&' || token === '|';
      token = this.#tokens[this.#position]
    ) {
      if (operator !== undefined && operator !== token) throw this.#malformed();
      operator = token;
      this.#position++;
      // Both sides are read in any case, so that a mistake in the right one is found.
      const right = this.#operand();
      result = token === '&' ? result && right : result || right;
    }
    return result;
  }

  #operand(): boolean {
    const token = this.#tokens[this.#position++];
    if (token === '!') return !this.#operand();
    if (token === '(') {
      const result = this.#sequence();
      if (this.#tokens[this.#position++] !== ')') throw this.#malformed();
      return result;
    }
    if (token === undefined || /^[)&|]$/.test(token)) throw this.#malformed();
    return this.#isActive(token);
  }

  #malformed(): IllegalArgumentException {
    return new IllegalArgumentException(`Malformed profile expression '${this.text}'`);
  }
}
