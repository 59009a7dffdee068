import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AbstractClassType } from '@toolwright/core';
import type { PackageLookup } from '../condition/PackageLookup.js';
import { AutoConfigurationDiscoveryException } from './AutoConfigurationDiscoveryException.js';

/** The parts of a package.json that matter here. */
interface PackageManifest {
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly toolwright?: { readonly autoConfiguration?: string };
}

/**
 * Loads the auto-configurations that dependencies of an application announce in their package.json:
 * `"toolwright": { "autoConfiguration": "./dist/autoConfigurations.js" }`, a module whose default export is the list of
 * classes. The dependencies of a package with a `toolwright` entry, such as a starter, are looked at as well.
 *
 * @param root the folder of the application's package.json
 * @throws {AutoConfigurationDiscoveryException} if an announced module is missing or exports something else
 */
export async function discoverAutoConfigurations(
  root: string,
  packages: PackageLookup,
): Promise<readonly AbstractClassType[]> {
  const found: AbstractClassType[] = [];
  const seen = new Set<string>();
  const pending: { readonly name: string; readonly dependant?: string }[] = dependenciesOf(readManifest(root)).map(
    (name) => ({ name }),
  );
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const { name, dependant } = next;
    const folder = seen.has(name) ? undefined : packages.folderOf(name, dependant);
    seen.add(name);
    if (folder === undefined) continue;
    const manifest = readManifest(folder);
    if (!manifest.toolwright) continue;
    // Package managers may keep what only a starter depends on where only the starter finds it.
    pending.push(...dependenciesOf(manifest).map((each) => ({ name: each, dependant: realpathSync(folder) })));
    const entry = manifest.toolwright.autoConfiguration;
    if (entry !== undefined) found.push(...(await load(name, folder, entry)));
  }
  return found;
}

/** The nearest folder, from `start` upwards, that has a package.json; `start` if there is none. */
export function nearestPackageRoot(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (dirname(folder) === folder) return start;
  }
}

async function load(name: string, folder: string, entry: string): Promise<readonly AbstractClassType[]> {
  const path = join(folder, entry);
  if (!existsSync(path)) throw new AutoConfigurationDiscoveryException(name, entry, 'that file does not exist');
  let loaded: { readonly default?: unknown };
  try {
    // By its real path, so that a linked package is the same module for everyone who imports it.
    loaded = (await import(pathToFileURL(realpathSync(path)).href)) as { readonly default?: unknown };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AutoConfigurationDiscoveryException(name, entry, `loading it failed: ${reason}`, { cause });
  }
  const list = loaded.default;
  if (!Array.isArray(list) || !list.every((type) => typeof type === 'function')) {
    throw new AutoConfigurationDiscoveryException(name, entry, 'its default export is not a list of classes');
  }
  return list as AbstractClassType[];
}

function dependenciesOf({ dependencies, optionalDependencies }: PackageManifest): string[] {
  return Object.keys({ ...dependencies, ...optionalDependencies });
}

function readManifest(folder: string): PackageManifest {
  const path = join(folder, 'package.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as PackageManifest) : {};
}
