import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Loads packages as the application does: its own copies, never those that the command line came with, because classes
 * and metadata of two copies are not the same.
 */
export class ApplicationPackages {
  readonly #modulePath: string;

  /** @param modulePath the module of the application */
  constructor(modulePath: string) {
    this.#modulePath = modulePath;
  }

  /**
   * Loads a package of the framework.
   *
   * @returns undefined if neither the application nor one of its packages of the framework has it
   */
  async load<T>(name: string): Promise<T | undefined> {
    const path = this.#resolve(name);
    return path === undefined ? undefined : ((await import(pathToFileURL(path).href)) as T);
  }

  #resolve(name: string): string | undefined {
    const direct = resolveFrom(this.#modulePath, name);
    if (direct !== undefined) return direct;
    // Strict package managers show an application its direct dependencies only: ask those for theirs.
    for (const dependency of this.#frameworkDependencies()) {
      const manifest = packageFolder(this.#modulePath, dependency);
      const found = manifest === undefined ? undefined : resolveFrom(join(manifest, 'package.json'), name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #frameworkDependencies(): readonly string[] {
    const folder = nearestPackage(dirname(this.#modulePath));
    if (folder === undefined) return [];
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly dependencies?: Readonly<Record<string, string>>;
    };
    return Object.keys(dependencies).filter((name) => name.startsWith('@toolwright/'));
  }
}

function resolveFrom(path: string, name: string): string | undefined {
  try {
    return createRequire(path).resolve(name);
  } catch {
    return undefined;
  }
}

function packageFolder(from: string, name: string): string | undefined {
  const folders = createRequire(from).resolve.paths(name) ?? [];
  return folders.map((folder) => join(folder, name)).find((folder) => existsSync(join(folder, 'package.json')));
}

function nearestPackage(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}
