// Runs the official conformance suite of MCP against the fixtures of packages/mcp, which are written with our
// decorators only. Ends with an error unless every scenario that is named here passed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SERVER_SCENARIOS = 32;
const CLIENT_SCENARIOS = ['initialize', 'tools_call', 'elicitation-sep1034-client-defaults', 'sse-retry'];

const here = fileURLToPath(new URL('.', import.meta.url));
const fixtures = fileURLToPath(new URL('../../../packages/mcp/dist-test/conformance/', import.meta.url));
const folder = process.env['MCP_CONFORMANCE_FOLDER'] ?? here;
const node22 = join(folder, 'node_modules/node/bin/node');
const suite = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

if (!existsSync(node22)) {
  const options = { cwd: folder, stdio: 'inherit' };
  const install = spawnSync('npm', ['install', '--no-audit', '--no-fund'], options);
  // npm leaves out install scripts that are not allowed; this one brings the binary.
  const binary = existsSync(node22) ? { status: 0 } : spawnSync('npm', ['rebuild', 'node'], options);
  if (install.status !== 0 || binary.status !== 0 || !existsSync(node22)) {
    throw new Error('Could not install the conformance suite');
  }
}

const results = mkdtempSync(join(tmpdir(), 'mcp-conformance-'));
let failed = false;
try {
  await runServerSuite();
  for (const scenario of CLIENT_SCENARIOS) await runClientScenario(scenario);
} finally {
  rmSync(results, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;

async function runServerSuite() {
  const server = spawn(process.execPath, [join(fixtures, 'server.js')], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const url = await new Promise((resolve, reject) => {
      createInterface({ input: server.stdout }).once('line', resolve);
      server.once('exit', (code) => reject(new Error(`The fixture server ended with ${code}`)));
    });
    const output = await run(['server', '--url', url, '--suite', 'all', '-o', results]);
    const lines = output.text.split('\n');
    const passed = lines.filter((line) => line.startsWith('✓'));
    const missed = lines.filter((line) => line.startsWith('✗'));
    for (const line of [...missed, ...lines.filter((text) => text.startsWith('Total:'))]) console.log(line);
    console.log(`Server scenarios: ${passed.length} of ${SERVER_SCENARIOS} passed`);
    if (output.code !== 0 || passed.length !== SERVER_SCENARIOS) failed = true;
  } finally {
    server.kill();
  }
}

async function runClientScenario(scenario) {
  const command = `${process.execPath} ${join(fixtures, 'client.js')}`;
  const output = await run(['client', '--command', command, '--scenario', scenario, '-o', results]);
  const summary = output.text.split('\n').filter((line) => /^Passed: |^OVERALL: /.test(line));
  console.log(`${scenario}: ${summary.join(' ') || `no result (exit code ${output.code})`}`);
  if (output.code !== 0) {
    failed = true;
    console.log(output.text);
  }
}

function run(args) {
  return new Promise((resolve) => {
    const child = spawn(node22, [suite, ...args], { cwd: results, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
    child.once('close', (code) => resolve({ code, text }));
  });
}
