import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODEL_PROVIDERS } from '@toolwright/models';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './runAssistant.js';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly files?: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
  readonly toolwright?: object;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, 'packages', folder, 'package.json'), 'utf8')) as Manifest;
}

/** That their tarballs work is shown by `npm run package:smoke`. */
const starters = readdirSync(join(ROOT, 'packages')).filter((name) => /^starter(-|$)/.test(name));

describe('every starter', () => {
  it.each(starters)(
    '%s names existing packages by their exact versions, and is searched for their dependencies',
    (folder) => {
      const { name, files, dependencies, toolwright } = manifestOf(folder);
      expect(name).toBe(`@toolwright/${folder}`);
      expect(files).toEqual(['README.md']);
      expect(toolwright).toEqual({});
      for (const [dependency, version] of Object.entries(dependencies)) {
        const [, own] = /^@toolwright\/(.+)$/.exec(dependency) ?? [];
        if (own === undefined) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
        else expect([dependency, version]).toEqual([dependency, manifestOf(own).version]);
      }
      expect(readFileSync(join(ROOT, 'packages', folder, 'README.md'), 'utf8')).toContain(`npm install ${name}\n`);
    },
  );

  it.each(MODEL_PROVIDERS.filter(({ name }) => starters.includes(`starter-${name}`)))(
    'of the provider $name has the package that its auto-configuration asks for',
    ({ name, packageName, version }) => {
      const { dependencies } = manifestOf(`starter-${name}`);
      expect(dependencies[packageName]).toMatch(new RegExp(`^${version}\\.`));
      const readme = readFileSync(join(ROOT, 'packages', `starter-${name}`, 'README.md'), 'utf8');
      expect(readme).toContain(`chat.model.provider=${name}\n`);
    },
  );

  it('stands on the core starter', () => {
    const others = starters.filter((folder) => folder !== 'starter');
    expect(others.filter((folder) => !('@toolwright/starter' in manifestOf(folder).dependencies))).toEqual([]);
    expect(existsSync(join(ROOT, 'packages/starter/README.md'))).toBe(true);
  });
});
