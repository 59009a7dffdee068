import { ApplicationContext } from '@toolwright/boot';
import { DocsAssistantApplication } from './DocsAssistantApplication.js';

try {
  const context = await ApplicationContext.run(DocsAssistantApplication, { args: process.argv.slice(2) });
  await context.close();
} catch {
  // The failure of a start has been explained on standard error already.
  process.exitCode = 1;
}
