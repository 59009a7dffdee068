import type { Document, DocumentValue } from '../document/Document.js';

/**
 * A condition on the metadata of documents, as data, so that a store can put it into its own language. A document without
 * the key has no value: it is equal to nothing, and `NE` and `NIN` hold for it.
 */
export type FilterExpression =
  | { readonly type: 'EQ' | 'NE' | 'GT' | 'GTE' | 'LT' | 'LTE'; readonly key: string; readonly value: DocumentValue }
  | { readonly type: 'IN' | 'NIN'; readonly key: string; readonly values: readonly DocumentValue[] }
  | { readonly type: 'AND' | 'OR'; readonly left: FilterExpression; readonly right: FilterExpression }
  | { readonly type: 'NOT'; readonly operand: FilterExpression };

/** Whether the metadata of a document meets the condition. */
export function matchesFilter({ metadata }: Pick<Document, 'metadata'>, filter: FilterExpression): boolean {
  switch (filter.type) {
    case 'AND':
      return matchesFilter({ metadata }, filter.left) && matchesFilter({ metadata }, filter.right);
    case 'OR':
      return matchesFilter({ metadata }, filter.left) || matchesFilter({ metadata }, filter.right);
    case 'NOT':
      return !matchesFilter({ metadata }, filter.operand);
    case 'IN':
    case 'NIN': {
      const value = valueOf(metadata, filter.key);
      return (value !== undefined && filter.values.includes(value)) === (filter.type === 'IN');
    }
    case 'EQ':
    case 'NE':
      return (valueOf(metadata, filter.key) === filter.value) === (filter.type === 'EQ');
    default:
      return compares(valueOf(metadata, filter.key), filter.value, filter.type);
  }
}

/** Only own entries count: a document without the key must not match what every object inherits. */
function valueOf(metadata: Readonly<Record<string, DocumentValue>>, key: string): DocumentValue | undefined {
  return Object.hasOwn(metadata, key) ? metadata[key] : undefined;
}

function compares(a: DocumentValue | undefined, b: DocumentValue, type: 'GT' | 'GTE' | 'LT' | 'LTE'): boolean {
  if (a === undefined || typeof a !== typeof b) return false;
  if (type === 'GT') return a > b;
  if (type === 'GTE') return a >= b;
  return type === 'LT' ? a < b : a <= b;
}
