// node scripts/buildRelease.mjs FOLDER
// Writes every package as it is published into FOLDER/<package>. Needs `npm run build` first.
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import commonjs from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { transform } from 'esbuild';
import { rollup } from 'rollup';

const root = fileURLToPath(new URL('..', import.meta.url));
const packagesFolder = join(root, 'packages');

/** What every start loads: one file each, because reading two hundred small modules takes longer than running them. */
const BUNDLED = new Set([
  'core',
  'model',
  'boot',
  'tools',
  'chat',
  'tool-search',
  'models',
  'mcp',
  'observability',
  'autoconfigure',
]);

/**
 * Loaded by every start, and either of another format or of many small modules: Node takes longer to find and translate them
 * than to run them. Nothing of them is part of the public types.
 */
const INLINED = [
  'reflect-metadata',
  'inversify',
  '@inversifyjs/common',
  '@inversifyjs/container',
  '@inversifyjs/core',
  '@inversifyjs/plugin',
  '@inversifyjs/prototype-utils',
  '@inversifyjs/reflect-metadata-utils',
  'class-validator/cjs/decorator',
  'class-validator/cjs/metadata',
  'convict',
  'is-network-error',
  'lodash.clonedeep',
  'p-limit',
  'p-retry',
  'validator/lib',
  'yargs-parser',
  'yocto-queue',
];

const isInlined = (id) => INLINED.some((name) => id === name || id.startsWith(`${name}/`));

/** The package that a module belongs to. */
const packageOf = (id) => id.split('/', id.startsWith('@') ? 2 : 1).join('/');

/**
 * Writes the packages as they are published.
 *
 * @param {string} folder absolute path of the folder to fill
 * @returns {Promise<readonly { folder: string, manifest: Record<string, any> }[]>} the published packages
 */
export async function buildRelease(folder) {
  const published = [];
  for (const name of (await readdir(packagesFolder)).sort()) {
    const source = join(packagesFolder, name);
    const manifest = await readManifest(source);
    if (manifest === undefined || manifest.private === true) continue;
    const target = join(folder, name);
    await rm(target, { recursive: true, force: true });
    await mkdir(target, { recursive: true });
    await cp(join(root, 'LICENSE'), join(target, 'LICENSE'));
    for (const entry of ['README.md', ...(manifest.files ?? [])]) {
      await cp(join(source, entry), join(target, entry), {
        recursive: true,
        filter: (path) =>
          !path.endsWith('.tsbuildinfo') && !path.endsWith('/.inputs') && !(BUNDLED.has(name) && isModule(path)),
      }).catch(ignoreMissing);
    }
    if (BUNDLED.has(name)) await bundle(source, target, manifest);
    const { devDependencies, scripts, files = [], ...others } = manifest;
    const rest = { ...others, files: BUNDLED.has(name) ? [...files, 'THIRD-PARTY-NOTICES.txt'] : files };
    await writeFile(join(target, 'package.json'), `${JSON.stringify(rest, null, 2)}\n`);
    published.push({ folder: target, manifest: rest });
  }
  return published;
}

async function readManifest(folder) {
  try {
    return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

const isModule = (path) => path.includes('/dist/') && /\.js(\.map)?$/.test(path);

const ignoreMissing = (error) => {
  if (error.code !== 'ENOENT') throw error;
};

/** Rollup, because it leaves declarations as they are: messages and bean names are made from the names of classes. */
async function bundle(source, target, manifest) {
  const bundled = await rollup({
    input: entryPoints(source, manifest),
    external: (id) => !isInlined(id) && !/^[./\0]/.test(id),
    plugins: [
      emittedModules,
      sharedReflectMetadata(manifest),
      nodeResolve({ resolveOnly: INLINED.map(packageOf) }),
      commonjs(),
      withoutComments,
    ],
    treeshake: false,
    onLog(level, log) {
      // tsc's helpers ask for a global `this`, which modules have not.
      if (level === 'warn' && log.code !== 'THIS_IS_UNDEFINED') throw new Error(`${manifest.name}: ${log.message}`);
    },
  });
  await bundled.write({
    dir: join(target, 'dist'),
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    sourcemap: true,
    // The sources are published beside the bundle, where the declarations look for them too.
    sourcemapExcludeSources: true,
    sourcemapPathTransform: (path, map) => publishedSource(resolve(dirname(map), path), source, dirname(map), target),
  });
  await writeNotices(bundled.watchFiles, target);
  await bundled.close();
}

/** Where a source lies once it is published: maps must not name the folders of the machine that made them. */
function publishedSource(path, source, mapFolder, target) {
  const installed = path.lastIndexOf('/node_modules/');
  if (installed >= 0) return relative(mapFolder, join(target, path.slice(installed)));
  return relative(mapFolder, join(target, relative(source, path)));
}

/** The licences of the packages that the bundles contain: they ask to be passed on with the code. */
async function writeNotices(modules, target) {
  const folders = new Set(modules.flatMap((id) => id.match(/^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []));
  if (folders.size === 0) return;
  const notices = [];
  for (const folder of [...folders].sort()) {
    const { name, version, license } = await readManifest(folder);
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file ? await readFile(join(folder, file), 'utf8') : `Licence: ${license}\n`;
    notices.push(`${name} ${version}\n\n${text.trim()}\n`);
  }
  await writeFile(join(target, 'THIRD-PARTY-NOTICES.txt'), notices.join('\n----\n\n'));
}

/** Reads what tsc wrote together with its source map, so that stack traces lead to the TypeScript source. */
const emittedModules = {
  name: 'emitted-modules',
  async load(id) {
    if (!id.startsWith(packagesFolder)) return null;
    const code = await readFile(id, 'utf8');
    if (/new URL\([^)]*import\.meta\.url/.test(code)) {
      const where = relative(root, id);
      throw new Error(`${where} looks for a file beside itself, which bundling moves: pass the path from outside.`);
    }
    const map = await readFile(`${id}.map`, 'utf8').catch(ignoreMissing);
    return { code, map: map ?? null };
  },
};

/**
 * `core` brings reflect-metadata for all packages: each further copy would put its functions before those of the others, so
 * that every look-up passed through all of them.
 */
const sharedReflectMetadata = ({ dependencies }) => ({
  name: 'shared-reflect-metadata',
  resolveId: (id) =>
    packageOf(id) === 'reflect-metadata' && dependencies?.['@toolwright/core'] !== undefined
      ? { id: '@toolwright/core', external: true }
      : null,
});

/**
 * Comments and blanks are two fifths of what a start has to read. Lines stay short, because Node shows the line of an error
 * where source maps are off; names stay, because messages and bean names are made from them.
 */
const withoutComments = {
  name: 'without-comments',
  async renderChunk(source) {
    const { code, map } = await transform(source, {
      minifyWhitespace: true,
      lineLimit: 120,
      sourcemap: 'external',
      sourcesContent: false,
    });
    return { code, map };
  },
};

/** Every module that package.json names: exports, commands, auto-configurations. */
function entryPoints(source, manifest) {
  const paths = new Set();
  for (const value of Object.values(manifest.exports ?? {})) {
    const path = typeof value === 'string' ? value : value.default;
    if (path?.endsWith('.js')) paths.add(path);
  }
  for (const path of Object.values(manifest.bin ?? {})) paths.add(path);
  if (manifest.toolwright?.autoConfiguration) paths.add(manifest.toolwright.autoConfiguration);
  return Object.fromEntries(
    [...paths].map((path) => [relative('dist', path).replace(/\.js$/, ''), join(source, path)]),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) {
    console.error('usage: node scripts/buildRelease.mjs FOLDER');
    process.exit(2);
  }
  for (const { manifest } of await buildRelease(resolve(folder))) console.log(manifest.name);
}
