import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Finds installed packages as Node.js would from one folder, by looking at `node_modules` only: nothing of a package
 * is loaded (spec BC-16).
 */
export class PackageLookup {
  readonly #root: string;
  readonly #require: NodeJS.Require;
  readonly #folders = new Map<string, string | undefined>();
  #dependencies: ReadonlySet<string> | undefined;

  /** @param root the folder of the application's package.json */
  constructor(root: string) {
    this.#root = root;
    this.#require = createRequire(join(root, 'package.json'));
  }

  /** Whether `specifier`, a package or a file inside one (`pkg`, `@scope/pkg/sub`), is installed. */
  isPresent(specifier: string): boolean {
    const name = packageName(specifier);
    const folder = this.folderOf(name);
    if (folder === undefined) return false;
    return name === specifier || this.#hasSubpath(specifier, folder, `.${specifier.slice(name.length)}`);
  }

  /**
   * Whether the application itself asks for the package: it is installed and named among the dependencies of the
   * application's package.json, or of a starter that is named there. What is installed for others, such as other packages
   * of a workspace, does not count.
   */
  isDependency(name: string): boolean {
    if (!this.isPresent(name)) return false;
    this.#dependencies ??= this.#collectDependencies();
    return this.#dependencies.has(name);
  }

  #collectDependencies(): ReadonlySet<string> {
    const names = new Set<string>();
    const collect = (folder: string): void => {
      const { dependencies, optionalDependencies, toolwright } = readManifest(folder);
      if (folder !== this.#root && !toolwright) return;
      for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
        if (names.has(name)) continue;
        names.add(name);
        const next = this.folderOf(name, folder);
        if (next !== undefined) collect(next);
      }
    };
    collect(this.#root);
    return names;
  }

  /**
   * The folder of the installed package `name`; undefined if it is not installed.
   *
   * @param dependant the folder of the package that depends on it; default the application
   */
  folderOf(name: string, dependant?: string): string | undefined {
    const nested =
      dependant === undefined ? undefined : installed(createRequire(join(dependant, 'package.json')), name);
    if (nested !== undefined) return nested;
    if (!this.#folders.has(name)) this.#folders.set(name, installed(this.#require, name));
    return this.#folders.get(name);
  }

  #hasSubpath(specifier: string, folder: string, subpath: string): boolean {
    try {
      this.#require.resolve(specifier);
      return true;
    } catch {
      // A package for `import` only is refused here, although the subpath is there.
      const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { exports?: unknown };
      return typeof exports === 'object' && exports !== null && subpath in exports;
    }
  }
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly toolwright?: object;
}

/** The package.json of a folder; empty if there is none that can be read. */
function readManifest(folder: string): Manifest {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  } catch {
    return {};
  }
}

function installed(from: NodeJS.Require, name: string): string | undefined {
  const folders = (from.resolve.paths(name) ?? []).map((path) => join(path, name));
  return folders.find((folder) => existsSync(join(folder, 'package.json')));
}

/** The package that a module specifier belongs to: `@scope/pkg` for `@scope/pkg/sub`. @internal */
export function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
