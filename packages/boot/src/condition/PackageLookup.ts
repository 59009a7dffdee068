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
   * application's package.json. What is installed for others, such as other packages of a workspace, does not count.
   */
  isDependency(name: string): boolean {
    if (!this.isPresent(name)) return false;
    try {
      const manifest = JSON.parse(readFileSync(join(this.#root, 'package.json'), 'utf8')) as Record<string, unknown>;
      return ['dependencies', 'optionalDependencies'].some((key) => Object.hasOwn(manifest[key] ?? {}, name));
    } catch {
      return false;
    }
  }

  /** The folder of the installed package `name`; undefined if it is not installed. */
  folderOf(name: string): string | undefined {
    if (!this.#folders.has(name)) {
      const folders = (this.#require.resolve.paths(name) ?? []).map((path) => join(path, name));
      this.#folders.set(
        name,
        folders.find((folder) => existsSync(join(folder, 'package.json'))),
      );
    }
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

/** The package that a module specifier belongs to: `@scope/pkg` for `@scope/pkg/sub`. @internal */
export function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
