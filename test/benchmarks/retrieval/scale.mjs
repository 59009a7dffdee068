// What the keyword index costs: node --expose-gc scale.mjs CATALOG.jsonl QUERIES.jsonl
// Prints, for 100 to 10,000 tools of the catalogue (repeated under other names where it has fewer), the time to prepare
// them, the processor time of a query, the memory of a tool and that of one more session with the same tools.
import { readFileSync } from 'node:fs';
import { KeywordToolIndex } from '@toolwright/tool-search';
import { referenceOf } from './ranker.mjs';

const SIZES = [100, 1000, 4000, 10_000];
const QUERIES = 300;
const FIRST_SESSIONS = 1000;
const SESSIONS = 20_000;

const [catalogFile, queriesFile] = process.argv.slice(2);
if (catalogFile === undefined || queriesFile === undefined || globalThis.gc === undefined) {
  throw new Error('usage: node --expose-gc scale.mjs CATALOG.jsonl QUERIES.jsonl');
}
const readLines = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const catalog = readLines(catalogFile);
const queries = readLines(queriesFile)
  .map(({ query }) => query)
  .slice(0, QUERIES);

const used = () => {
  for (let run = 0; run < 4; run++) globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};
const processorMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

console.log('tools  build ms  query p50 ms  query p95 ms  processor ms/query  bytes/tool  bytes/session');
for (const size of SIZES) {
  const tools = Array.from({ length: size }, (_, n) => {
    const tool = catalog[n % catalog.length];
    const turn = Math.floor(n / catalog.length);
    return referenceOf(turn === 0 ? tool : { ...tool, name: `${tool.name}${turn}` });
  });
  const index = new KeywordToolIndex();
  await index.indexTools('s', tools);
  const before = used();
  const started = performance.now();
  await index.search({ sessionId: 's', query: 'prepare' });
  const buildMs = performance.now() - started;
  const bytesPerTool = (used() - before) / size;
  for (const query of queries) await index.search({ sessionId: 's', query });
  const times = [];
  const processorBefore = processorMs();
  for (const query of queries) {
    const begin = performance.now();
    await index.search({ sessionId: 's', query });
    times.push(performance.now() - begin);
  }
  const perQuery = (processorMs() - processorBefore) / queries.length;
  times.sort((a, b) => a - b);
  const addSessions = async (from, to) => {
    for (let session = from; session < to; session++) {
      await index.indexTools(`s${session}`, tools);
      await index.search({ sessionId: `s${session}`, query: '?' });
    }
  };
  await addSessions(0, FIRST_SESSIONS);
  const beforeSessions = used();
  await addSessions(FIRST_SESSIONS, FIRST_SESSIONS + SESSIONS);
  const bytesPerSession = (used() - beforeSessions) / SESSIONS;
  const at = (share) => times[Math.floor(share * times.length)].toFixed(2);
  console.log(
    [
      size,
      buildMs.toFixed(0),
      at(0.5),
      at(0.95),
      perQuery.toFixed(2),
      bytesPerTool.toFixed(0),
      bytesPerSession.toFixed(0),
    ].join('  '),
  );
}
