import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isDirectory } from './readConfigTree.js';

/** A place that holds configuration, as `config.location` and `config.import` name it. */
export class ConfigDataLocation {
  /** Whether it may be missing. */
  readonly optional: boolean;
  /** `tree`: files are values; `directory`: holds `application.*`; `file`: one configuration file. */
  readonly kind: 'tree' | 'directory' | 'file';
  readonly #path: string;

  /** @param text such as `optional:extra.properties`, `conf/`, `configtree:/etc/config/`, `file:…` */
  constructor(readonly text: string) {
    let rest = text.trim();
    this.optional = rest.startsWith('optional:');
    if (this.optional) rest = rest.slice('optional:'.length);
    const tree = rest.startsWith('configtree:');
    rest = rest.replace(/^(configtree|file):/, '');
    if (tree) this.kind = 'tree';
    else this.kind = rest.endsWith('/') ? 'directory' : 'file';
    this.#path = rest;
  }

  /** Splits a comma list of locations; blank ones are dropped. */
  static list(text: string): readonly ConfigDataLocation[] {
    return text
      .split(',')
      .filter((part) => part.trim() !== '')
      .map((part) => new ConfigDataLocation(part.trim()));
  }

  /**
   * The absolute paths meant, relative ones counted from `base`. A location whose last directory is `*` stands for the directories
   * in there, sorted by path; others for one path, whether it exists or not.
   */
  async paths(base: string): Promise<readonly string[]> {
    if (!this.#path.endsWith('/*/')) return [resolve(base, this.#path)];
    const parent = resolve(base, this.#path.slice(0, -2));
    const names = await readdir(parent).catch(() => []);
    const directories: string[] = [];
    for (const name of names.sort()) {
      const path = join(parent, name);
      if (!name.startsWith('.') && (await isDirectory(path))) directories.push(path);
    }
    return directories;
  }
}
