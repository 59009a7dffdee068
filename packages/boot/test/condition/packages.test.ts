import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AutoConfiguration,
  Bean,
  ConditionalOnMissingPackage,
  ConditionalOnPackage,
  Configuration,
  PackageLookup,
} from '@toolwright/boot';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runContext } from '../runContext.js';

declare global {
  var toolwrightTestLoads: string[] | undefined;
}

class Present {}
class Absent {}
class Loaded {
  constructor(readonly value: number) {}
}

describe('conditions on packages', () => {
  let root = '';

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'toolwright-packages-'));
    const files: Readonly<Record<string, string>> = {
      'package.json': '{ "name": "app" }',
      'src/main.js': '',
      'node_modules/installed/package.json': '{ "name": "installed", "main": "index.js" }',
      'node_modules/installed/index.js':
        "globalThis.toolwrightTestLoads?.push('installed'); module.exports = { value: 7 };",
      'node_modules/installed/extra.js': "globalThis.toolwrightTestLoads?.push('extra');",
      'node_modules/@scope/esm/package.json':
        '{ "name": "@scope/esm", "type": "module", "exports": { ".": { "import": "./index.js" }, "./sub": { "import": "./sub.js" } } }',
      'node_modules/@scope/esm/index.js': "globalThis.toolwrightTestLoads?.push('esm');",
    };
    for (const [path, content] of Object.entries(files)) {
      await mkdir(join(root, path, '..'), { recursive: true });
      await writeFile(join(root, path), content);
    }
  });

  afterAll(async () => {
    await rm(root, { recursive: true });
  });

  @AutoConfiguration()
  class Auto {
    @Bean()
    @ConditionalOnPackage('installed', '@scope/esm', '@scope/esm/sub', 'installed/extra.js')
    onInstalled(): Present {
      return new Present();
    }
    @Bean()
    @ConditionalOnPackage('not-installed')
    onAbsent(): Present {
      return new Present();
    }
    @Bean()
    @ConditionalOnMissingPackage('installed')
    missingInstalled(): Absent {
      return new Absent();
    }
    @Bean()
    @ConditionalOnMissingPackage('not-installed')
    missingAbsent(): Absent {
      return new Absent();
    }
  }
  @Configuration()
  class App {}

  it('[BC-16a] tell an installed package, and load nothing of it while deciding', async () => {
    globalThis.toolwrightTestLoads = [];
    const context = await runContext(App, { root: join(root, 'src'), autoConfigurations: [Auto] });
    expect(context.containsBean('onInstalled')).toBe(true);
    expect(context.containsBean('missingInstalled')).toBe(false);
    expect(context.conditions().find('Auto', 'missingInstalled')?.results[0]?.message).toBe(
      "@ConditionalOnMissingPackage found unwanted package 'installed'",
    );
    expect(globalThis.toolwrightTestLoads).toEqual([]);
  });

  it('[BC-16b] tell a package that is not installed', async () => {
    const context = await runContext(App, { root: join(root, 'src'), autoConfigurations: [Auto] });
    expect(context.containsBean('onAbsent')).toBe(false);
    expect(context.containsBean('missingAbsent')).toBe(true);
    expect(context.conditions().find('Auto', 'onAbsent')?.results[0]?.message).toBe(
      "@ConditionalOnPackage did not find required package 'not-installed'",
    );
  });

  it('leave loading to the bean method, which runs only after the match', async () => {
    globalThis.toolwrightTestLoads = [];
    @AutoConfiguration()
    class Loading {
      @Bean({ type: Loaded })
      @ConditionalOnPackage('installed')
      async loaded(): Promise<Loaded> {
        const { default: library } = (await import(join(root, 'node_modules/installed/index.js'))) as {
          default: { value: number };
        };
        return new Loaded(library.value);
      }
    }
    const context = await runContext(App, { root, autoConfigurations: [Loading] });
    expect(context.get(Loaded).value).toBe(7);
    expect(globalThis.toolwrightTestLoads).toEqual(['installed']);
  });

  it('tell a missing file of an installed package', () => {
    const packages = new PackageLookup(root);
    expect(packages.isPresent('installed/none.js')).toBe(false);
    expect(packages.isPresent('@scope/esm/none')).toBe(false);
    expect(packages.isPresent('@scope')).toBe(false);
  });
});
