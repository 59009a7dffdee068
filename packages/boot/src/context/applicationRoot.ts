import { realpathSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { nearestPackageRoot } from '../autoconfigure/discoverAutoConfigurations.js';

/** The folder of the application's package.json: above `start`, else above the module Node.js was started with. @internal */
export function applicationRoot(start: string | undefined): string {
  return nearestPackageRoot(start ?? mainFolder() ?? process.cwd());
}

function mainFolder(): string | undefined {
  const main = process.argv[1];
  if (main === undefined) return undefined;
  try {
    const folder = dirname(realpathSync(main));
    return folder.split(sep).includes('node_modules') ? undefined : folder;
  } catch {
    return undefined;
  }
}
