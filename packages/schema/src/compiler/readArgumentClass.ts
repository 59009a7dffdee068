import type { ManifestClass, ManifestValue } from '@toolwright/tools';
import ts from 'typescript';
import { propertyIsHidden, propertyIsOptional } from '../declaration/symbols.js';
import { byCodeUnit } from '../type/convertSchema.js';
import type { TypeReader } from '../type/TypeReader.js';
import { readValue } from './readValue.js';
import type { SourceScope } from './SourceScope.js';

/** What a model may fill of a class, and its doc comment. */
export function readArgumentClass(
  symbol: ts.Symbol,
  type: ts.Type,
  reader: TypeReader,
  scope: SourceScope,
): Pick<ManifestClass, 'description' | 'properties'> {
  const { checker } = scope;
  const description = ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
  const properties: [string, ManifestValue][] = [];
  for (const property of checker.getPropertiesOfType(type)) {
    const declaration = property.declarations?.[0];
    if (!declaration || propertyIsHidden(property) || isIgnored(property)) continue;
    const propertyType = checker.getTypeOfSymbolAtLocation(property, declaration);
    const value = readValue(propertyType, property, reader, checker, (error) =>
      scope.error(declaration, `Property '${property.name}' of ${symbol.name}: ${error.message}.`),
    );
    properties.push([property.name, { ...value, ...(propertyIsOptional(property, checker) && { optional: true }) }]);
  }
  properties.sort(([a], [b]) => byCodeUnit(a, b));
  return { ...(description !== '' && { description }), properties: Object.fromEntries(properties) };
}

function isIgnored(property: ts.Symbol): boolean {
  return property.getJsDocTags().some(({ name }) => /^(?:TJS-)?ignore$/.test(name));
}
