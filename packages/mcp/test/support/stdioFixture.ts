import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { fixtureServer } from './fixtureServer.js';

// Started by tests as a child process.
if (process.argv.includes('--stubborn')) {
  process.on('SIGTERM', () => undefined);
  setInterval(() => undefined, 1000);
}
process.stderr.write(`started with ${process.argv.slice(2).join(' ')} ${process.env['FIXTURE_TOKEN'] ?? ''}\n`);
const server = fixtureServer({
  crash: () => process.exit(7),
  noise: (noise) => process.stdout.write(noise),
});
await server.connect(new StdioServerTransport());
