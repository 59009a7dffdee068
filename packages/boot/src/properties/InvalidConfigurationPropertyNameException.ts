import { ToolwrightException } from '@toolwright/core';

/** A prefix or key that is not in canonical form. */
export class InvalidConfigurationPropertyNameException extends ToolwrightException {
  override readonly code = 'INVALID_CONFIGURATION_PROPERTY_NAME';

  /** @param invalidCharacters those that may not be there, each once, in order of appearance */
  constructor(
    readonly propertyName: string,
    readonly invalidCharacters: readonly string[],
    options?: ErrorOptions,
  ) {
    const characters = invalidCharacters.map((character) => `'${character}'`).join(', ');
    super(
      `Configuration property name '${propertyName}' is not valid: ${characters === '' ? 'a part does not start with a letter' : `invalid characters ${characters}`}. ` +
        'Canonical names should be kebab-case (dashes between words), lower-case alphanumeric characters, and start with a letter.',
      options,
    );
  }

  /** @throws {InvalidConfigurationPropertyNameException} unless `name` is canonical: `tools.limits.max-calls` */
  static check(name: string): void {
    if (/^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*$/.test(name)) return;
    const invalid = [...new Set(name.match(/[^a-z0-9.-]/gu) ?? [])];
    throw new InvalidConfigurationPropertyNameException(name, invalid);
  }
}
