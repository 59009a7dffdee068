// node scripts/packRelease.mjs FOLDER
// Builds the packages as they are published and packs each of them once. Needs `npm run build` first.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildRelease } from './buildRelease.mjs';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

/** Written last, so that a folder with it is complete. */
const LIST = 'packed.json';

/**
 * @typedef {object} Packed
 * @property {string} name of the package
 * @property {string} version
 * @property {string} folder absolute path of what was packed
 * @property {string} tarball absolute path
 * @property {number} bytes size of the tarball
 * @property {number} files how many it contains
 */

/**
 * Builds and packs every public package: folders to FOLDER/packages, tarballs to FOLDER/tarballs.
 *
 * @param {string} folder absolute path; emptied first
 * @returns {Promise<readonly Packed[]>} the packages, sorted by folder
 */
export async function packRelease(folder) {
  await rm(folder, { recursive: true, force: true });
  const tarballs = join(folder, 'tarballs');
  await mkdir(tarballs, { recursive: true });
  // The studio's page, which no other step of the build makes.
  await execute('npm', ['run', 'build:ui', '--workspaces', '--if-present'], { cwd: root });
  const published = await buildRelease(join(folder, 'packages'));
  const options = ['--json', '--ignore-scripts', '--pack-destination', tarballs];
  const { stdout } = await execute('npm', ['pack', ...options, ...published.map((each) => each.folder)], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const reports = Object.values(JSON.parse(stdout));
  const packed = published.map(({ folder: source, manifest: { name, version } }) => {
    const report = reports.find((each) => each.name === name);
    const { filename, size, entryCount } = report;
    return { name, version, folder: source, tarball: join(tarballs, filename), bytes: size, files: entryCount };
  });
  await writeFile(join(folder, LIST), JSON.stringify(packed));
  return packed;
}

/**
 * The packed release that a command works on: what `npm run release:pack -- FOLDER` left in a folder, or one of its own.
 *
 * @param {string | undefined} folder of an earlier packRelease
 * @param {(packed: readonly Packed[]) => Promise<void>} use what to do with it
 */
export async function withPackedRelease(folder, use) {
  if (folder !== undefined) {
    const list = await readFile(join(resolve(folder), LIST), 'utf8').catch((cause) => {
      throw new Error(`${folder} holds no packed release: run npm run release:pack -- ${folder}`, { cause });
    });
    return use(JSON.parse(list));
  }
  const scratch = await mkdtemp(join(tmpdir(), 'toolwright-release-'));
  try {
    await use(await packRelease(scratch));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) {
    console.error('usage: npm run release:pack -- FOLDER');
    process.exit(2);
  }
  for (const { name, tarball } of await packRelease(resolve(folder))) console.log(`${name.padEnd(36)} ${tarball}`);
}
