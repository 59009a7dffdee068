import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { configFolder } from '../env/configFolder.js';

const execute = promisify(execFile);
const boot = pathToFileURL(join(process.cwd(), 'packages/boot/dist/index.js')).href;

/** Prints the URL of every module that Node.js loads, on standard error. */
const HOOKS = `
import { writeSync } from 'node:fs';
export async function load(url, context, next) {
  writeSync(2, 'loaded ' + url + '\\n');
  return next(url, context);
}`;

const STARTER = `
import { AutoConfiguration, Bean, ConditionalOnPackage, ConditionalOnProperty } from '${boot}';
class Store {}
class StoreAutoConfiguration {
  async store() {
    await import('heavy-client');
    return new Store();
  }
  async other() {
    await import('absent-client');
    return new Store();
  }
}
const prototype = StoreAutoConfiguration.prototype;
for (const [method, name] of [['store', 'heavy-client'], ['other', 'absent-client']]) {
  Bean({ type: Store })(prototype, method, Object.getOwnPropertyDescriptor(prototype, method));
  ConditionalOnPackage(name)(prototype, method);
}
ConditionalOnProperty('store.enabled')(StoreAutoConfiguration);
AutoConfiguration()(StoreAutoConfiguration);
export default [StoreAutoConfiguration];`;

const MAIN = `
import { ApplicationContext, BootApplication } from '${boot}';
class App {}
BootApplication()(App);
const context = await ApplicationContext.run(App, { args: process.argv.slice(2), env: {}, logging: false });
process.stdout.write(JSON.stringify(context.conditions().negativeMatches.map(({ source }) => source)));
await context.close();`;

describe('modules that a start loads', () => {
  let folder = '';

  beforeAll(() => {
    folder = configFolder({
      'package.json': '{ "name": "app", "type": "module", "dependencies": { "starter": "1.0.0" } }',
      'main.js': MAIN,
      'hooks.js': HOOKS,
      'trace.js': "import { register } from 'node:module'; register('./hooks.js', import.meta.url);",
      'node_modules/starter/package.json':
        '{ "name": "starter", "type": "module", "toolwright": { "autoConfiguration": "./auto.js" } }',
      'node_modules/starter/auto.js': STARTER,
      'node_modules/heavy-client/package.json': '{ "name": "heavy-client", "type": "module", "main": "index.js" }',
      'node_modules/heavy-client/index.js': 'export {};',
    });
  });

  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  async function start(...args: readonly string[]): Promise<{ left: readonly string[]; loaded: readonly string[] }> {
    const options = ['--import', pathToFileURL(join(folder, 'trace.js')).href, 'main.js', ...args];
    const { stdout, stderr } = await execute(process.execPath, options, { cwd: folder });
    const urls = stderr.split('\n').filter((line) => line.startsWith('loaded '));
    return { left: JSON.parse(stdout) as string[], loaded: urls.map((line) => line.slice('loaded '.length)) };
  }

  const namesIn = (loaded: readonly string[]) => ({
    starter: loaded.some((url) => url.includes('/node_modules/starter/')),
    heavy: loaded.some((url) => url.includes('/heavy-client/')),
    absent: loaded.some((url) => url.includes('absent-client')),
  });

  it('[BH-09] leave out an installed package whose property is off, and a package that is absent', async () => {
    const { left, loaded } = await start('--store.enabled=false');
    expect(left).toEqual(['StoreAutoConfiguration']);
    expect(namesIn(loaded)).toEqual({ starter: true, heavy: false, absent: false });
  }, 60_000);

  it('[BH-09] are not all of class-validator, and no logger before there is a line to log', async () => {
    const { loaded } = await start('--store.enabled=false');
    const packages = [
      '/class-validator/cjs/index.js',
      '/class-transformer/cjs/index.js',
      '/libphonenumber-js/',
      '/pino/',
    ];
    expect(packages.filter((name) => loaded.some((url) => url.includes(name)))).toEqual([]);
    expect(loaded.some((url) => url.includes('/class-validator/cjs/decorator/typechecker/IsInt.js'))).toBe(true);
  }, 60_000);

  it('[BH-09] have the package once its property is on, and still not the absent one', async () => {
    const { left, loaded } = await start('--store.enabled=true');
    expect(left).toEqual(['StoreAutoConfiguration#other']);
    expect(namesIn(loaded)).toEqual({ starter: true, heavy: true, absent: false });
  }, 60_000);
});
