import { createRequire } from 'node:module';

/**
 * A package that is loaded when it is first needed. Most programs need only a few of the packages behind a feature, and
 * loading them at start costs more than the rest of the start.
 *
 * @param specifier what `require` would be given, such as `ajv/dist/2020.js`
 * @param from the `import.meta.url` of the module that needs it: the package is looked up from there
 * @returns a function that gives the package's exports; it throws what `require` throws when the package is missing
 */
export function lazyPackage<T>(specifier: string, from: string): () => T {
  let loaded: T | undefined;
  return () => {
    loaded ??= createRequire(from)(specifier) as T;
    return loaded;
  };
}
