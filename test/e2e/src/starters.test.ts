import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MODEL_PROVIDERS } from '@toolwright/models';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installPackages } from './installPackages.js';
import { ROOT } from './runAssistant.js';

const execute = promisify(execFile);

const APPLICATION = `
import { BootApplication, Component } from '@toolwright/boot';
import { Tool } from '@toolwright/tools';

export class Warehouse {
  stockOf() { return 1200; }
}
Tool({ description: 'Counts the pieces in stock' })(Warehouse.prototype, 'stockOf', Object.getOwnPropertyDescriptor(Warehouse.prototype, 'stockOf'));
Component()(Warehouse);
export class Application {}
BootApplication({ components: [Warehouse] })(Application);
`;

const MAIN = `
import { ApplicationContext } from '@toolwright/boot';
import { ChatClient, ChatMemory, ToolCallingAdvisor } from '@toolwright/chat';
import { Application, Warehouse } from './Application.js';

const context = await ApplicationContext.run(Application, { args: process.argv.slice(2) });
const client = context.get(ChatClient.Builder).defaultTools(context.get(Warehouse)).build();
const request = client.prompt('How many pieces are in stock?');
const text = await request.advisors((advisors) => advisors.param(ChatMemory.CONVERSATION_ID, 'one')).call().content();
const loop = context.get(ToolCallingAdvisor.Builder).build().constructor.name;
process.stdout.write(JSON.stringify({ loop, text }));
await context.close();
`;

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

const starters = readdirSync(join(ROOT, 'packages')).filter((name) => /^starter(-|$)/.test(name));

describe('a project with nothing but starters, installed from their tarballs', () => {
  let project = '';

  beforeAll(async () => {
    project = await installPackages('@toolwright/starter', '@toolwright/starter-tool-search', '@toolwright/cli');
    await writeFile(join(project, 'Application.js'), APPLICATION);
    await writeFile(join(project, 'main.js'), MAIN);
  }, 240_000);

  afterAll(async () => {
    await rm(project, { recursive: true, force: true });
  });

  async function run(...args: readonly string[]): Promise<{ readonly loop: string; readonly text: string }> {
    const env = { PATH: process.env['PATH'] };
    const { stdout } = await execute(process.execPath, ['main.js', ...args], { cwd: project, env });
    return JSON.parse(stdout) as { loop: string; text: string };
  }

  it('runs an application with the tools of its beans', async () => {
    const { loop, text } = await run();
    expect(loop).toBe('ToolCallingAdvisor');
    expect(text).toContain('1200');
  }, 60_000);

  it('has tool search by one property', async () => {
    const { loop, text } = await run('--chat.client.tool-search-advisor.enabled=true');
    expect(loop).toBe('ToolSearchToolCallingAdvisor');
    expect(text).toContain('1200');
  }, 60_000);

  it('has the command line, which finds the application and its auto-configurations', async () => {
    const toolwright = (...args: readonly string[]) =>
      execute('npx', ['--offline', 'toolwright', ...args, '--app', 'Application.js'], { cwd: project });
    expect((await toolwright('tools')).stdout).toMatch(/^stockOf {2}\d+ +warehouse +Counts the pieces in stock$/m);
    const { stdout } = await toolwright('conditions', 'toolCallingManager');
    expect(stdout).toContain("'toolCallingManager' (ToolCallingManager) is there");
  }, 120_000);

  it('has no code of the starters', async () => {
    for (const name of ['starter', 'starter-tool-search']) {
      const files = await readdir(join(project, 'node_modules/@toolwright', name));
      expect(files.toSorted()).toEqual(['README.md', 'package.json']);
    }
  });
});

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
