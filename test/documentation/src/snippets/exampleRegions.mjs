import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXAMPLES } from './pages.mjs';

const REGION = /^\s*\/\/ #region (.+?)\s*$/;
const END = /^\s*\/\/ #endregion\b/;

/**
 * The regions of a source file by name, each without the indentation that all of its lines have. Regions may stand in
 * each other; `// #region a b` opens two; the parts of a name that opens more than once are joined by an empty line.
 *
 * @param {string} source
 * @returns {Map<string, string>}
 */
export function regionsOf(source) {
  /** @type {Map<string, string[][]>} */
  const parts = new Map();
  /** @type {string[][]} */
  const open = [];
  for (const line of source.split('\n')) {
    const names = REGION.exec(line)?.[1]?.split(' ');
    if (names) {
      open.push(names);
      for (const name of names) parts.set(name, [...(parts.get(name) ?? []), []]);
    } else if (END.test(line)) {
      if (!open.pop()) throw new Error(`A region ends that did not begin: ${line.trim()}`);
    } else {
      for (const name of open.flat()) parts.get(name)?.at(-1)?.push(line);
    }
  }
  if (open.length > 0) throw new Error(`Region ${open.flat().join(', ')} does not end`);
  return new Map([...parts].map(([name, texts]) => [name, texts.map(dedent).join('\n\n')]));
}

/** @param {readonly string[]} lines */
function dedent(lines) {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const common = Math.min(...indents);
  return lines
    .map((line) => line.slice(common))
    .join('\n')
    .replace(/^\n+|\n+$/g, '');
}

/**
 * The regions of all example files by `file#region`, the file without `.ts`.
 *
 * @returns {Promise<Map<string, string>>}
 */
export async function exampleRegions() {
  const paths = await readdir(EXAMPLES, { recursive: true });
  const files = paths.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
  const regions = await Promise.all(
    files.map(async (path) => {
      const found = regionsOf(await readFile(join(EXAMPLES, path), 'utf8'));
      return [...found].map(([name, text]) => /** @type {const} */ ([`${path.slice(0, -3)}#${name}`, text]));
    }),
  );
  return new Map(regions.flat());
}
