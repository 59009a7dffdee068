/** The arguments an application was started with. */
export class ApplicationArguments {
  readonly #options = new Map<string, string[]>();

  /** @param sourceArgs as they were passed */
  constructor(readonly sourceArgs: readonly string[]) {
    for (const argument of sourceArgs) {
      if (!argument.startsWith('--')) continue;
      const equals = argument.indexOf('=');
      const name = argument.slice(2, equals < 0 ? undefined : equals);
      if (name === '') continue;
      const values = this.#options.get(name) ?? [];
      if (equals >= 0) values.push(argument.slice(equals + 1));
      this.#options.set(name, values);
    }
  }

  /** Names of the `--name` and `--name=value` arguments, each once. */
  get optionNames(): readonly string[] {
    return [...this.#options.keys()];
  }

  /** The arguments that are no options, in their order. */
  get nonOptionArgs(): readonly string[] {
    return this.sourceArgs.filter((argument) => !argument.startsWith('--') || argument === '--');
  }

  containsOption(name: string): boolean {
    return this.#options.has(name);
  }

  /** The values of `--name=value`, in their order; empty for `--name` alone, undefined without such an argument. */
  getOptionValues(name: string): readonly string[] | undefined {
    return this.#options.get(name);
  }
}
