import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AutoConfigurationDiscoveryException, BootApplication, PackageLookup } from '@toolwright/boot';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { failureOf, runContext } from '../runContext.js';

@BootApplication()
class App {}

const boot = pathToFileURL(join(process.cwd(), 'packages/boot/dist/index.js')).href;

/** A module whose default export is one auto-configuration of the given name. */
function moduleOf(name: string): string {
  return `import { AutoConfiguration } from '${boot}';\nclass ${name} {}\nAutoConfiguration()(${name});\nexport default [${name}];\n`;
}

describe('discovery of auto-configurations', () => {
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolwright-discovery-'));
    const toolwright = '"type": "module", "toolwright": { "autoConfiguration": "./auto.js" }';
    const files: Readonly<Record<string, string>> = {
      'app/package.json':
        '{ "name": "app", "dependencies": { "direct": "1", "starter": "1", "plain": "1", "absent": "1" }, "devDependencies": { "development": "1" } }',
      'app/src/deep/main.js': '',
      'app/node_modules/direct/package.json': `{ "name": "direct", ${toolwright} }`,
      'app/node_modules/direct/auto.js': moduleOf('DirectAutoConfiguration'),
      'app/node_modules/starter/package.json':
        '{ "name": "starter", "toolwright": {}, "dependencies": { "started": "1", "direct": "1", "nested": "1" } }',
      // As package managers put it that let nobody see what he does not depend on himself.
      'app/node_modules/starter/node_modules/nested/package.json': `{ "name": "nested", ${toolwright} }`,
      'app/node_modules/starter/node_modules/nested/auto.js': moduleOf('NestedAutoConfiguration'),
      'app/node_modules/started/package.json': `{ "name": "started", ${toolwright} }`,
      'app/node_modules/started/auto.js': moduleOf('StartedAutoConfiguration'),
      'app/node_modules/plain/package.json': '{ "name": "plain", "dependencies": { "hidden": "1" } }',
      'app/node_modules/hidden/package.json': `{ "name": "hidden", ${toolwright} }`,
      'app/node_modules/hidden/auto.js': moduleOf('HiddenAutoConfiguration'),
      'app/node_modules/development/package.json': `{ "name": "development", ${toolwright} }`,
      'app/node_modules/development/auto.js': moduleOf('DevelopmentAutoConfiguration'),
      'broken/package.json': '{ "name": "broken", "dependencies": { "unbuilt": "1" } }',
      'broken/node_modules/unbuilt/package.json': `{ "name": "unbuilt", ${toolwright} }`,
      'peerless/package.json': '{ "name": "peerless", "dependencies": { "needy": "1" } }',
      'peerless/node_modules/needy/package.json': `{ "name": "needy", ${toolwright} }`,
      'peerless/node_modules/needy/auto.js': "import 'not-installed-peer/sub';\nexport default [];\n",
      'wrong/package.json': '{ "name": "wrong", "dependencies": { "odd": "1" } }',
      'wrong/node_modules/odd/package.json': `{ "name": "odd", ${toolwright} }`,
      'wrong/node_modules/odd/auto.js': 'export default 42;',
    };
    for (const [path, content] of Object.entries(files)) {
      await mkdir(join(folder, path, '..'), { recursive: true });
      await writeFile(join(folder, path), content);
    }
  });

  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  it('takes what dependencies of the application announce, and dependencies of starters', async () => {
    const context = await runContext(App, { root: join(folder, 'app/src/deep'), discover: true });
    expect(context.conditions().unconditionalClasses).toEqual([
      'DirectAutoConfiguration',
      'NestedAutoConfiguration',
      'StartedAutoConfiguration',
    ]);
  });

  it('knows on what the application depends, by itself or through a starter', () => {
    const packages = new PackageLookup(join(folder, 'app'));
    const names = ['direct', 'started', 'nested', 'plain', 'hidden', 'absent', 'development'];
    expect(names.filter((name) => packages.isDependency(name))).toEqual(['direct', 'started', 'plain']);
  });

  it('is switched off by discover: false', async () => {
    const context = await runContext(App, { root: join(folder, 'app'), discover: false });
    expect(context.conditions().unconditionalClasses).toEqual([]);
  });

  it('excludes by name what was discovered', async () => {
    const context = await runContext(App, {
      root: join(folder, 'app'),
      discover: true,
      properties: { 'autoconfigure.exclude': 'DirectAutoConfiguration' },
    });
    expect(context.conditions().unconditionalClasses).toEqual(['NestedAutoConfiguration', 'StartedAutoConfiguration']);
    expect(context.conditions().exclusions).toEqual(['DirectAutoConfiguration']);
  });

  it('fails and names package and file when an announced module is missing or odd', async () => {
    const unbuilt = await failureOf(App, { root: join(folder, 'broken'), discover: true });
    expect(unbuilt.failure).toBeInstanceOf(AutoConfigurationDiscoveryException);
    expect(unbuilt.printed).toContain(
      "Package 'unbuilt' announces auto-configurations in './auto.js' (toolwright.autoConfiguration of its " +
        'package.json), but that file does not exist.',
    );
    const peerless = await failureOf(App, { root: join(folder, 'peerless'), discover: true });
    expect(peerless.printed).toContain("Package 'needy' announces auto-configurations in './auto.js'");
    expect(peerless.printed).toContain("Action:\n\nInstall what 'needy' needs: npm install not-installed-peer\n");
    const odd = await failureOf(App, { root: join(folder, 'wrong'), discover: true });
    expect(odd.printed).toContain('but its default export is not a list of classes.');
  });
});
