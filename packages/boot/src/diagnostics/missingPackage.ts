import { packageName } from '../condition/PackageLookup.js';

/** The package that an import did not find; null if `error` is something else, such as a missing file. @internal */
export function missingPackage(error: Error): string | null {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') return null;
  const specifier = /Cannot find (?:package|module) '([^']+)'/.exec(error.message)?.[1];
  return specifier === undefined || /^([./]|file:|[A-Za-z]:)/.test(specifier) ? null : packageName(specifier);
}
