import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './runAssistant.js';

const execute = promisify(execFile);

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Packages of this repository by name, and all that they need from elsewhere by folder. */
interface Closure {
  readonly own: Map<string, string>;
  readonly others: Map<string, string>;
}

/**
 * Makes an empty project outside of the workspace and installs packages of this repository there, as a user would: npm
 * unpacks their tarballs. What they need from elsewhere is put there beforehand, so that npm finds all of it without a
 * network.
 *
 * @param names what the project depends on
 * @returns the folder of the project
 */
export async function installPackages(...names: readonly string[]): Promise<string> {
  const project = await realpath(await mkdtemp(join(tmpdir(), 'toolwright-project-')));
  const closure: Closure = { own: new Map(), others: new Map() };
  for (const name of names) await collect(name, ROOT, closure);
  const modules = join(project, 'node_modules');
  for (const [name, folder] of closure.others) await copyPackage(folder, join(modules, name));
  const tarballs = join(project, 'tarballs');
  await mkdir(tarballs);
  await execute('npm', ['pack', '--ignore-scripts', '--pack-destination', tarballs, ...closure.own.values()], {
    cwd: ROOT,
  });
  const manifest = join(project, 'package.json');
  await writeFile(manifest, JSON.stringify({ name: 'application', private: true, type: 'module' }));
  const files = (await readdir(tarballs)).map((file) => `./tarballs/${file}`);
  const options = [
    '--offline',
    '--ignore-scripts',
    '--legacy-peer-deps',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
  ];
  await execute('npm', ['install', ...options, ...files], { cwd: project });
  // The project itself depends on nothing but what was asked for.
  const installed = JSON.parse(await readFile(manifest, 'utf8')) as Manifest;
  const dependencies = Object.fromEntries(names.map((name) => [name, '0.1.0']));
  await writeFile(manifest, JSON.stringify({ ...installed, dependencies }));
  return project;
}

/** Copies a package without what is installed inside of it, and without commands: npm would miss their links and fetch it. */
async function copyPackage(folder: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const filter = (path: string): boolean => !path.slice(folder.length).includes('/node_modules/');
  await cp(folder, target, { recursive: true, filter });
  const path = join(target, 'package.json');
  const { bin, ...manifest } = JSON.parse(await readFile(path, 'utf8')) as Manifest & { readonly bin?: unknown };
  if (bin !== undefined) await writeFile(path, JSON.stringify(manifest));
}

async function collect(name: string, dependant: string, closure: Closure): Promise<void> {
  if (closure.own.has(name) || closure.others.has(name)) return;
  const folder = name.startsWith('@toolwright/')
    ? join(ROOT, 'packages', name.slice('@toolwright/'.length))
    : await installedFolder(name, dependant);
  (name.startsWith('@toolwright/') ? closure.own : closure.others).set(name, folder);
  const { dependencies = {} } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
  for (const needed of Object.keys(dependencies)) await collect(needed, folder, closure);
}

/** The folder in which Node.js would find a package. */
async function installedFolder(name: string, dependant: string): Promise<string> {
  for (let folder = dependant; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (await stat(join(candidate, 'package.json')).catch(() => null)) return candidate;
    if (dirname(folder) === folder) throw new Error(`${name} is not installed: run npm ci`);
  }
}
