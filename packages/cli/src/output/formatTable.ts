import Table from 'cli-table3';
import type { Terminal } from './Terminal.js';

const GAP = 2;
/** The narrowest a last column is made to fit a terminal; below that, each row gets lines of its own. */
const NARROWEST = 24;
const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '',
};

/**
 * Rows as aligned columns without lines. On a terminal the last column is wrapped to its width; where the others leave no
 * room for it, each row becomes a block with a line for each of its cells. Elsewhere every row is one line, so that other
 * programs can read it.
 *
 * @param head the titles of the columns
 * @param rows plain texts, each with as many cells as there are titles; line ends become blanks
 */
export function formatTable(terminal: Terminal, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replace(/\s*[\r\n]+\s*/g, ' ')));
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((row) => (row[column] ?? '').length)));
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP, 0);
  const room = terminal.width === null ? Infinity : terminal.width - before;
  const fits = room >= (widths.at(-1) ?? 0);
  if (!fits && room < NARROWEST) return blocks(terminal, head, cells);
  const wrapped = !fits;
  const table = new Table({
    chars: NO_LINES,
    style: { 'padding-left': 0, 'padding-right': GAP, head: [], border: [], compact: true },
    head: head.map((title) => terminal.colours.bold(title)),
    ...(wrapped ? { colWidths: [...widths.slice(0, -1).map((width) => width + GAP), room], wordWrap: true } : {}),
  });
  for (const row of cells) {
    table.push(row.map((cell, column) => (column === 0 ? terminal.colours.cyan(cell) : cell)));
  }
  const lines = table.toString().split('\n');
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function blocks(terminal: Terminal, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const width = Math.max(...head.map(({ length }) => length));
  return rows
    .map(([first = '', ...others]) => {
      const named = others.map((cell, index) => ({ title: head[index + 1] ?? '', cell }));
      const lines = named
        .filter(({ cell }) => cell !== '')
        .map(({ title, cell }) => `  ${terminal.colours.dim(title.padEnd(width))}  ${cell}\n`);
      return `${terminal.colours.cyan(first)}\n${lines.join('')}`;
    })
    .join('\n');
}
