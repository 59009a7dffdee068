/**
 * A block of code on a page.
 *
 * @typedef {object} FencedBlock
 * @property {string} language `ts`, `sh` and so on; empty where the fence names none
 * @property {string} text without the indentation of the fence
 * @property {number} line of the opening fence, from 1
 * @property {number} start index of the first line of the text, from 0
 * @property {number} end index of the line of the closing fence, from 0
 * @property {string} indent what stands before the fence
 * @property {string | undefined} example `file#region` of the comment above the block
 * @property {string | undefined} notRun the reason in the comment above the block
 */

const OPENING = /^(\s*)(`{3,}|~{3,})\s*([\w-]*)/;
const MARKER = /^\s*<!--\s*(example|not run):\s*(.*?)\s*-->\s*$/;

/**
 * The blocks of code of a Markdown page, in their order.
 *
 * @param {string} markdown
 * @returns {FencedBlock[]}
 */
export function fencedBlocks(markdown) {
  const lines = markdown.split('\n');
  /** @type {FencedBlock[]} */
  const blocks = [];
  for (let index = 0; index < lines.length; index += 1) {
    const [, indent = '', fence = '', language = ''] = OPENING.exec(lines[index] ?? '') ?? [];
    if (fence === '') continue;
    const start = index + 1;
    let end = start;
    while (end < lines.length && lines[end]?.trim() !== fence) end += 1;
    const [, kind, value] = MARKER.exec(lineAbove(lines, index)) ?? [];
    blocks.push({
      language,
      text: lines
        .slice(start, end)
        .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
        .join('\n'),
      line: start,
      start,
      end,
      indent,
      example: kind === 'example' ? value : undefined,
      notRun: kind === 'not run' ? value : undefined,
    });
    index = end;
  }
  return blocks;
}

/**
 * The last line above a line that is not empty.
 *
 * @param {readonly string[]} lines
 * @param {number} index
 */
function lineAbove(lines, index) {
  let above = index - 1;
  while (above >= 0 && lines[above]?.trim() === '') above -= 1;
  return lines[above] ?? '';
}
