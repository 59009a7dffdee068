import { lazyPackage } from '@toolwright/core';

const re2jsPackage = lazyPackage<typeof import('re2js')>('re2js', import.meta.url);

/** Regular expressions that never backtrack; loaded when the first one is compiled, which plain words do without. */
export function re2js(): typeof import('re2js').RE2JS {
  return re2jsPackage().RE2JS;
}
