// What the keyword index costs: node --expose-gc search.mjs [FOLDER]
// For 100 to 10,000 tools: the time to prepare them, the time of a query by the clock and by the processor, the memory of a
// tool, of one more session with the same tools and of one with a tool more; then 100,000 sessions over 1,000 tools.
import { KeywordToolIndex } from '@toolwright/tool-search';
import { queriesOf, toolsOfSize } from './catalogues.mjs';

const SIZES = [100, 1000, 4000, 10_000];
const QUERIES = 300;
const FIRST_SESSIONS = 1000;
const SESSIONS = 20_000;
const SESSIONS_WITH_MORE = 500;
const MANY_SESSIONS = 100_000;

if (globalThis.gc === undefined) throw new Error('usage: node --expose-gc search.mjs [FOLDER]');
const queries = queriesOf('sealtools')
  .map(({ query }) => query)
  .slice(0, QUERIES);

/** What is in use once the compiler, which holds on to what it has seen, has come to rest. */
async function used() {
  let least = Infinity;
  for (let run = 0; run < 3; run++) {
    await new Promise((done) => setTimeout(done, 150));
    globalThis.gc();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    least = Math.min(least, heapUsed + arrayBuffers);
  }
  return least;
}
const processorMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const MB = 1024 * 1024;

/** Adds sessions and searches each once, so that it is prepared. */
async function addSessions(index, name, from, to, toolsOf) {
  for (let session = from; session < to; session++) {
    await index.indexTools(`${name}${session}`, toolsOf(session));
    await index.search({ sessionId: `${name}${session}`, query: '?' });
  }
}

async function preparedIndex(tools) {
  const index = new KeywordToolIndex();
  await index.indexTools('first', tools);
  const before = await used();
  const started = performance.now();
  await index.search({ sessionId: 'first', query: 'prepare' });
  const buildMs = performance.now() - started;
  return { index, buildMs, bytes: (await used()) - before };
}

async function queryTimes(index) {
  for (const query of queries) await index.search({ sessionId: 'first', query });
  const times = [];
  const before = processorMs();
  for (const query of queries) {
    const begin = performance.now();
    await index.search({ sessionId: 'first', query });
    times.push(performance.now() - begin);
  }
  const processor = (processorMs() - before) / queries.length;
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(share * times.length)];
  return { p50: at(0.5), p95: at(0.95), processor };
}

// What is loaded and compiled at the first use is not to be counted for a size.
await queryTimes((await preparedIndex(toolsOfSize(SIZES[0]))).index);

console.log('tools | build ms | query p50 ms | p95 ms | processor ms | bytes/tool | bytes/session | with a tool more');
for (const size of SIZES) {
  const tools = toolsOfSize(size);
  const { index, buildMs, bytes } = await preparedIndex(tools);
  const { p50, p95, processor } = await queryTimes(index);
  await addSessions(index, 's', 0, FIRST_SESSIONS, () => tools);
  const beforeSessions = await used();
  await addSessions(index, 's', FIRST_SESSIONS, FIRST_SESSIONS + SESSIONS, () => tools);
  const perSession = ((await used()) - beforeSessions) / SESSIONS;
  const withOneMore = (n) => [...tools, { toolName: `ownTool${n}`, summary: `Does what user ${n} has asked for` }];
  await addSessions(index, 'm', 0, 10, withOneMore);
  const beforeMore = await used();
  await addSessions(index, 'm', 10, 10 + SESSIONS_WITH_MORE, withOneMore);
  const perSessionWithMore = ((await used()) - beforeMore) / SESSIONS_WITH_MORE;
  console.log(
    [
      size,
      buildMs.toFixed(0),
      p50.toFixed(2),
      p95.toFixed(2),
      processor.toFixed(2),
      (bytes / size).toFixed(0),
      perSession.toFixed(0),
      perSessionWithMore.toFixed(0),
    ].join(' | '),
  );
}

const tools = toolsOfSize(1000);
const before = await used();
const { index } = await preparedIndex(tools);
const one = (await used()) - before;
await addSessions(index, 's', 1, MANY_SESSIONS, () => tools);
const all = (await used()) - before;
console.log(
  `\n1,000 tools: one session ${(one / MB).toFixed(1)} MB, ${MANY_SESSIONS} sessions ${(all / MB).toFixed(1)} MB`,
);
