import type { ManifestValue } from '@toolwright/tools';
import ts from 'typescript';
import { convertSchema } from '../type/convertSchema.js';
import type { TypeReader } from '../type/TypeReader.js';
import { UnsupportedTypeError } from '../type/UnsupportedTypeError.js';

/**
 * The entry of a type.
 *
 * @param symbol the parameter or property that has the type; its doc comment is kept apart from that of the type
 * @param onUnsupported told if no model can send such a value, which then has no schema
 */
export function readValue(
  type: ts.Type,
  symbol: ts.Symbol | undefined,
  reader: TypeReader,
  checker: ts.TypeChecker,
  onUnsupported: (error: UnsupportedTypeError) => void,
): ManifestValue {
  const description = symbol && ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
  try {
    const { schema, definitions } = convertSchema(reader.read(withoutUndefined(type, checker), symbol));
    const { description: written, ...undescribed } = schema;
    const isOwn = description !== undefined && description !== '' && written === description;
    return {
      ...(isOwn && { description }),
      schema: isOwn ? undescribed : schema,
      ...(Object.keys(definitions).length > 0 && { definitions }),
    };
  } catch (error) {
    if (!(error instanceof UnsupportedTypeError)) throw error;
    onUnsupported(error);
    return description ? { description } : {};
  }
}

/** `undefined` cannot be sent; it only makes a value optional. */
function withoutUndefined(type: ts.Type, checker: ts.TypeChecker): ts.Type {
  if (!type.isUnion() || !type.types.some(({ flags }) => flags & ts.TypeFlags.Undefined)) return type;
  const hasNull = type.types.some(({ flags }) => flags & ts.TypeFlags.Null);
  // The library skips `undefined` in unions; where null stays, the union is kept for it.
  return hasNull ? type : checker.getNonNullableType(type);
}
