import { fileURLToPath } from 'node:url';
import { ApplicationContext } from '@toolwright/boot';
import { PantryApplication } from './PantryApplication.js';

try {
  const config = fileURLToPath(new URL('..', import.meta.url));
  // The server keeps the process alive until its client goes, or a signal ends it.
  await ApplicationContext.run(PantryApplication, { args: process.argv.slice(2), config });
} catch {
  // The failure of a start has been explained on standard error already.
  process.exitCode = 1;
}
