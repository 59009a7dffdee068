import { fencedBlocks } from './fencedBlocks.mjs';

const TYPESCRIPT = new Set(['ts', 'tsx', 'typescript']);

/**
 * What is known of a page after a look at its blocks of TypeScript.
 *
 * @typedef {object} CheckedPage
 * @property {string} page its path
 * @property {string} markdown the page with every snippet as its example has it
 * @property {string[]} problems what an author has to change, one line each
 * @property {string[]} outdated snippets that differ from their examples, one line each
 * @property {string[]} shown the regions that the page shows
 * @property {number} notRun how many blocks are declared as not run
 */

/**
 * Compares the snippets of a page with the regions that they name.
 *
 * @param {string} page its path, for the messages
 * @param {string} markdown
 * @param {ReadonlyMap<string, string>} regions by `file#region`
 * @returns {CheckedPage}
 */
export function checkPage(page, markdown, regions) {
  const lines = markdown.split('\n');
  /** @type {CheckedPage} */
  const checked = { page, markdown, problems: [], outdated: [], shown: [], notRun: 0 };
  // From the last to the first, so that the places of the others stay what they are.
  for (const block of fencedBlocks(markdown).reverse()) {
    if (!TYPESCRIPT.has(block.language)) continue;
    const where = `${page}:${block.line}`;
    if (block.notRun !== undefined) {
      checked.notRun += 1;
      if (block.notRun === '') checked.problems.push(`${where} does not say why it is not run`);
      continue;
    }
    if (block.example === undefined) {
      checked.problems.push(`${where} has neither <!-- example: file#region --> nor <!-- not run: reason --> above it`);
      continue;
    }
    const text = regions.get(block.example);
    if (text === undefined) {
      checked.problems.push(`${where} shows ${block.example}, which is not in test/documentation/src/examples`);
      continue;
    }
    checked.shown.push(block.example);
    if (text === block.text) continue;
    checked.outdated.push(`${where} differs from ${block.example}: run npm run docs:snippets`);
    const indented = text.split('\n').map((line) => (line === '' ? line : block.indent + line));
    lines.splice(block.start, block.end - block.start, ...indented);
  }
  checked.markdown = lines.join('\n');
  checked.problems.reverse();
  checked.outdated.reverse();
  return checked;
}
