import type { JsonSchemaNode } from './JsonSchemaNode.js';
import { ANY, type ValueType } from './ValueType.js';

const SHAPING_KEYWORDS = ['type', '$ref', 'enum', 'const', 'anyOf', 'oneOf', 'allOf'] as const;

/** Whether a node given by the application says what the type is; otherwise it only adds constraints. */
export function isWholeNode(node: JsonSchemaNode): boolean {
  return SHAPING_KEYWORDS.some((keyword) => keyword in node);
}

/** The type that a node describes, as far as values need converting for it. */
export function valueTypeOfNode(node: JsonSchemaNode | undefined): ValueType {
  const type = node?.['type'];
  const values = node?.['enum'];
  if (Array.isArray(values) && values.every((value) => typeof value === 'string' || typeof value === 'number')) {
    return { kind: 'enum', values: values };
  }
  switch (type) {
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'object':
      return { kind: type };
    case 'array':
      return { kind: 'array', element: valueTypeOfNode(node?.['items'] as JsonSchemaNode | undefined) };
    default:
      return ANY;
  }
}
