import { createRequire } from 'node:module';

type ClassValidator = typeof import('class-validator');

const requireModule = createRequire(import.meta.url);

/**
 * One export of class-validator from the module that defines it. The package's main module loads five hundred others, among
 * them all telephone numbers of the world, which takes longer than the whole start of an application. The modules are the
 * same as those behind the main module, and so is what they record.
 *
 * @param path below the folder `cjs` of the package
 * @internal
 */
export function fromClassValidator<K extends keyof ClassValidator>(path: string, name: K): ClassValidator[K] {
  return (requireModule(`class-validator/cjs/${path}.js`) as ClassValidator)[name];
}

/** Where the decorators record; one for all copies of class-validator in the process. @internal */
export const getMetadataStorage = fromClassValidator('metadata/MetadataStorage', 'getMetadataStorage');
