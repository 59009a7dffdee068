import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixtures, folder, loopback, node22 } from './paths.mjs';
import { inLanes, run, serve } from './processes.mjs';

const SERVER_SCENARIOS = 32;
const CORE_SCENARIOS = ['initialize', 'tools_call', 'elicitation-sep1034-client-defaults', 'sse-retry'];
/** Compares times of a clock with each other, to 200 ms, so that a busy machine may fail it. */
const TIMED_SCENARIOS = ['sse-retry'];
const ATTEMPTS = 3;
/** Milliseconds; the default of the suite is too short for a machine that does much else. */
const TIMEOUT = 120_000;
const AUTHORIZATION_PAGE = new URL('client-auth-scenarios.md', import.meta.url);

const suite = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** All scenarios for servers. @returns what is wrong, nothing if all passed */
export async function runServerSuite() {
  const server = await serve([join(fixtures, 'server.js')]);
  try {
    const output = await runSuite(['server', '--url', server.url, '--suite', 'all']);
    const lines = output.text.split('\n');
    const passed = lines.filter((line) => line.startsWith('✓'));
    const missed = lines.filter((line) => line.startsWith('✗'));
    for (const line of [...missed, ...lines.filter((text) => text.startsWith('Total:'))]) console.log(line);
    console.log(`Server scenarios: ${passed.length} of ${SERVER_SCENARIOS} passed`);
    if (output.code === 0 && passed.length === SERVER_SCENARIOS) return [];
    console.log(output.text);
    return [`server suite: ${passed.length} of ${SERVER_SCENARIOS} scenarios passed, exit code ${output.code}`];
  } finally {
    await server.stop();
  }
}

/** The scenarios for clients that have nothing to do with authorization. */
export async function runCoreScenarios() {
  const problems = [];
  for (const scenario of CORE_SCENARIOS) {
    let passed = false;
    const attempts = TIMED_SCENARIOS.includes(scenario) ? ATTEMPTS : 1;
    for (let attempt = 1; attempt <= attempts && !passed; attempt += 1) {
      passed = await runClientScenario(scenario, attempt === attempts);
    }
    if (!passed) problems.push(`client scenario ${scenario} failed`);
  }
  return problems;
}

/**
 * The scenarios for clients that authorize themselves, against the page that says which of them pass: a change for the
 * better has to be written down as well, so that it stays.
 */
export async function runAuthorizationScenarios() {
  const expected = readAuthorizationPage();
  const listed = await runSuite(['list', '--client']);
  const existing = [...listed.text.matchAll(/- (auth\/\S+)/g)].map(([, name]) => name);
  const problems = [
    ...existing.filter((name) => !expected.has(name)).map((name) => `${name} is not in client-auth-scenarios.md`),
    ...[...expected.keys()].filter((name) => !existing.includes(name)).map((name) => `the suite has no ${name}`),
  ];
  const tasks = existing.map((name) => () => runClientScenario(name, expected.get(name) === 'passes'));
  const outcomes = await inLanes(2, tasks);
  existing.forEach((name, index) => {
    const result = outcomes[index] ? 'passes' : 'fails';
    if (expected.has(name) && expected.get(name) !== result) {
      problems.push(`${name} ${result}, but client-auth-scenarios.md says that it ${expected.get(name)}`);
    }
  });
  console.log(`Authorization scenarios: ${outcomes.filter(Boolean).length} of ${existing.length} passed`);
  return problems;
}

function readAuthorizationPage() {
  const rows = readFileSync(AUTHORIZATION_PAGE, 'utf8').matchAll(/^\| `(auth\/[^`]+)` \| (passes|fails) \|/gm);
  return new Map([...rows].map(([, name, result]) => [name, result]));
}

async function runClientScenario(scenario, explain) {
  const command = `${process.execPath} ${join(fixtures, 'client.js')}`;
  const args = ['client', '--command', command, '--scenario', scenario, '--timeout', String(TIMEOUT)];
  const output = await runSuite(args);
  const summary = output.text.split('\n').filter((line) => /^Passed: |OVERALL: /.test(line));
  console.log(`${scenario}: ${summary.join(' ') || `no result (exit code ${output.code})`}`);
  if (output.code !== 0 && explain) console.log(output.text);
  return output.code === 0;
}

async function runSuite(args) {
  const results = mkdtempSync(join(tmpdir(), 'mcp-conformance-'));
  try {
    const options = args[0] === 'list' ? [] : ['-o', results];
    return await run(node22, ['--import', loopback, suite, ...args, ...options], { cwd: results });
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}
