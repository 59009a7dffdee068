import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type CliRun, fixture, folderOf, MAIN, runCli } from './runCli.js';

const SHOP = fixture('ShopApplication.js');
const BROKEN = fixture('BrokenApplication.js');
const PROPERTIES = [
  'shop.name=Harbour',
  'shop.packers=4',
  'shop.pin=${file:pin.txt}',
  'autoconfigure.exclude=WindowAutoConfiguration',
  'logging.level.root=warn',
  '',
].join('\n');

let folder = '';

beforeAll(() => {
  folder = folderOf({ 'application.properties': PROPERTIES, 'pin.txt': '1234\n' });
});

function shop(...args: readonly string[]): Promise<CliRun> {
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  return runCli(folder, [...own, '--app', SHOP, ...(end < 0 ? [] : args.slice(end))]);
}

/** What a command prints that ends well. */
async function printed(...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await shop(...args);
  // What the application says by itself goes to standard error, and its runner is never called.
  expect([exitCode, stderr]).toEqual([0, 'the shop is loaded\n']);
  return stdout;
}

async function json(...args: readonly string[]): Promise<unknown> {
  return JSON.parse(await printed(...args)) as unknown;
}

const lines = (text: string): readonly string[] => text.split('\n');

describe('toolwright config', () => {
  it('shows every key below those that are named, its value and where it came from, secrets masked', async () => {
    expect(lines(await printed('config', 'shop'))).toEqual([
      'KEY                VALUE    FROM                      TYPE    DEFAULT  DESCRIPTION',
      'shop.name          Harbour  application.properties:1  string  Corner   The name over the door.',
      'shop.packers       4        application.properties:2  int     2',
      'shop.pin           ******   application.properties:3  string',
      'shop.till.enabled           default                   text',
      '',
      '4 keys of ShopApplication, profiles: default',
      '',
    ]);
  });

  it('takes arguments of the application and variables of the environment, and shows only what is set', async () => {
    const args = ['config', '--set', 'shop', '--app', SHOP, '--', '--profiles.active=night', '--shop.packers=5'];
    const { exitCode, stdout } = await runCli(folder, args, { SHOP_NAME: 'Pier' });
    expect(exitCode).toBe(0);
    expect(lines(stdout)).toEqual([
      'KEY           VALUE   FROM                            TYPE    DEFAULT  DESCRIPTION',
      'shop.name     Pier    environment variable SHOP_NAME  string  Corner   The name over the door.',
      'shop.packers  5       command line                    int     2',
      'shop.pin      ******  application.properties:3        string',
      '',
      '3 keys of ShopApplication, profiles: night',
      '',
    ]);
  });

  it('prints one JSON document, with what is shadowed', async () => {
    expect(await json('config', 'shop.packers', '--json', '--', '--shop.packers=5')).toEqual({
      application: 'ShopApplication',
      profiles: ['default'],
      properties: [
        {
          key: 'shop.packers',
          type: 'int',
          description: null,
          defaultValue: 2,
          defaultText: '2',
          allowed: 'an integer from 1 to 9',
          validValues: [],
          secret: false,
          settings: [
            {
              key: 'shop.packers',
              value: '5',
              origin: { source: 'command line', line: null },
              shadowed: [{ value: '4', origin: { source: 'application.properties', line: 2 } }],
            },
          ],
        },
      ],
    });
  });

  it('has the keys of the container itself', async () => {
    const { properties } = (await json('config', '--json')) as {
      readonly properties: readonly { readonly key: string }[];
    };
    const keys = properties.map(({ key }) => key);
    expect(keys).toEqual(keys.toSorted());
    for (const key of [
      'autoconfigure.exclude',
      'config.import',
      'debug',
      'logging.level',
      'main.lazy-initialization',
    ]) {
      expect(keys).toContain(key);
    }
  });

  it('says so if nothing fits', async () => {
    expect(await printed('config', 'no.such')).toBe('No key of the configuration fits.\n');
  });
});

describe('toolwright conditions', () => {
  it('shows what matched, what did not and why, what is excluded and what has no conditions', async () => {
    expect(lines(await printed('conditions'))).toEqual([
      'Matched',
      '',
      'none',
      '',
      'Not matched',
      '',
      'WHAT                   WHY',
      "TillAutoConfiguration  @ConditionalOnProperty (shop.till.enabled=true) did not find property 'shop.till.enabled'",
      '',
      'Excluded',
      '',
      'WindowAutoConfiguration',
      '',
      'Without conditions',
      '',
      'none',
      '',
    ]);
    expect(await printed('conditions', '--', '--shop.till.enabled=true')).toContain(
      [
        'WHAT                        WHY',
        'TillAutoConfiguration       @ConditionalOnProperty (shop.till.enabled=true) matched',
        'TillAutoConfiguration#till  @ConditionalOnMissingBean (types: Till) did not find any beans',
      ].join('\n'),
    );
  });

  it('[BH-03] explains one bean in a few lines, and as JSON', async () => {
    expect(lines(await printed('conditions', 'till'))).toEqual([
      "'till' is not there.",
      "Bean method 'till' in 'TillAutoConfiguration' not loaded because @ConditionalOnProperty (shop.till.enabled=true) " +
        "did not find property 'shop.till.enabled'",
      "  Set 'shop.till.enabled' to 'true' (not set now)",
      '',
    ]);
    expect(await json('conditions', 'warehous', '--json')).toEqual({
      subject: 'warehous',
      outcome: 'unknown',
      present: [],
      absent: [],
      suggestion: 'warehouse',
    });
  });

  it('prints the report as one JSON document', async () => {
    expect(await json('conditions', '--json')).toMatchObject({
      evaluations: [{ source: 'TillAutoConfiguration', matched: false }],
      exclusions: ['WindowAutoConfiguration'],
      unconditionalClasses: [],
      warnings: [],
    });
  });
});

describe('toolwright beans', () => {
  it('shows every bean and what it needs', async () => {
    expect(lines(await printed('beans', '--', '--shop.till.enabled=true'))).toEqual([
      'BEAN                   TYPE                   SCOPE      ROLE                NEEDS',
      'applicationContext     ApplicationContext     singleton  infrastructure',
      'environment            Environment            singleton  infrastructure',
      'applicationArguments   ApplicationArguments   singleton  infrastructure',
      'warehouse              Warehouse              singleton  application',
      'opening                Opening                singleton  application',
      'shop-ShopProperties    ShopProperties         singleton  infrastructure',
      'shopApplication        ShopApplication        singleton  application',
      'greeting               ToolCallback           singleton  application         shopApplication, shop-ShopProperties',
      'remoteTools            RemoteTools            singleton  application         shopApplication',
      'window                 Date                   singleton  application         shopApplication, greeting, (till)',
      'TillAutoConfiguration  TillAutoConfiguration  singleton  auto-configuration',
      'till                   DrawerTill             singleton  auto-configuration  TillAutoConfiguration',
      '',
      '12 beans of ShopApplication',
      '',
    ]);
  });

  it('prints the graph for Mermaid', async () => {
    expect(lines(await printed('beans', '--mermaid', '--', '--shop.till.enabled=true'))).toEqual([
      'flowchart LR',
      '  b0["applicationContext<br/>ApplicationContext"]',
      '  b1["environment<br/>Environment"]',
      '  b2["applicationArguments<br/>ApplicationArguments"]',
      '  b3["warehouse<br/>Warehouse"]',
      '  b4["opening<br/>Opening"]',
      '  b5["shop-ShopProperties<br/>ShopProperties"]',
      '  b6["shopApplication<br/>ShopApplication"]',
      '  b7["greeting<br/>ToolCallback"]',
      '  b8["remoteTools<br/>RemoteTools"]',
      '  b9["window<br/>Date"]',
      '  b10["TillAutoConfiguration"]',
      '  b11["till<br/>DrawerTill"]',
      '  b7 --> b6',
      '  b7 --> b5',
      '  b8 --> b6',
      '  b9 --> b6',
      '  b9 ==> b7',
      '  b9 -.-> b11',
      '  b11 --> b10',
      '',
    ]);
  });

  it('prints one JSON document', async () => {
    const beans = (await json('beans', '--json')) as readonly { readonly name: string }[];
    expect(beans.find(({ name }) => name === 'greeting')).toEqual({
      name: 'greeting',
      type: 'ToolCallback',
      scope: 'singleton',
      role: 'application',
      description: "defined by method 'greeting' in ShopApplication",
      primary: false,
      dependencies: [
        { name: 'shopApplication', kind: 'single' },
        { name: 'shop-ShopProperties', kind: 'single' },
      ],
    });
  });
});

describe('toolwright tools', () => {
  it('shows the tools with their cost, and makes nothing that talks to other processes', async () => {
    expect(lines(await printed('tools'))).toEqual([
      'TOOL     TOKENS  BEAN       PARAMETERS        DESCRIPTION',
      'greet    35      greeting                     Greets "customers" <politely>',
      'stockOf  86      warehouse  article, colour?  How many pieces of an article are in stock',
      '',
      '2 tools of ShopApplication, 121 tokens in every request that carries all of them',
      '',
    ]);
  });

  it('asks remote providers when it is told to', async () => {
    const { exitCode, stdout, stderr } = await shop('tools', '--remote', '--json');
    expect([exitCode, stderr]).toEqual([0, 'the shop is loaded\nthe remote tools are made\n']);
    const { tools } = JSON.parse(stdout) as {
      readonly tools: readonly { readonly name: string; readonly bean: string }[];
    };
    expect(tools.map(({ name, bean }) => [name, bean])).toEqual([
      ['farAway', 'remoteTools'],
      ['greet', 'greeting'],
      ['stockOf', 'warehouse'],
    ]);
  });

  it('shows one tool with its schema, as text and as JSON', async () => {
    const inputSchema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        article: { type: 'string', description: 'Name of the article' },
        colour: { type: 'string', description: 'Its colour' },
      },
      required: ['article'],
      additionalProperties: false,
    };
    const description = 'How many pieces of an article are in stock';
    expect(await printed('tools', 'stockOf')).toBe(
      `stockOf\n  ${description}\n  bean: warehouse\n  tokens: 86\n  readOnly: true\n\n${JSON.stringify(inputSchema, null, 2)}\n`,
    );
    expect(await json('tools', 'stockOf', '--json')).toEqual({
      application: 'ShopApplication',
      tokens: 86,
      tools: [
        { name: 'stockOf', description, bean: 'warehouse', tokens: 86, attributes: { readOnly: true }, inputSchema },
      ],
    });
  });

  it('ranks tools for a query', async () => {
    const stdout = await printed('tools', '--search', 'stock of an article');
    expect(lines(stdout)[0]).toMatch(/^RANK {2}TOOL {5}SCORE +FOUND IN +DESCRIPTION$/);
    expect(lines(stdout)[1]).toMatch(
      /^1 {5}stockOf {2}\d+\.\d{3} {2}.*toolName: stock.*summary: .* {2}How many pieces of an article are in stock$/,
    );
    expect(stdout).toContain('1 of 1 tool that fits "stock of an article" (KeywordToolIndex)');
    expect(await json('tools', '--search', 'zebra', '--json')).toEqual({
      index: 'KeywordToolIndex',
      query: 'zebra',
      totalMatches: 0,
      tools: [],
    });
  });

  it('names the nearest tool for one that is not there', async () => {
    const { exitCode, stdout, stderr } = await shop('tools', 'stockOff');
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toBe("the shop is loaded\nerror: The application has no tool 'stockOff'. Did you mean 'stockOf'?\n");
  });
});

describe('exit codes and messages', () => {
  const error = async (cwd: string, ...args: readonly string[]): Promise<readonly [number | null, string]> => {
    const { exitCode, stdout, stderr } = await runCli(cwd, args);
    expect(stdout).toBe('');
    return [exitCode, stderr];
  };

  it('ends with 0 after help and version, which are standard output', async () => {
    const help = await runCli(folder, ['--help']);
    expect([help.exitCode, help.stderr]).toEqual([0, '']);
    for (const command of ['config', 'conditions', 'tools', 'beans', 'mcp', 'complete'])
      expect(help.stdout).toContain(`\n  ${command} `);
    expect(help.stdout).toContain(
      'Exit codes: 0 done, 1 the application cannot be started, 2 the command was called wrongly.',
    );
    expect((await runCli(folder, ['tools', '--help'])).stdout).toContain('--search <query>');
    expect(await runCli(folder, ['--version'])).toEqual({ exitCode: 0, stdout: '0.1.0\n', stderr: '' });
  });

  it('ends with 1 and the failure analysis if the application cannot be started', async () => {
    const [exitCode, stderr] = await error(folder, 'config', '--app', SHOP, '--', '--shop.packers=many');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('APPLICATION FAILED TO START');
    expect(stderr).toContain('Property: shop.packers\n    Value: "many"\n    Origin: command line');
  });

  it('ends with 1 and the failure analysis if a bean that it asks for cannot be made', async () => {
    const [exitCode, stderr] = await error(folder, 'tools', '--app', `${BROKEN}#OrdersApplication`);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("Parameter 0 of constructor in Orders required a bean of type 'Supplier'");
    // The report needs no beans.
    expect((await runCli(folder, ['conditions', '--app', `${BROKEN}#OrdersApplication`])).exitCode).toBe(0);
  });

  it('ends with 1 and the place of the failure if the module cannot be loaded', async () => {
    const [exitCode, stderr] = await error(folder, 'beans', '--app', fixture('ThrowingApplication.js'));
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^error: Error: no shop today\n {4}at .*ThrowingApplication\.js:/);
  });

  it('ends with 2 if it is called wrongly', async () => {
    expect(await error(folder, 'bogus')).toEqual([2, "error: unknown command 'bogus'\n"]);
    expect(await error(folder, 'tools', '--limit', '0')).toEqual([
      2,
      "error: option '--limit <count>' argument '0' is invalid. It must be an integer of at least 1.\n",
    ]);
    expect(await error(folder, 'mcp', 'serve', '--port', '70000')).toEqual([
      2,
      "error: option '--port <port>' argument '70000' is invalid. It must be an integer from 0 to 65535.\n",
    ]);
    expect((await error(folder))[0]).toBe(2);
    expect(await error(folder, 'config', '--app', SHOP, '--config', 'gone')).toEqual([
      2,
      "error: There is no folder 'gone': --config names the one that holds the configuration files.\n",
    ]);
    expect(await error(folder, 'beans', '--app', SHOP, '--json', '--mermaid')).toEqual([
      2,
      "error: option '--mermaid' cannot be used with option '--json'\n",
    ]);
    expect(await error(folder, 'tools', 'greet', '--search', 'stock', '--app', SHOP)).toEqual([
      2,
      'error: A tool is shown, or tools are searched: leave out its name or --search.\n',
    ]);
    expect(await error(folder, 'config', '--app', 'gone')).toEqual([
      2,
      "error: There is no 'gone': --app names a module or a folder.\n",
    ]);
  });

  it('ends with 0 if its reader has seen enough, and with 1 if its output cannot be written', async () => {
    const inShell = (script: string) =>
      promisify(execFile)('sh', ['-c', script], {
        cwd: folder,
        env: { PATH: process.env['PATH'], NODE: process.execPath },
      }).then(
        ({ stderr }) => [0, stderr],
        (failed: unknown) => [(failed as { code: number }).code, (failed as { stderr: string }).stderr],
      );
    const command = `"$NODE" '${MAIN}' config --schema --app '${SHOP}'`;
    expect(await inShell(`{ ${command}; echo "ended with $?" >&2; } | head -n 1`)).toEqual([
      0,
      'the shop is loaded\nended with 0\n',
    ]);
    expect(await inShell(`${command} > /dev/full`)).toEqual([
      1,
      'the shop is loaded\nerror: The output cannot be written: ENOSPC: no space left on device, write\n',
    ]);
  });

  it('ends with 2 if the module has no application, several, or not the one that is named', async () => {
    const [severalCode, several] = await error(folder, 'beans', '--app', BROKEN);
    expect([severalCode, several]).toEqual([
      2,
      `error: ${BROKEN} exports several applications: choose one, such as --app ${BROKEN}#EmptyApplication.\n`,
    ]);
    expect(await error(folder, 'beans', '--app', `${BROKEN}#Nobody`)).toEqual([
      2,
      `error: ${BROKEN} exports no class 'Nobody'. It exports: EmptyApplication, OrdersApplication.\n`,
    ]);
  });

  it('finds the application that package.json names, and says how to name it otherwise', async () => {
    const manifest = (value: unknown): string => JSON.stringify({ name: 'shop', toolwright: { application: value } });
    const found = folderOf({ 'package.json': manifest(SHOP), 'broken/package.json': '{', 'empty/package.json': '{}' });
    try {
      expect((await runCli(found, ['beans'])).stdout).toContain('beans of ShopApplication');
      const inFolder = await runCli(folder, ['config', 'shop.name', '--app', found, '--config', folder]);
      expect(inFolder.stdout).toContain('Harbour');
      const hint =
        'Name it in package.json, "toolwright": { "application": "./dist/Application.js" }, or pass --app path#Export.\n';
      expect(await error(join(found, 'empty'), 'beans')).toEqual([
        2,
        `error: No application: package.json does not name one. ${hint}`,
      ]);
      expect(await error(folder, 'beans')).toEqual([2, `error: No application: there is no package.json. ${hint}`]);
      const [code, text] = await error(join(found, 'broken'), 'beans');
      expect(code).toBe(2);
      expect(text).toMatch(/^error: package\.json cannot be read: /);
    } finally {
      rmSync(found, { recursive: true });
    }
    const unbuilt = folderOf({ 'package.json': manifest('./dist/Application.js') });
    expect(await error(unbuilt, 'beans')).toEqual([
      2,
      "error: toolwright.application of package.json names './dist/Application.js', which does not exist. " +
        'Is the application built?\n',
    ]);
    rmSync(unbuilt, { recursive: true });
  });
});

describe('completion', () => {
  const complete = async (...words: readonly string[]): Promise<readonly string[]> => {
    const { exitCode, stdout } = await runCli(folder, ['complete', '--', ...words]);
    expect(exitCode).toBe(0);
    return lines(stdout)
      .filter((line) => line !== '' && !line.startsWith(':'))
      .map((line) => line.split('\t')[0] ?? '');
  };

  it('offers commands and options', async () => {
    expect(await complete('')).toEqual(['config', 'conditions', 'tools', 'beans', 'mcp', 'studio', 'complete', 'help']);
    expect(await complete('con')).toEqual(['config', 'conditions']);
    expect(await complete('beans', '--')).toEqual(['--app', '--config', '--json', '--mermaid', '--help']);
  });

  it.each(['bash', 'zsh', 'fish'])('prints the script for %s', async (shell) => {
    const { exitCode, stdout } = await runCli(folder, ['complete', shell]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`${shell} completion for toolwright`);
    expect(stdout).toContain('toolwright complete --');
  });

  it('knows no other shell', async () => {
    expect((await runCli(folder, ['complete', 'cmd'])).exitCode).toBe(2);
  });
});
