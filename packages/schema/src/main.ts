#!/usr/bin/env node
import { runSchemaCommand } from './command/runSchemaCommand.js';

const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());
process.once('SIGTERM', () => interruption.abort());
process.exitCode = await runSchemaCommand(process.argv.slice(2), {
  workingFolder: process.cwd(),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  signal: interruption.signal,
});
