import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  parseAllDocuments,
  type YAMLMap,
} from 'yaml';
import { joinElements, parseNameElements, PropertyName, type PropertyNameElement } from '../env/PropertyName.js';
import type { PropertyEntry } from '../env/PropertySource.js';
import type { ConfigDocument } from './ConfigDocument.js';
import { ConfigFileFormatException } from './ConfigFileFormatException.js';
import { TextPositions } from './TextPositions.js';

type Elements = readonly PropertyNameElement[];
type YamlPair = Pair<ParsedNode, ParsedNode | null>;

/**
 * Reads a YAML 1.2 file; each of its documents is one document. Maps and lists become keys such as `a.b` and `a[0]`;
 * null, an empty list and an empty map become the empty text (BF-12). Anchors and the merge key `<<` are followed.
 *
 * @param source the file, as messages name it
 * @throws {ConfigFileFormatException} for text that is no YAML, a key that is written twice, an alias
 *   without anchor or one that contains itself, or a document that is no map
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
  /** The collections that are being walked. */
  const open = new Set<ParsedNode>();
  const fail = (node: ParsedNode, reason: string): never => {
    throw new ConfigFileFormatException(positions.originAt(node.range[0]), reason);
  };
  const followed = (node: ParsedNode | null): ParsedNode | null => {
    if (!isAlias(node)) return node;
    const target = node.resolve(document) as ParsedNode | undefined;
    if (!target) return fail(node, `There is no anchor '&${node.source}'.`);
    return open.has(target) ? fail(node, `'*${node.source}' contains itself.`) : target;
  };
  /** The values of a map by key: what `<<` merges into it first, hidden by the map's own keys. */
  const pairsOf = (map: YAMLMap.Parsed): ReadonlyMap<string, YamlPair> => {
    const merged = new Map<string, YamlPair>();
    const own = new Map<string, YamlPair>();
    for (const pair of map.items) {
      if (!isScalar(pair.key)) return fail(pair.key, 'A key must be a single value.');
      if (pair.key.value === '<<' && pair.key.type === 'PLAIN') merge(pair.value ?? pair.key, merged);
      else own.set(String(pair.key.value), pair);
    }
    for (const key of own.keys()) merged.delete(key);
    return new Map([...merged, ...own]);
  };
  const merge = (node: ParsedNode, into: Map<string, YamlPair>): void => {
    const source = followed(node);
    if (isSeq(source)) for (const item of source.items) merge(item, into);
    else if (!isMap(source)) fail(node, "'<<' needs a map, or a list of maps.");
    else for (const [key, pair] of pairsOf(source)) if (!into.has(key)) into.set(key, pair);
  };
  const add = (elements: Elements, from: ParsedNode | null, fallback: number): void => {
    const node = followed(from);
    if ((isMap(node) || isSeq(node)) && node.items.length > 0) {
      if (open.has(node)) fail(node, `'${joinElements(elements)}' contains itself.`);
      open.add(node);
      if (isMap(node)) {
        for (const [text, { key, value }] of pairsOf(node)) {
          add([...elements, ...parseNameElements(text)], value, key.range[0]);
        }
      } else {
        node.items.forEach((item, index) => {
          add([...elements, { text: String(index), bracketed: true }], item, node.range[0]);
        });
      }
      open.delete(node);
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
