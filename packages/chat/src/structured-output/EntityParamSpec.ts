/** How one answer is made into a value. */
export class EntityParamSpec {
  #native = false;
  #validates = false;

  /** Gives the schema to the provider, if it can take one, instead of an instruction to the model (SO-06). */
  useProviderStructuredOutput(): this {
    this.#native = true;
    return this;
  }

  /** Checks the answer against the schema, and asks again with what is wrong, up to three times (SO-13). */
  validateSchema(): this {
    this.#validates = true;
    return this;
  }

  /** @internal */
  get described(): { readonly native: boolean; readonly validates: boolean } {
    return { native: this.#native, validates: this.#validates };
  }
}
