// node scripts/sizes.mjs [FOLDER]
// What a program with a client and a tool loads at its start, and the tarballs, beside their budgets. Needs `npm run build`.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { withPackedRelease } from './packRelease.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const budgets = JSON.parse(await readFile(new URL('sizeBudgets.json', import.meta.url), 'utf8'));

/** The smallest program that offers a method to a model. */
const PROGRAM = `
export { ChatModel, Prompt } from '@toolwright/model';
export { Tool, ToolParam, FunctionToolCallback } from '@toolwright/tools';
export { ChatClient } from '@toolwright/chat';
`;

/** What `import()` asks for is loaded later. */
const leaveOutLazy = {
  name: 'leave-out-lazy',
  setup: ({ onResolve }) =>
    onResolve({ filter: /.*/ }, ({ kind, path }) => (kind === 'dynamic-import' ? { path, external: true } : undefined)),
};

/** Bundles the program as an application would. */
async function eagerCode(external) {
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    external,
    plugins: [leaveOutLazy],
    write: false,
    logLevel: 'error',
  });
  return gzipSync(outputFiles[0].contents).length;
}

const rows = [];
const row = (name, bytes, budget) => {
  const over = budget === undefined || bytes > budget;
  if (over) process.exitCode = 1;
  const limit = budget === undefined ? 'no budget' : kilobytes(budget);
  rows.push(`${over ? '✗' : '✓'} ${name.padEnd(46)}${kilobytes(bytes).padStart(10)} of ${limit.padStart(9)}`);
};
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

row(
  'eager core: model, tools, chat',
  await eagerCode(['@toolwright/core', 'reflect-metadata', 'p-limit']),
  budgets.eagerCore,
);
row('… with what they stand on', await eagerCode([]), budgets.eagerTotal);
await withPackedRelease(process.argv[2], async (packed) => {
  for (const { name, bytes } of packed) row(name, bytes, budgets.tarballs[name]);
  const gone = Object.keys(budgets.tarballs).filter((name) => !packed.some((each) => each.name === name));
  if (gone.length > 0) {
    process.exitCode = 1;
    rows.push(`✗ scripts/sizeBudgets.json names ${gone.join(', ')}, which is no public package`);
  }
});
console.log(rows.join('\n'));
if (process.exitCode)
  console.log('Over budget: load later what is not needed at the start, or argue for a larger budget.');
