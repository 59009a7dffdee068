// Runs what others wrote against packages/mcp: the official conformance suite of MCP with fixtures that are written with our
// public names only, and the command line of the MCP Inspector with apps/mcp-server. Ends with an error unless every
// scenario did what it has to. Arguments pick parts: server, client, authorization, inspector.
import { install } from './install.mjs';
import { runInspector } from './inspector.mjs';
import { runAuthorizationScenarios, runCoreScenarios, runServerSuite } from './suite.mjs';

const PARTS = {
  server: runServerSuite,
  client: runCoreScenarios,
  authorization: runAuthorizationScenarios,
  inspector: runInspector,
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in PARTS));
if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. There are ${Object.keys(PARTS).join(', ')}.`);

install();
const problems = [];
for (const name of chosen.length > 0 ? chosen : Object.keys(PARTS)) problems.push(...(await PARTS[name]()));
for (const problem of problems) console.error(`✗ ${problem}`);
console.log(problems.length === 0 ? 'All of it passed' : `${problems.length} failed`);
process.exitCode = problems.length === 0 ? 0 : 1;
