// node scripts/smokePackages.mjs [FOLDER]
// Installs the tarballs of every public package into an empty project outside of the workspace and runs it with each
// version of Node.js that is supported. FOLDER holds a packed release. Third-party packages come from the registry.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect, isDeepStrictEqual } from 'node:util';
import { withPackedRelease } from './packRelease.mjs';

const VERSIONS = ['20', '22', '24'];

const fixture = fileURLToPath(new URL('../test/packages', import.meta.url));
/** Every starter is installed, so what would be chosen by being there is said. */
const PROPERTIES = 'tools.limits.max-total-tool-calls=7\nchat.memory.repository.type=in-memory\n';
const BOLTS = 'How many pieces of article "bolt" are in stock?';
const NUTS = 'How many pieces of article "nut" are in stock?';

let failures = 0;
let checks = 0;

/** Runs a program without what the workspace and its npm have put into the environment. */
function run(file, args, { cwd, path = process.env.PATH }) {
  const env = { PATH: path, HOME: process.env.HOME, NO_COLOR: '1' };
  return new Promise((done) => {
    execFile(file, args, { cwd, env, maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) => {
      done({ code: error ? (error.code ?? 1) : 0, stdout, stderr });
    });
  });
}

async function mustRun(file, args, options) {
  const { code, stdout, stderr } = await run(file, args, options);
  if (code !== 0) throw new Error(`${basename(file)} ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
  return stdout;
}

function check(title, actual, expected) {
  checks += 1;
  const same = isDeepStrictEqual(actual, expected);
  console.log(`  ${same ? '✓' : '✗'} ${title}`);
  if (same) return;
  failures += 1;
  // What is received may be a stack trace of a hundred lines.
  console.log(`    expected ${inspect(expected)}\n    received ${inspect(actual).slice(0, 3000)}`);
}

/** The programs of the versions: this one for its own major, others from packages that are installed in a folder of their own. */
async function nodePrograms() {
  const folder = join(fixture, 'nodes');
  const own = process.versions.node.split('.')[0];
  const program = (version) =>
    version === own ? process.execPath : join(folder, 'node_modules', `node-${version}`, 'bin/node');
  const there = await Promise.all(VERSIONS.map((version) => stat(program(version)).catch(() => undefined)));
  if (there.includes(undefined)) {
    await mustRun('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], { cwd: folder });
  }
  return VERSIONS.map(program);
}

/** A project that depends on all of them by their tarballs, so that what they need of each other is there too. */
async function installProject(project, packed) {
  await cp(join(fixture, 'src'), join(project, 'src'), { recursive: true });
  await cp(join(fixture, 'tsconfig.json'), join(project, 'tsconfig.json'));
  await mkdir(join(project, 'config'));
  await writeFile(join(project, 'config/application.properties'), PROPERTIES);
  const { devDependencies } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  const manifest = {
    name: 'application',
    version: '1.0.0',
    private: true,
    type: 'module',
    toolwright: { application: './dist/Application.js' },
    dependencies: Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`])),
    devDependencies: { '@types/node': devDependencies['@types/node'], typescript: devDependencies.typescript },
  };
  await writeFile(join(project, 'package.json'), JSON.stringify(manifest, null, 2));
  await mustRun('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], { cwd: project });
}

/** A starter is nothing but its dependencies, and an entry by which its auto-configurations are found. */
async function checkStarters(project, packed) {
  const starters = packed.filter(({ name }) => name.startsWith('@toolwright/starter'));
  const contents = starters.map(({ name }) => readdir(join(project, 'node_modules', name)));
  const files = new Set((await Promise.all(contents)).flat());
  check('starters contain no code', [...files].sort(), ['LICENSE', 'README.md', 'package.json']);
}

/** What npm put there is what was packed: nothing of ours came from elsewhere, or twice. */
async function checkInstalled(project, packed) {
  const listed = JSON.parse(await mustRun('npm', ['ls', '--all', '--json'], { cwd: project }));
  const places = new Map();
  const visit = ({ dependencies = {} }) => {
    for (const [name, entry] of Object.entries(dependencies)) {
      if (entry.resolved) places.set(name, (places.get(name) ?? new Set()).add(entry.resolved));
      visit(entry);
    }
  };
  visit(listed);
  const ours = packed.map(({ name }) => [name, [...(places.get(name) ?? [])].map((place) => basename(place))]);
  check(
    `${packed.length} packages are installed from their tarballs`,
    Object.fromEntries(ours),
    Object.fromEntries(packed.map(({ name, tarball }) => [name, [basename(tarball)]])),
  );
}

const tsc = (project) => join(project, 'node_modules/typescript/bin/tsc');

/** A project that `npm create toolwright` makes; it finds its packages in the folder above. */
async function createProject(project, packed) {
  const made = join(project, 'made');
  const create = join(project, 'node_modules/create-toolwright/dist/main.js');
  await mustRun(process.execPath, [create, made, '--no-install', '--mcp'], { cwd: project });
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(made, 'package.json'), 'utf8'));
  const ours = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) =>
    name.startsWith('@toolwright/'),
  );
  const versions = new Map(packed.map(({ name, version }) => [name, version]));
  check(
    'npm create toolwright pins this release',
    Object.fromEntries(ours),
    Object.fromEntries(ours.map(([name]) => [name, versions.get(name)])),
  );
  check('its npm start answers', lastLine(await mustRun('npm', ['start', '--', NUTS], { cwd: made })), '`stockOf`: 80');
  check('its npm test passes', /^(# |ℹ )pass 2$/m.test(await mustRun('npm', ['test'], { cwd: made })), true);
  return made;
}

const lastLine = (text) => text.trimEnd().split('\n').at(-1);

/** What is run with each version, and what it prints: nothing but these lines. */
function programs(project, made) {
  const toolwright = join(project, 'node_modules/.bin/toolwright');
  const container = (loop) => [`loop: ${loop}`, 'manager: DefaultToolCallingManager', 'limit: 7', '`stockOf`: 1200'];
  return [
    {
      title: 'the library, without the container',
      args: ['dist/library.js'],
      lines: ['There are 1200.', 'stockOf: 1200', 'place: Nobody knows rope', 'stockOf: 0', '`stockOf`: 80'],
    },
    {
      title: 'a starter and a properties file',
      args: ['dist/container.js', BOLTS],
      lines: container('ToolCallingAdvisor'),
    },
    {
      title: 'tool search by a property',
      args: ['dist/container.js', '--chat.client.tool-search-advisor.enabled=true', BOLTS],
      lines: container('ToolSearchToolCallingAdvisor'),
    },
    {
      title: 'an MCP client and a server over the standard streams',
      args: ['dist/mcpClient.js', 'weather', '{"city":"Oslo"}', 'dist/mcpServer.js'],
      lines: ['Done.', 'weather: [{"type":"text","text":"It rains in Oslo."}]'],
    },
    {
      title: 'toolwright config',
      args: [toolwright, 'config', 'tools.limits', '--set'],
      lines: [
        'KEY                                VALUE  FROM                             TYPE  DEFAULT  DESCRIPTION',
        'tools.limits.max-total-tool-calls  7      config/application.properties:1  int   150      Calls of all tools together that a turn may make; -1 for no limit.',
        '',
        '1 key of Application, profiles: default',
      ],
    },
    {
      title: 'toolwright tools',
      args: [toolwright, 'tools'],
      lines: [
        'TOOL     TOKENS  BEAN       PARAMETERS  DESCRIPTION',
        'place    71      warehouse  article     The shelf that an article lies on',
        'stockOf  74      warehouse  article     How many pieces of an article are in stock',
        '',
        '2 tools of Application, 145 tokens in every request that carries all of them',
      ],
    },
    { title: 'the project that was made', cwd: made, args: ['dist/main.js', NUTS], lines: ['`stockOf`: 80'] },
    { title: 'its test', cwd: made, args: ['--test', '--test-reporter=dot', 'dist/Warehouse.test.js'], lines: ['..'] },
    {
      title: 'its tools by toolwright mcp serve',
      cwd: made,
      args: ['../dist/mcpClient.js', 'stockOf', '{"article":"bolt"}', toolwright, 'mcp', 'serve'],
      lines: ['Done.', 'stockOf: [{"type":"text","text":"1200"}]'],
    },
  ];
}

async function runAll(node, project, made) {
  const path = `${dirname(node)}:${process.env.PATH}`;
  const outcomes = [];
  for (const { title, args, lines, cwd = project } of programs(project, made)) {
    const stdout = lines.map((line) => `${line}\n`).join('');
    outcomes.push({ title, actual: await run(node, args, { cwd, path }), expected: { code: 0, stdout, stderr: '' } });
  }
  return { version: lastLine(await mustRun(node, ['--version'], { cwd: project, path })), outcomes };
}

await withPackedRelease(process.argv[2], async (packed) => {
  const project = await realpath(await mkdtemp(join(tmpdir(), 'toolwright-smoke-')));
  try {
    const nodes = await nodePrograms();
    await installProject(project, packed);
    await checkInstalled(project, packed);
    await checkStarters(project, packed);
    check('a consumer compiles', await run(process.execPath, [tsc(project)], { cwd: project }), {
      code: 0,
      stdout: '',
      stderr: '',
    });
    const made = await createProject(project, packed);
    // Beside each other: most of their time is that of starting.
    for (const { version, outcomes } of await Promise.all(nodes.map((node) => runAll(node, project, made)))) {
      console.log(`Node.js ${version}`);
      for (const { title, actual, expected } of outcomes) check(title, actual, expected);
    }
  } finally {
    if (process.env.KEEP_SMOKE_PROJECT) console.log(`The project is ${project}`);
    else await rm(project, { recursive: true, force: true });
  }
});
console.log(failures === 0 ? `${checks} checks passed` : `${failures} of ${checks} checks failed`);
process.exitCode = failures === 0 ? 0 : 1;
