/** A class that a test imports with `import type`, as a mistake. */
export class ImportedForItsType {
  readonly name = 'imported';
}
