import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const execute = promisify(execFile);

/** What is not loaded unless a property or a bean asks for it. */
const LATER = [
  '/class-validator/cjs/index.js',
  '/class-transformer/cjs/index.js',
  '/pino/pino.js',
  '/@toolwright/memory-redis/',
  '/@toolwright/memory-postgres/',
  '/@modelcontextprotocol/',
  '/gpt-tokenizer/',
];

/** Prints the files of all modules that were loaded, one a line. */
const SCRIPT = `
import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
register('data:text/javascript,' + encodeURIComponent(\`
  import { writeSync } from 'node:fs';
  export async function load(url, context, next) {
    writeSync(1, url + '\\\\n');
    return next(url, context);
  }\`), pathToFileURL('./'));
await import('@toolwright/autoconfigure');
const { default: Module } = await import('node:module');
process.stdout.write(Object.keys(Module._cache).join('\\n') + '\\n');
`;

describe('the auto-configurations', () => {
  it('[BH-09] load nothing that may never be needed', async () => {
    const { stdout } = await execute(process.execPath, ['--input-type=module', '-e', SCRIPT]);
    const loaded = stdout.split('\n');
    expect(loaded.some((url) => url.includes('/class-validator/cjs/decorator/typechecker/IsString.js'))).toBe(true);
    expect(LATER.filter((name) => loaded.some((url) => url.includes(name)))).toEqual([]);
  }, 60_000);
});
