// node scripts/checkPackages.mjs [FOLDER]
// publint (strict) and attw (esm-only) over the tarballs of every public package; FOLDER holds a packed release.
import { readdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { withPackedRelease } from './packRelease.mjs';

/** The checks themselves: a process of the command for each package takes five times as long. */
const command = createRequire(import.meta.resolve('@arethetypeswrong/cli/package.json'));
const attw = await import(pathToFileURL(command.resolve('@arethetypeswrong/core')));

/** The profile esm-only: who resolves as Node 10 did, or requires, is not promised anything. */
const IGNORED_RESOLUTIONS = ['node10', 'node16-cjs'];

/** What everybody who looks at a package expects to find. */
const FIELDS = ['description', 'keywords', 'license', 'engines', 'files', 'sideEffects', 'publishConfig'];
const FILES = ['README.md', 'LICENSE'];

/** What no other check would miss. */
const OWN_FILES = { '@toolwright/studio': ['dist/ui/index.html'], 'create-toolwright': ['template/_gitignore'] };

async function check(folder, tarball) {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const typed = Object.values(manifest.exports ?? {}).some((entry) => entry.types !== undefined);
  return [
    ...(await checkContents(folder, manifest)),
    ...(await lint(manifest, tarball)),
    ...(typed ? await checkTypes(tarball) : []),
  ];
}

async function checkContents(folder, manifest) {
  const problems = FIELDS.filter((field) => manifest[field] === undefined).map(
    (field) => `package.json has no ${field}`,
  );
  for (const file of [...FILES, ...(OWN_FILES[manifest.name] ?? [])]) {
    const text = await readFile(join(folder, file), 'utf8').catch(() => '');
    if (text.trim() === '') problems.push(`there is no ${file}`);
  }
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.map')) continue;
    const { sources } = JSON.parse(await readFile(join(folder, file), 'utf8'));
    for (const source of sources.filter((path) => !path.includes('node_modules/'))) {
      const found = await stat(resolve(folder, dirname(file), source)).catch(() => undefined);
      if (!found)
        problems.push(`${file} names ${source}, which is not published (left over in dist? npx tsc -b --clean)`);
    }
  }
  return problems;
}

async function lint(manifest, tarball) {
  const { buffer } = new Uint8Array(await readFile(tarball));
  const { messages } = await publint({ strict: true, pack: { tarball: buffer } });
  return messages.map((message) => `publint: ${formatMessage(message, manifest, { color: false })}`);
}

async function checkTypes(tarball) {
  const { problems } = await attw.checkPackage(
    attw.createPackageFromTarballData(new Uint8Array(await readFile(tarball))),
  );
  return problems
    .filter(({ resolutionKind }) => !IGNORED_RESOLUTIONS.includes(resolutionKind))
    .map((problem) => `attw: ${JSON.stringify(problem)}`);
}

await withPackedRelease(process.argv[2], async (packed) => {
  for (const { name, folder, tarball } of packed) {
    const problems = await check(folder, tarball);
    console.log(`${problems.length === 0 ? '✓' : '✗'} ${name}`);
    for (const problem of problems) console.log(`    ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
  }
});
