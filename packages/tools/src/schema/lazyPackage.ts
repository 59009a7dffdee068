import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * A package that is loaded when it is first needed: most tools need none, and loading it at start costs more than all
 * of this package.
 */
export function lazyPackage<T>(specifier: string): () => T {
  let loaded: T | undefined;
  return () => {
    loaded ??= require(specifier) as T;
    return loaded;
  };
}
