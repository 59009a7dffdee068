import { requireNonNull, requireNonNullElements, requireText } from '@toolwright/core';
import { type Context, type ContextInput, EMPTY_CONTEXT, recordOf } from '../client/Context.js';
import type { Advisor } from './Advisor.js';

/** Describes advisors of a request and the parameters that they find in the request's context. */
export class AdvisorSpec {
  #advisors: readonly Advisor[] = [];
  #params: Context = EMPTY_CONTEXT;

  /** @throws {IllegalArgumentException} `key cannot be null or empty`, `value cannot be null` */
  param(key: string, value: unknown): this {
    requireText(key, 'key cannot be null or empty');
    this.#params = { ...this.#params, [key]: requireNonNull(value, 'value cannot be null') };
    return this;
  }

  /** @throws {IllegalArgumentException} `params cannot be null`, and for missing keys and values (CC-15) */
  params(params: ContextInput): this {
    this.#params = { ...this.#params, ...recordOf(params, 'params', 'param') };
    return this;
  }

  /** @throws {IllegalArgumentException} `advisors cannot be null`, `advisors cannot contain null elements` */
  advisors(...advisors: readonly (Advisor | readonly Advisor[])[]): this {
    if (advisors.length === 1) requireNonNull(advisors[0], 'advisors cannot be null');
    const list = advisors.flat() as readonly Advisor[];
    requireNonNullElements(list, 'advisors cannot be null', 'advisors cannot contain null elements');
    this.#advisors = [...this.#advisors, ...list];
    return this;
  }

  /** @internal */
  get described(): { readonly advisors: readonly Advisor[]; readonly params: Context } {
    return { advisors: this.#advisors, params: this.#params };
  }
}
