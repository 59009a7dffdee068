import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MODEL_PROVIDERS as KNOWN_PROVIDERS } from '@toolwright/models';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MODEL_PROVIDERS } from '../dist/ModelProvider.js';

const execute = promisify(execFile);
const ROOT = process.cwd();
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

/** What the command printed, and how it ended. */
interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

let scratch = '';

beforeAll(async () => {
  scratch = await realpath(await mkdtemp(join(tmpdir(), 'toolwright-create-')));
});

afterAll(async () => {
  await rm(scratch, { recursive: true, force: true });
});

async function run(file: string, args: readonly string[], cwd: string): Promise<Outcome> {
  // Without what npm says of the workspace.
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1' };
  return execute(file, args, { cwd, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as Outcome;
      return { code, stdout, stderr };
    },
  );
}

const create = (...args: readonly string[]): Promise<Outcome> => run(process.execPath, [MAIN, ...args], scratch);

async function manifestOf(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
}

describe.each([
  ['plain', []],
  ['with --mcp', ['--mcp']],
])('a project that was made %s', (_title, options) => {
  let project = '';

  beforeAll(async () => {
    project = join(scratch, options.length === 0 ? 'plain' : 'served');
    const { code } = await create(project, '--no-install', ...options);
    expect(code).toBe(0);
    await symlink(join(ROOT, 'node_modules'), join(project, 'node_modules'), 'dir');
    const compiled = await run(process.execPath, [TSC], project);
    expect(compiled.stdout).toBe('');
  });

  it('answers with its own tool, offline', async () => {
    const question = 'How many pieces of article nut are in stock?';
    const answer = await run(process.execPath, ['dist/main.js', question], project);
    expect(answer).toEqual({ code: 0, stdout: '`stockOf`: 80\n', stderr: '' });
  });

  it('answers a question of its own where none is asked', async () => {
    const { stdout } = await run(process.execPath, ['dist/main.js'], project);
    expect(stdout).toBe('`stockOf`: 1200\n');
  });

  it('explains a start that fails, once', async () => {
    const { code, stdout, stderr } = await run(
      process.execPath,
      ['dist/main.js', '--tools.limits.max-total-tool-calls=none'],
      project,
    );
    expect(code).toBe(1);
    expect(stdout + stderr).toContain('tools.limits.max-total-tool-calls');
    expect(stderr).not.toContain('    at ');
  });

  it('explains a question that fails, in one line', async () => {
    // Nobody listens at port 9 of this machine.
    const settings = [
      '--chat.model.provider=ollama',
      '--chat.model.name=qwen3',
      '--chat.model.base-url=http://127.0.0.1:9',
    ];
    const asked = await run(
      process.execPath,
      ['dist/main.js', ...settings, '--chat.model.retry.max-attempts=1'],
      project,
    );
    expect([asked.code, asked.stdout]).toEqual([1, '']);
    expect(asked.stderr).toMatch(/^The request to ollama\S* \S+ failed: .+\n$/);
  });

  it('passes its own test', async () => {
    const tests = (await readdir(join(project, 'dist'))).filter((file) => file.endsWith('.test.js'));
    expect(tests).toEqual(['Warehouse.test.js']);
    const args = ['--test', '--test-reporter=spec', join('dist', 'Warehouse.test.js')];
    const { code, stdout } = await run(process.execPath, args, project);
    expect(stdout).toContain('ℹ pass 2\n');
    expect(code).toBe(0);
  });

  it('shows its tools on the command line', async () => {
    const toolwright = join(project, 'node_modules/@toolwright/cli/dist/main.js');
    const { stdout } = await run(process.execPath, [toolwright, 'tools'], project);
    expect(stdout).toMatch(/^stockOf {2}\d+ +warehouse +article +How many pieces of an article are in stock$/m);
    expect(stdout).toMatch(/^1 tool of Application, \d+ tokens in every request/m);
  });
});

it('a project that was made with --mcp serves its tools to clients of the Model Context Protocol', async () => {
  const project = join(scratch, 'served');
  const toolwright = join(project, 'node_modules/@toolwright/cli/dist/main.js');
  const server = spawn(process.execPath, [toolwright, 'mcp', 'serve'], {
    cwd: project,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const clientInfo = { name: 'test', version: '1' };
  for (const message of [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'stockOf', arguments: { article: 'nut' } } },
  ])
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const answers: unknown[] = [];
  for await (const line of createInterface({ input: server.stdout })) {
    if (answers.push(JSON.parse(line)) === 2) break;
  }
  expect(answers).toMatchObject([
    { id: 1, result: { serverInfo: { name: 'served' } } },
    { id: 2, result: { content: [{ type: 'text', text: '80' }] } },
  ]);
  server.stdin.end();
  expect(await once(server, 'exit')).toEqual([0, null]);
});

describe('what is written', () => {
  it('is told, with what to do next', async () => {
    const { code, stdout, stderr } = await create('told', '--no-install');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(
      `\nMade ${join(scratch, 'told')}\n\n  cd told\n  npm install\n` +
        '  npm start -- "How many pieces of article bolt are in stock?"\n  npm test\n\n',
    );
    expect((await readdir(join(scratch, 'told'))).toSorted()).toEqual([
      '.gitignore',
      'README.md',
      'config',
      'package.json',
      'src',
      'tsconfig.json',
    ]);
  });

  it.each(MODEL_PROVIDERS)('names the provider $name, its starter, model and key', async ({ name, ...provider }) => {
    const folder = join(scratch, `with-${name}`);
    await create(folder, '--no-install', '--provider', name);
    const properties = await readFile(join(folder, 'config/application.properties'), 'utf8');
    expect(properties).toContain(`\nchat.model.provider=${name}\n`);
    const { dependencies } = await manifestOf(folder);
    const starters = Object.keys(dependencies).filter((dependency) => dependency.includes('/starter-'));
    expect(starters).toEqual(provider.starter === null ? [] : [provider.starter]);
    if (provider.model !== null) expect(properties).toContain(`\nchat.model.name=${provider.model}\n`);
    if (provider.keyVariable !== null) {
      expect(await readFile(join(folder, 'README.md'), 'utf8')).toContain(`\`${provider.keyVariable}\``);
    }
  });

  it('has the exact versions of this release and of the compiler that it was tested with', async () => {
    const folder = join(scratch, 'versions');
    await create(folder, '--no-install', '--mcp', '--provider', 'openai');
    const { dependencies, devDependencies } = await manifestOf(folder);
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect([name, version]).toEqual([name, (await manifestOf(join(ROOT, 'node_modules', name))).version]);
    }
  });

  it('is called as it is asked', async () => {
    await create(join(scratch, 'My Folder'), '--no-install', '--name', '@acme/stock');
    expect((await manifestOf(join(scratch, 'My Folder'))).name).toBe('@acme/stock');
  });

  it('may go beside a new repository', async () => {
    const folder = join(scratch, 'repository');
    await mkdir(join(folder, '.git'), { recursive: true });
    expect((await create(folder, '--no-install')).code).toBe(0);
  });
});

describe('the providers to choose from', () => {
  it('are those that the framework knows by the same names and variables', () => {
    const known = new Map(KNOWN_PROVIDERS.map((each) => [each.name, each.apiKeyVariable]));
    for (const { name, keyVariable } of MODEL_PROVIDERS.slice(1))
      expect([name, known.get(name)]).toEqual([name, keyVariable]);
  });

  it('have the models that their starters are described with', async () => {
    for (const { starter, model } of MODEL_PROVIDERS.slice(1)) {
      const readme = await readFile(join(ROOT, 'node_modules', starter ?? '', 'README.md'), 'utf8');
      expect(readme).toContain(`chat.model.name=${model ?? ''}\n`);
    }
  });
});

describe('what is refused', () => {
  it('a folder that holds something, which stays as it is', async () => {
    const folder = join(scratch, 'full');
    await mkdir(folder);
    for (const file of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) await writeFile(join(folder, file), file);
    const { code, stderr } = await create(folder, '--no-install');
    expect(code).toBe(2);
    expect(stderr).toBe(`${folder} is not empty: it holds a.txt, b.txt, c.txt and others. Choose another folder.\n`);
    expect(await readdir(folder)).toHaveLength(4);
  });

  it('a file', async () => {
    const file = join(scratch, 'file');
    await writeFile(file, '');
    const { code, stderr } = await create(file, '--no-install');
    expect(code).toBe(2);
    expect(stderr).toContain(`${file} cannot be the folder of a project: ENOTDIR`);
  });

  it.each([
    ['Shop', "'Shop' cannot be the name of an npm package:\n  - name can no longer contain capital letters\n"],
    [
      'node_modules',
      "'node_modules' cannot be the name of an npm package:\n  - node_modules is not a valid package name\n",
    ],
  ])('the name %s', async (name, message) => {
    const { code, stderr } = await create(name, '--no-install');
    expect(code).toBe(2);
    expect(stderr).toBe(`${message}Choose another folder, or a name with --name.\n`);
    expect(await readdir(scratch)).not.toContain(name);
  });

  it('a provider that nobody knows', async () => {
    const { code, stderr } = await create('unknown', '--provider', 'clippy');
    expect(code).toBe(1);
    expect(stderr).toBe(
      "error: option '--provider <name>' argument 'clippy' is invalid. " +
        'Allowed choices are offline, openai, anthropic, google, mistral, ollama.\n',
    );
  });

  it('nothing to make, where nobody can be asked', async () => {
    const { code, stderr } = await create();
    expect(code).toBe(2);
    expect(stderr).toBe('Say where the project shall be made: npm create toolwright my-project\n');
  });
});
