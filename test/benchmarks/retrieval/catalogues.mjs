// The catalogues of the retrieval benchmark: the folder given as argument, else ../shared/bench/retrieval.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { referenceOf } from './ranker.mjs';

export const SUITES = ['toolalpaca', 'bfcl-agentic', 'metatool', 'livemcp', 'bfcl', 'sealtools'];

const folder = resolve(process.argv[2] ?? '../shared/bench/retrieval');
if (!existsSync(join(folder, SUITES[0]))) {
  throw new Error(`No retrieval benchmark in ${folder}. Give its folder as argument.`);
}

const read = (suite, file) =>
  readFileSync(join(folder, suite, file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** The rows of a catalogue as they are. */
export const rowsOf = (suite) => read(suite, 'catalog.jsonl');

/** Requests with the names of the tools that fit them. */
export const queriesOf = (suite) => read(suite, 'queries.jsonl');

/** So many tools of the largest catalogue, repeated under other names where it has fewer. */
export function toolsOfSize(size) {
  const rows = rowsOf('sealtools');
  return Array.from({ length: size }, (_, n) => {
    const row = rows[n % rows.length];
    const turn = Math.floor(n / rows.length);
    return referenceOf(turn === 0 ? row : { ...row, name: `${row.name}${turn}` });
  });
}
