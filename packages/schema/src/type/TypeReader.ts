import { TYPE_HINT } from '@toolwright/tools';
import ts from 'typescript';
import TJS, { type Definition } from 'typescript-json-schema';
import { defaultValue, isLibrarySymbol, isMarkedOptional, propertyIsHidden } from '../declaration/symbols.js';
import { UnsupportedTypeError } from './UnsupportedTypeError.js';

/** The methods of the library's generator that are private in its types; its version is pinned for that reason. */
interface OpenGenerator {
  readonly ReffedDefinitions: Readonly<Record<string, Definition>>;
  getTypeDefinition(type: ts.Type, ...rest: readonly unknown[]): Definition;
  getDefinitionForProperty(property: ts.Symbol, node: ts.Node): Definition | null;
  getReferencedTypeSymbol(property: ts.Symbol): ts.Symbol | undefined;
  parseCommentsIntoDefinition(symbol: ts.Symbol | undefined, definition: Definition, others: object): void;
}

/** JSON Schema draft 7 as the library writes it, with the hints of this package. */
export interface RawSchema {
  readonly root: Definition;
  readonly definitions: Readonly<Record<string, Definition>>;
}

const GENERATOR_ARGUMENTS: TJS.Args = { ...TJS.getDefaultArgs(), required: true, excludePrivate: true, ref: true };

/** Marks a property with a default value until `required` is written, because the library counts it as required. */
export const OPTIONAL_MARK = 'x-toolwright-optional';

/** An object with the keyword that tells the run time what JSON cannot. */
function hinted(definition: Definition, hint: string): Definition {
  return { ...definition, [TYPE_HINT]: hint } as Definition;
}

/**
 * Reads types with typescript-json-schema. What the library gets wrong (maps, sets, bytes, `bigint`, records,
 * intersections) is answered here before it is asked, at every depth.
 */
export class TypeReader {
  readonly #checker: ts.TypeChecker;
  /** The classes that were met, which the run time may find under the same name. */
  readonly classes = new Map<ts.Symbol, ts.Type>();
  /** The files that declare what was met. */
  readonly files = new Set<ts.SourceFile>();
  #generator: OpenGenerator;
  #path: string[] = [];
  readonly #open = new Set<ts.Type>();

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
    this.#generator = this.#createGenerator();
  }

  /**
   * The schema of a type.
   *
   * @param symbol the parameter or property that has the type, for its doc comment
   * @throws {UnsupportedTypeError} if a model cannot send such a value
   */
  read(type: ts.Type, symbol: ts.Symbol | undefined): RawSchema {
    this.#generator = this.#createGenerator();
    this.#path = [];
    this.#open.clear();
    if (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) this.#fail('values that are only undefined');
    const root = this.#generator.getTypeDefinition(type, undefined, undefined, symbol);
    return { root: withDefault(root, symbol), definitions: this.#generator.ReffedDefinitions };
  }

  /** The library's generator, asked only after this reader. A fresh one per type, because it keeps state. */
  #createGenerator(): OpenGenerator {
    const generator = new TJS.JsonSchemaGenerator([], {}, {}, {}, this.#checker, GENERATOR_ARGUMENTS);
    const open = generator as unknown as OpenGenerator;
    const original = open.getTypeDefinition.bind(open);
    open.getTypeDefinition = (type, ...rest) => {
      const property = rest[2] as ts.Symbol | undefined;
      this.#remember(type.symbol ?? type.aliasSymbol);
      this.#remember(property);
      if (property && hasTypeTag(property)) return original(type, ...rest);
      const own = this.#readHere(type);
      if (own) return { ...own, ...this.#comments(property) };
      const definition = original(type, ...rest);
      if (this.#isClass(type)) return hinted(definition, `class ${type.symbol.name}`);
      return isGenericClass(type) ? hinted(definition, `instance ${type.symbol.name}`) : definition;
    };
    open.getDefinitionForProperty = (property, node) => this.#readProperty(property, node);
    return open;
  }

  /** Replaces the library's, which prints a warning for every default value that is no literal. */
  #readProperty(property: ts.Symbol, node: ts.Node): Definition | null {
    if (propertyIsHidden(property)) return null;
    this.#path.push(property.name);
    const type = this.#checker.getTypeOfSymbolAtLocation(property, node);
    const reference = this.#generator.getReferencedTypeSymbol(property);
    const definition = this.#generator.getTypeDefinition(type, undefined, undefined, property, reference);
    this.#path.pop();
    if ('ignore' in definition) return null;
    return { ...withDefault(definition, property), ...(isMarkedOptional(property) && { [OPTIONAL_MARK]: true }) };
  }

  /** The definition of a type that the library cannot read; undefined if it can. */
  #readHere(type: ts.Type): Definition | undefined {
    const { flags } = type;
    if (flags & ts.TypeFlags.BigIntLike) return hinted({ type: 'integer' }, 'bigint');
    if (flags & ts.TypeFlags.ESSymbolLike) return this.#fail('symbols');
    if (flags & ts.TypeFlags.Never) return this.#fail('values of type never');
    if (flags & ts.TypeFlags.InstantiableNonPrimitive) {
      const constraint = this.#checker.getBaseConstraintOfType(type);
      return constraint && !(constraint.flags & ts.TypeFlags.Unknown) ? this.#nested(constraint) : {};
    }
    if (type.isIntersection()) return this.#readIntersection(type);
    return flags & ts.TypeFlags.Object ? this.#readObject(type) : undefined;
  }

  #readObject(type: ts.Type): Definition | undefined {
    if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0) return this.#fail('functions');
    const symbol = type.symbol as ts.Symbol | undefined;
    if (!symbol) return undefined;
    if (symbol.declarations?.some(ts.isMappedTypeNode)) return this.#readMapped(type);
    return isLibrarySymbol(symbol) ? this.#readLibraryType(type, symbol) : undefined;
  }

  /** `Record<string, T>`: the library forgets T. */
  #readMapped(type: ts.Type): Definition | undefined {
    const index = this.#checker.getIndexInfoOfType(type, ts.IndexKind.String);
    if (!index || this.#checker.getPropertiesOfType(type).length > 0) return undefined;
    return { type: 'object', additionalProperties: this.#nested(index.type) };
  }

  #readLibraryType(type: ts.Type, symbol: ts.Symbol): Definition | undefined {
    const argument = (index: number): ts.Type =>
      this.#checker.getTypeArguments(type as ts.TypeReference)[index] as ts.Type;
    switch (symbol.name) {
      case 'Array':
      case 'ReadonlyArray':
      case '__type':
        return undefined;
      case 'Object':
        return {};
      case 'String':
      case 'Number':
      case 'Boolean':
        return { type: symbol.name.toLowerCase() as 'string' | 'number' | 'boolean' };
      case 'Date':
        return hinted({ type: 'string', format: 'date-time' }, 'Date');
      case 'Uint8Array':
      case 'Buffer':
        return hinted({ type: 'string', contentEncoding: 'base64' }, 'bytes');
      case 'Set':
      case 'ReadonlySet':
        return hinted({ type: 'array', items: this.#nested(argument(0)), uniqueItems: true }, 'Set');
      case 'Map':
      case 'ReadonlyMap':
        if (!(argument(0).flags & ts.TypeFlags.StringLike)) this.#fail('maps whose keys are no strings');
        return hinted({ type: 'object', additionalProperties: this.#nested(argument(1)) }, 'Map');
      default:
        if (!(symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface))) return undefined;
        return this.#fail(symbol.name.startsWith('Promise') ? 'promises' : `objects of type ${symbol.name}`);
    }
  }

  /** One object with the properties of all members; a branded primitive is its primitive. */
  #readIntersection(type: ts.IntersectionType): Definition {
    const primitive = type.types.find(({ flags }) => !(flags & ts.TypeFlags.Object));
    if (primitive) return this.#nested(primitive);
    if (this.#open.has(type)) this.#fail('recursive intersections (declare an interface instead)');
    this.#open.add(type);
    const properties: Record<string, Definition> = {};
    const required: string[] = [];
    for (const property of this.#checker.getPropertiesOfType(type)) {
      const node = property.declarations?.[0];
      const definition = node && this.#generator.getDefinitionForProperty(property, node);
      if (!definition) continue;
      properties[property.name] = definition;
      if (!(property.flags & ts.SymbolFlags.Optional)) required.push(property.name);
    }
    this.#open.delete(type);
    return { ...this.#comments(type.aliasSymbol), type: 'object', properties, required };
  }

  #nested(type: ts.Type): Definition {
    return this.#generator.getTypeDefinition(type);
  }

  #comments(symbol: ts.Symbol | undefined): Definition {
    const definition: Definition = {};
    this.#generator.parseCommentsIntoDefinition(symbol, definition, {});
    return definition;
  }

  #isClass(type: ts.Type): boolean {
    const symbol = type.symbol as ts.Symbol | undefined;
    if (!symbol || !(symbol.flags & ts.SymbolFlags.Class) || !type.isClassOrInterface()) return false;
    if (!this.classes.has(symbol)) this.classes.set(symbol, type);
    return true;
  }

  #remember(symbol: ts.Symbol | undefined): void {
    for (const declaration of symbol?.declarations ?? []) this.files.add(declaration.getSourceFile());
  }

  #fail(what: string): never {
    throw new UnsupportedTypeError(what, [...this.#path]);
  }
}

/** Whether a type is a class with type arguments: its properties differ from use to use, its constructor does not. */
function isGenericClass(type: ts.Type): boolean {
  const symbol = type.symbol as ts.Symbol | undefined;
  const { target } = type as Partial<ts.TypeReference>;
  return symbol !== undefined && (symbol.flags & ts.SymbolFlags.Class) !== 0 && target !== undefined;
}

function withDefault(definition: Definition, symbol: ts.Symbol | undefined): Definition {
  const value = symbol && defaultValue(symbol);
  return value === undefined ? definition : { ...definition, default: value };
}

/** A doc comment may give the type itself: `@TJS-type`, `@TJS-ignore`. */
function hasTypeTag(symbol: ts.Symbol): boolean {
  return symbol.getJsDocTags().some(({ name }) => /^(?:TJS-)?(?:type|ignore)$/.test(name));
}
