import ts from 'typescript';
import { isLibrarySymbol } from '../declaration/symbols.js';
import type { SourceScope } from './SourceScope.js';

/** Names of values that say who somebody is: text injected into a conversation could make a model fill them (TX-26). */
const IDENTITY = /^(?:tenant|user|customer)_?ids?$/i;

/** A parameter that a model fills, with its place. */
interface ModelParameter {
  readonly name: string;
  readonly type: ts.Type;
  readonly node: ts.Node;
  /** The tool, for messages. */
  readonly label: string;
}

/**
 * Warns if a parameter, or a property of the object that it takes, should come from the `ToolContext`. A property is
 * excused by the tag `@modelProvided` in its doc comment.
 */
export function warnOfIdentity({ name, type, node, label }: ModelParameter, scope: SourceScope): void {
  const names = IDENTITY.test(name) ? [name] : identityProperties(type, scope.checker).map((key) => `${name}.${key}`);
  for (const suspect of names) {
    scope.warn(
      node,
      `Parameter '${suspect}' of ${label} is filled by the model, so injected text can choose it. Take it from the ` +
        'ToolContext, or mark it with @ToolParam({ modelProvided: true }) if the model is meant to give it.',
    );
  }
}

function identityProperties(type: ts.Type, checker: ts.TypeChecker): readonly string[] {
  const object = checker.getNonNullableType(type);
  const symbol = object.symbol as ts.Symbol | undefined;
  if (!(object.flags & ts.TypeFlags.Object) || !symbol || isLibrarySymbol(symbol)) return [];
  return checker
    .getPropertiesOfType(object)
    .filter((property) => !property.getJsDocTags().some((tag) => tag.name === 'modelProvided'))
    .map((property) => property.name)
    .filter((key) => IDENTITY.test(key));
}
