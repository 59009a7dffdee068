import { type Comment, type Node, type Pair, parseLines } from 'dot-properties';
import { PropertyName } from '../env/PropertyName.js';
import type { PropertyEntry } from '../env/PropertySource.js';
import type { ConfigDocument } from './ConfigDocument.js';
import { ConfigFileFormatException } from './ConfigFileFormatException.js';
import { TextPositions } from './TextPositions.js';

/**
 * Reads a `.properties` file. Lines `#---` or `!---` separate documents, `key[]=a,b` is a list whose elements have a
 * location each.
 *
 * @param source the file, as messages name it
 * @throws {ConfigFileFormatException} for a `\u` without four hexadecimal digits
 */
export function parsePropertiesFile(source: string, content: string): readonly ConfigDocument[] {
  // Offsets count from the same text as line and column, so line ends are made equal first.
  const text = content.replace(/\r\n?/g, '\n');
  const positions = new TextPositions(source, text);
  const nodes = parseLines(text, true);
  const documents: PropertyEntry[][] = [[]];
  nodes.forEach((node, index) => {
    if (isSeparator(nodes, index, text)) documents.push([]);
    else if (isPair(node)) documents.at(-1)?.push(...entriesOf(node, text, positions));
  });
  return documents.map((entries) => ({ entries }));
}

function entriesOf(pair: Pair, text: string, positions: TextPositions): readonly PropertyEntry[] {
  const [start, , valueStart, valueEnd] = pair.range as [number, number, number, number];
  checkUnicodeEscapes(text, start, valueEnd, positions);
  if (!pair.key.endsWith('[]')) {
    return [{ name: PropertyName.of(pair.key), value: pair.value, origin: positions.originAt(valueStart) }];
  }
  const list = PropertyName.of(pair.key.slice(0, -2));
  return listItems(text, valueStart, valueEnd).map(([from, to], index) => {
    const item = (parseLines(`i=${text.slice(from, to)}`, true) as Node[]).find(isPair);
    return {
      name: list.append({ text: String(index), bracketed: true }),
      value: item?.value ?? '',
      origin: positions.originAt(from + (item?.range?.[2] ?? 2) - 2),
    };
  });
}

/** Start and end of the pieces between unescaped commas. */
function listItems(text: string, start: number, end: number): readonly (readonly [number, number])[] {
  const items: [number, number][] = [];
  let from = start;
  for (let index = start; index < end; index++) {
    const character = text.charAt(index);
    if (character === '\\') index++;
    else if (character === ',') {
      items.push([from, index]);
      from = index + 1;
    }
  }
  if (from < end) items.push([from, end]);
  return items;
}

function checkUnicodeEscapes(text: string, start: number, end: number, positions: TextPositions): void {
  for (let index = text.indexOf('\\', start); index >= 0 && index < end; index = text.indexOf('\\', index + 2)) {
    if (text.charAt(index + 1) !== 'u' || /^[0-9a-fA-F]{4}$/.test(text.slice(index + 2, index + 6))) continue;
    throw new ConfigFileFormatException(positions.originAt(index), 'Malformed \\uxxxx encoding.');
  }
}

/**
 * A separator is a whole line `#---` or `!---`, blanks at its end allowed, that no comment with the same first character
 * precedes or follows (BF-09, BF-10).
 */
function isSeparator(nodes: readonly Node[], index: number, text: string): boolean {
  const node = nodes[index];
  if (!node || !isComment(node) || !/^[#!]---\s*$/.test(node.comment)) return false;
  const start = node.range?.[0] ?? 0;
  if (start > 0 && text.charAt(start - 1) !== '\n') return false;
  const prefix = node.comment.charAt(0);
  return ![nodes[index - 1], nodes[index + 1]].some(
    (neighbour) => neighbour && isComment(neighbour) && neighbour.comment.startsWith(prefix),
  );
}

function isPair(node: Node): node is Pair {
  return node.type === 'PAIR';
}

function isComment(node: Node): node is Comment {
  return node.type === 'COMMENT';
}
