import type { AbstractClassType } from '@toolwright/core';
import { DeclarationCache } from '../manifest/registeredManifests.js';
import { describeClass } from './describeClass.js';
import { type DeclaredType, TYPE_HINT } from './DeclaredType.js';
import { mapNodes } from './finishSchema.js';
import type { JsonSchemaNode } from './JsonSchemaNode.js';
import type { ContainerType, ValueSlot, ValueType } from './ValueType.js';

/** What a schema is for: the model, or the check of what the model sent after its values were tidied up. */
export type SchemaPurpose = 'publication' | 'validation';

/** Only safe integers are exact in a JSON number. Larger ones must come as text. */
const BIGINT_CHECK: JsonSchemaNode = {
  type: ['integer', 'string'],
  pattern: '^-?[0-9]+$',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
};

/** Writes the nodes of one schema and collects the definitions of its recursive classes. */
export class SchemaWriter {
  readonly #purpose: SchemaPurpose;
  readonly #names = new Map<AbstractClassType, string>();
  readonly #definitions = new Map<string, JsonSchemaNode | undefined>();

  constructor(purpose: SchemaPurpose) {
    this.#purpose = purpose;
  }

  /** The definitions that the nodes written so far refer to, in the order of their first use. */
  get definitions(): JsonSchemaNode {
    return Object.fromEntries(this.#definitions);
  }

  /** The node of a type; a recursive class becomes a reference, every other one is written in place (JS-22). */
  node(type: ValueType): JsonSchemaNode {
    switch (type.kind) {
      case 'any':
        return {};
      case 'bigint':
        return this.#purpose === 'publication' ? { type: 'integer' } : BIGINT_CHECK;
      case 'date':
        return { type: 'string', format: 'date-time' };
      case 'bytes':
        return { type: 'string', contentEncoding: 'base64' };
      case 'void':
        return this.object([]);
      case 'enum':
        return { ...enumType(type.values), enum: type.values };
      case 'array':
        return { type: 'array', items: this.#element(type) };
      case 'set':
        return { type: 'array', items: this.#element(type), uniqueItems: true };
      case 'map':
      case 'record':
        return { type: 'object', additionalProperties: this.#element(type) };
      case 'class':
        return isRecursive(type.type) ? { $ref: `#/$defs/${this.#define(type.type)}` } : this.class(type.type);
      case 'declared':
        return this.#declared(type);
      default:
        return { type: type.kind };
    }
  }

  /** The object node of a class, even if it is recursive. */
  class(type: AbstractClassType): JsonSchemaNode {
    const { description, properties } = describeClass(type);
    if (properties.length === 0) return { type: 'object', ...(description !== undefined && { description }) };
    const { type: objectType, ...rest } = this.object(properties);
    return { type: objectType, ...(description !== undefined && { description }), ...rest };
  }

  /** An object with one property per slot, in their order. */
  object(slots: readonly ValueSlot[]): JsonSchemaNode {
    return {
      type: 'object',
      // fromEntries defines keys; assigning would run the setter of a property named __proto__.
      properties: Object.fromEntries(slots.map((slot) => [slot.name, this.slot(slot)])),
      required: slots.filter((slot) => slot.required).map((slot) => slot.name),
    };
  }

  /** The node of a slot: its type with its constraints and its own description. */
  slot(slot: ValueSlot): JsonSchemaNode {
    return {
      ...(slot.node ?? this.node(slot.type)),
      ...slot.keywords,
      ...(slot.description !== undefined && { description: slot.description }),
    };
  }

  #element(type: ContainerType): JsonSchemaNode {
    return { ...this.node(type.element), ...type.elementKeywords };
  }

  /** A node of the manifest, whose definitions move to the root. */
  #declared({ node, definitions }: DeclaredType): JsonSchemaNode {
    return this.#finish(renameReferences(node, this.#adopt(definitions)));
  }

  /**
   * Takes over definitions. One whose name is taken by another definition gets the first free name `Base_2`, `Base_3`,
   * …; one that equals the definition that has the name shares it (JS-24 to JS-26).
   *
   * @returns the names by those in `definitions`
   */
  #adopt(definitions: Readonly<Record<string, JsonSchemaNode>>): ReadonlyMap<string, string> {
    const keys = Object.keys(definitions);
    const names = new Map(keys.map((key) => [key, key]));
    const written = (key: string): JsonSchemaNode =>
      this.#finish(renameReferences(definitions[key] as JsonSchemaNode, names));
    const clashes = (key: string): boolean => {
      const name = names.get(key) as string;
      if (!this.#definitions.has(name)) return false;
      return JSON.stringify(written(key)) !== JSON.stringify(this.#definitions.get(name));
    };
    // A new name changes the definitions that refer to it, so that those may no longer equal what they would share.
    const attempts = new Map<string, number>();
    for (let clash = keys.find(clashes); clash !== undefined; clash = keys.find(clashes)) {
      const pending = new Set(names.values());
      let attempt = (attempts.get(clash) ?? 1) + 1;
      while (pending.has(`${clash}_${attempt}`)) attempt += 1;
      attempts.set(clash, attempt);
      names.set(clash, `${clash}_${attempt}`);
    }
    for (const key of keys) {
      const name = names.get(key) as string;
      if (!this.#definitions.has(name)) this.#definitions.set(name, written(key));
    }
    return names;
  }

  /** Takes the hints out, and lets the check accept what is converted later. */
  #finish(node: JsonSchemaNode): JsonSchemaNode {
    return mapNodes(node, ({ [TYPE_HINT]: hint, ...rest }) => {
      if (hint !== 'bigint' || this.#purpose === 'publication') return rest;
      return { ...rest, ...BIGINT_CHECK };
    }) as JsonSchemaNode;
  }

  /** Writes a class under a free name, or under that of an equal definition (JS-24 to JS-26). */
  #define(type: AbstractClassType): string {
    const known = this.#names.get(type);
    if (known !== undefined) return known;
    for (let attempt = 1; ; attempt += 1) {
      const name = attempt === 1 ? type.name : `${type.name}_${attempt}`;
      if (!this.#definitions.has(name)) {
        this.#names.set(type, name);
        this.#definitions.set(name, undefined);
        this.#definitions.set(name, this.class(type));
        return name;
      }
      if (this.#equals(type, name)) return name;
    }
  }

  /** Whether `type`, under this name, would be written exactly like the definition that has it; if so it shares it. */
  #equals(type: AbstractClassType, name: string): boolean {
    const existing = this.#definitions.get(name);
    if (existing === undefined) return false;
    const names = new Map(this.#names);
    const definitions = new Map(this.#definitions);
    this.#names.set(type, name);
    if (JSON.stringify(this.class(type)) === JSON.stringify(existing)) return true;
    restore(this.#names, names);
    restore(this.#definitions, definitions);
    return false;
  }
}

function renameReferences(node: JsonSchemaNode, names: ReadonlyMap<string, string>): JsonSchemaNode {
  return mapNodes(node, (part) => {
    const reference = part['$ref'];
    if (typeof reference !== 'string') return part;
    const name = reference.slice('#/$defs/'.length);
    return { ...part, $ref: `#/$defs/${names.get(name) ?? name}` };
  }) as JsonSchemaNode;
}

function restore<K, V>(map: Map<K, V>, saved: ReadonlyMap<K, V>): void {
  map.clear();
  for (const [key, value] of saved) map.set(key, value);
}

function enumType(values: readonly (string | number)[]): JsonSchemaNode {
  if (values.every((value) => typeof value === 'string')) return { type: 'string' };
  if (values.every((value) => Number.isInteger(value))) return { type: 'integer' };
  return values.every((value) => typeof value === 'number') ? { type: 'number' } : {};
}

const recursive = new DeclarationCache<AbstractClassType, boolean>();

function isRecursive(type: AbstractClassType): boolean {
  let answer = recursive.get(type);
  if (answer === undefined) recursive.set(type, (answer = reaches(type, type, new Set())));
  return answer;
}

function reaches(from: AbstractClassType, wanted: AbstractClassType, seen: Set<AbstractClassType>): boolean {
  if (seen.has(from)) return false;
  seen.add(from);
  return describeClass(from).properties.some((property) => {
    const next = property.node ? undefined : classWithin(property.type);
    return next !== undefined && (next === wanted || reaches(next, wanted, seen));
  });
}

function classWithin(type: ValueType): AbstractClassType | undefined {
  if (type.kind === 'class') return type.type;
  return 'element' in type ? classWithin(type.element) : undefined;
}
