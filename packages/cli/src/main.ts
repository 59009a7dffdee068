#!/usr/bin/env node
import { Terminal } from './output/Terminal.js';
import { runCommandLine } from './runCommandLine.js';

// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`error: The output cannot be written: ${error.message}\n`);
  process.exit(1);
});

const exitCode = await runCommandLine(process.argv.slice(2), Terminal.ofProcess());
// Whatever the application has left open must not keep the command line; what was written must be through.
process.stdout.write('', (error) => {
  // Of an error is told above.
  if (!error) process.exit(exitCode);
});
