import { fileURLToPath } from 'node:url';
import { ApplicationContext } from '@toolwright/boot';
import { OrderDeskApplication } from './OrderDeskApplication.js';

try {
  const config = fileURLToPath(new URL('..', import.meta.url));
  const context = await ApplicationContext.run(OrderDeskApplication, { args: process.argv.slice(2), config });
  await context.close();
} catch {
  // The failure of a start has been explained on standard error already.
  process.exitCode = 1;
}
