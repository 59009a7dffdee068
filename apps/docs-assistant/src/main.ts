import { once } from 'node:events';
import { StudioRunner } from '@toolwright/autoconfigure';
import { ApplicationContext } from '@toolwright/boot';
import { DocsAssistantApplication } from './DocsAssistantApplication.js';

const args = process.argv.slice(2).map((arg) => (arg === '--studio' ? '--studio.enabled=true' : arg));
try {
  const context = await ApplicationContext.run(DocsAssistantApplication, { args });
  if (context.containsBean(StudioRunner)) {
    process.stdout.write(`\nThe studio is open at ${context.get(StudioRunner).url}\nCtrl-C ends it.\n`);
    // A signal closes the context, and with it the studio, which keeps the process alive.
    await once(process, 'beforeExit');
  }
  await context.close();
} catch {
  // The failure of a start has been explained on standard error already.
  process.exitCode = 1;
}
