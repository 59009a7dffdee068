import { type Document, isAlias, isMap, isScalar, isSeq, type ParsedNode, parseAllDocuments } from 'yaml';
import { parseNameElements, PropertyName, type PropertyNameElement } from '../env/PropertyName.js';
import type { PropertyEntry } from '../env/PropertySource.js';
import type { ConfigDocument } from './ConfigDocument.js';
import { ConfigFileFormatException } from './ConfigFileFormatException.js';
import { TextPositions } from './TextPositions.js';

type Elements = readonly PropertyNameElement[];

/**
 * Reads a YAML 1.2 file; each of its documents is one document. Maps and lists become keys such as `a.b` and `a[0]`;
 * null, an empty list and an empty map become the empty text (BF-12).
 *
 * @param source the file, as messages name it
 * @throws {ConfigFileFormatException} for text that is no YAML, a key that is written twice, or a document that is no map
 */
export function parseYamlFile(source: string, content: string): readonly ConfigDocument[] {
  const positions = new TextPositions(source, content);
  const parsed = parseAllDocuments(content, { uniqueKeys: true, intAsBigInt: true, prettyErrors: false });
  const documents = Array.isArray(parsed) ? parsed : [];
  return documents.map((document: Document.Parsed) => {
    const [error] = document.errors;
    if (error) throw new ConfigFileFormatException(positions.originAt(error.pos[0]), error.message, { cause: error });
    return { entries: entriesOf(document, positions) };
  });
}

/**
 * Reads a `.json` file, flattened like YAML (BF-12).
 *
 * @throws {ConfigFileFormatException} for text that is no JSON object, or a key that is written twice
 */
export function parseJsonFile(source: string, content: string): readonly ConfigDocument[] {
  try {
    JSON.parse(content);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const offset = Number(/position (\d+)/.exec(message)?.[1] ?? content.length);
    throw new ConfigFileFormatException(new TextPositions(source, content).originAt(offset), message, { cause: error });
  }
  // JSON is a subset of YAML, whose parser also gives positions; tabs between tokens are the one thing it dislikes.
  return parseYamlFile(
    source,
    content.replace(/^\t+/gm, (tabs) => ' '.repeat(tabs.length)),
  );
}

function entriesOf(document: Document.Parsed, positions: TextPositions): readonly PropertyEntry[] {
  const root = document.contents;
  if (root === null || (isScalar(root) && root.value === null)) return [];
  if (!isMap(root)) {
    throw new ConfigFileFormatException(positions.originAt(root.range[0]), 'The document must be a map of keys.');
  }
  const entries: PropertyEntry[] = [];
  /** Names of the aliases that are being followed. */
  const open = new Set<string>();
  const add = (elements: Elements, node: ParsedNode | null, fallback: number): void => {
    if (isAlias(node)) {
      if (open.has(node.source)) {
        throw new ConfigFileFormatException(positions.originAt(node.range[0]), `'*${node.source}' contains itself.`);
      }
      open.add(node.source);
      add(elements, (node.resolve(document) as ParsedNode | undefined) ?? null, node.range[0]);
      open.delete(node.source);
    } else if (isMap(node) && node.items.length > 0) {
      for (const { key, value } of node.items) {
        const text = isScalar(key) ? String(key.value) : '';
        add([...elements, ...parseNameElements(text)], value, key.range[0]);
      }
    } else if (isSeq(node) && node.items.length > 0) {
      node.items.forEach((item, index) => {
        add([...elements, { text: String(index), bracketed: true }], item, node.range[0]);
      });
    } else {
      const scalar = isScalar(node) ? (node.value as string | number | boolean | bigint | null) : null;
      entries.push({
        name: PropertyName.ofElements(elements),
        value: scalar === null ? '' : String(scalar),
        origin: positions.originAt(node?.range[0] ?? fallback),
      });
    }
  };
  add([], root, 0);
  return entries;
}
