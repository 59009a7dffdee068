import { type ClassType, suggestName } from '@toolwright/core';
import type { ValidationError } from 'class-validator';
import type { Environment } from '../env/Environment.js';
import { isSecretKey, MASK } from '../env/isSecretKey.js';
import { PropertyName, type PropertyNameElement } from '../env/PropertyName.js';
import { recordedConstraints, validate } from '../validation/classValidator.js';
import { holdsConstraints } from '../validation/holdsConstraints.js';
import { instanceOf } from './classTransformer.js';
import type { ConfigurationPropertiesOptions } from './ConfigurationProperties.js';
import { type ConvictLeaf, loadThroughConvict } from './loadThroughConvict.js';
import type { PropertyBindingFailure, PropertyViolation } from './PropertyBindingException.js';
import { allowedValues, describeAllowed, type PropertyField, propertyFieldsOf } from './propertyFields.js';
import { fieldName, type FieldValue, PropertyReader, unboundReason } from './PropertyReader.js';
import { describeType, singleType } from './PropertyType.js';
import { unknownKeysBelow } from './unknownKeysBelow.js';

/** Fills one properties class; used once. */
export class PropertyBinder {
  readonly #environment: Environment;
  readonly #type: ClassType<object>;
  readonly #prefix: PropertyName;
  readonly #options: ConfigurationPropertiesOptions;
  readonly #reader: PropertyReader;
  readonly #conversion: PropertyViolation[] = [];

  constructor(
    environment: Environment,
    type: ClassType<object>,
    prefix: string,
    options: ConfigurationPropertiesOptions = {},
  ) {
    this.#environment = environment;
    this.#type = type;
    this.#prefix = PropertyName.of(prefix);
    this.#options = options;
    this.#reader = new PropertyReader(environment);
  }

  /** A new instance, and all that is wrong with it. */
  async create(): Promise<{ readonly instance: object; readonly failures: readonly PropertyBindingFailure[] }> {
    const instance = this.#object(this.#type, this.#prefix, this.#reader);
    return { instance, failures: await this.#failures(instance) };
  }

  /** Sets the fields of `target`; its present values are the defaults. */
  async fill(target: object): Promise<readonly PropertyBindingFailure[]> {
    Object.assign(target, this.#values(this.#type, this.#prefix, this.#reader, target));
    return await this.#failures(target);
  }

  #object(type: ClassType<object>, name: PropertyName, reader: PropertyReader): object {
    const fields = propertyFieldsOf(type);
    const values = this.#values(type, name, reader);
    const finished = new Set(fields.filter(isFinished).map((field) => field.name));
    const entries = Object.entries(values);
    const instance = instanceOf(type, Object.fromEntries(entries.filter(([field]) => !finished.has(field))));
    return Object.assign(instance, Object.fromEntries(entries.filter(([field]) => finished.has(field))));
  }

  #values(
    type: ClassType<object>,
    name: PropertyName,
    reader: PropertyReader,
    target?: object,
  ): Record<string, unknown> {
    const fields = propertyFieldsOf(type, target);
    const leaves: ConvictLeaf[] = [];
    const values: Record<string, unknown> = {};
    for (const field of fields) {
      const child = fieldName(name, field);
      if (singleType(field.type).kind === 'object') {
        const value = this.#nested(field, child, reader, (target as Record<string, unknown> | undefined)?.[field.name]);
        if (value !== undefined) values[field.name] = value;
      } else leaves.push({ field, input: inputOf(field, child, reader) });
    }
    const loaded = loadThroughConvict(type.name, leaves);
    if (this.#options.ignoreInvalidFields !== true) {
      for (const { field, value, reason } of loaded.rejected) this.#conversion.push(violation(field, value, reason));
    }
    return Object.assign(values, loaded.values);
  }

  #nested(field: PropertyField, name: PropertyName, reader: PropertyReader, present: unknown): unknown {
    const { type } = singleType(field.type) as { readonly type: ClassType<object> };
    if (field.type.kind === 'list') {
      reader.rejectWhole(name, '[0].<name>');
      const list = reader.objects(name);
      if (list === null) return undefined;
      return Array.from({ length: list.count }, (_, index) =>
        this.#object(type, name.append({ text: String(index), bracketed: true }), list.reader),
      );
    }
    if (field.type.kind === 'map') {
      reader.rejectWhole(name, '.<key>.<name>');
      const keys = reader.objectKeys(name);
      if (keys.length === 0) return undefined;
      return new Map(keys.map((key) => [key.text, this.#object(type, name.append(key), reader)]));
    }
    if (present instanceof type) {
      return Object.assign(present, this.#values(type, name, reader, present));
    }
    // A nested object without initialiser comes into being with its first value.
    if (field.defaultValue === undefined || field.defaultValue === null) {
      return reader.hasDescendants(name) ? this.#object(type, name, reader) : undefined;
    }
    return this.#object(type, name, reader);
  }

  async #failures(instance: object): Promise<readonly PropertyBindingFailure[]> {
    const unreadable = this.#reader.unreadable.map((value) => this.#plainViolation(value, value.reason));
    const conversion = [...this.#conversion, ...unreadable];
    const wrong = new Set(conversion.map(({ key }) => key));
    const validation = (await this.#validate(instance)).filter(({ key }) => !wrong.has(key));
    const unbound =
      this.#options.ignoreUnknownFields === false
        ? unknownKeysBelow(this.#environment, this.#prefix, propertyFieldsOf(this.#type)).map(
            ({ key, value, origin }) => this.#plainViolation({ key, value, origin }, unboundReason(key)),
          )
        : [];
    const failure = (
      kind: PropertyBindingFailure['kind'],
      violations: readonly PropertyViolation[],
    ): readonly PropertyBindingFailure[] =>
      violations.length === 0 ? [] : [{ target: this.#type.name, prefix: this.#prefix.toString(), kind, violations }];
    return [...failure('conversion', conversion), ...failure('validation', validation), ...failure('unbound', unbound)];
  }

  async #validate(instance: object): Promise<readonly PropertyViolation[]> {
    if (recordedConstraints(this.#type).length === 0 || holdsConstraints(instance)) return [];
    const errors = await validate(instance);
    return await this.#violationsOf(errors, this.#prefix, instance);
  }

  async #violationsOf(
    errors: readonly ValidationError[],
    parent: PropertyName,
    owner: unknown,
  ): Promise<readonly PropertyViolation[]> {
    const violations: PropertyViolation[] = [];
    for (const error of errors) {
      const fields = isObject(owner) ? propertyFieldsOf(owner.constructor as ClassType<object>, owner) : [];
      const field = fields.find(({ name }) => name === error.property);
      const name = parent.append(elementOf(error.property, field, owner));
      const broken = field && isObject(owner) ? await this.#brokenParts(owner, field, name) : [];
      for (const reason of Object.values(error.constraints ?? {})) {
        if (field) violations.push(...broken.map((found) => violation(field, found, reason, error.value)));
        else violations.push(this.#plainViolation(this.#reader.locate(name) ?? unset(name), reason));
      }
      violations.push(...(await this.#violationsOf(error.children ?? [], name, error.value)));
    }
    return violations;
  }

  /** The values to blame for a broken constraint: elements of a list or a map that break it alone, else the whole. */
  async #brokenParts(
    owner: object,
    field: PropertyField,
    name: PropertyName,
  ): Promise<readonly (Partial<FieldValue> & { readonly key: string })[]> {
    const whole = [this.#reader.locate(name) ?? { key: name.toString() }];
    const value = (owner as Record<string, unknown>)[field.name];
    if (singleType(field.type).kind === 'object' || !('items' in field.type)) return whole;
    const parts: readonly (readonly [FieldValue | undefined, unknown])[] =
      value instanceof Map
        ? [...(value as Map<string, unknown>)].map((entry) => [this.#reader.map(name).get(entry[0]), new Map([entry])])
        : (value as readonly unknown[]).map((item, index) => [this.#reader.list(name)?.[index], [item]]);
    const broken: FieldValue[] = [];
    for (const [found, alone] of parts) {
      const copy = Object.assign(Object.create(Object.getPrototypeOf(owner) as object) as object, owner, {
        [field.name]: alone,
      });
      const errors = await validate(copy);
      if (found && errors.some(({ property, constraints }) => property === field.name && constraints))
        broken.push(found);
    }
    // A rule about the number of elements is broken by all of them together.
    return broken.length > 0 ? broken : whole;
  }

  #plainViolation({ key, value, origin, secret }: FieldValue, reason: string): PropertyViolation {
    return {
      key,
      value: secret === true || isSecretKey(key) ? MASK : value,
      origin,
      reason,
      allowed: null,
      description: null,
      validValues: [],
      suggestion: null,
      type: null,
    };
  }
}

/** What the configuration says about a field with a format; null: nothing. */
function inputOf(field: PropertyField, name: PropertyName, reader: PropertyReader): ConvictLeaf['input'] {
  if (field.type.kind === 'list') return reader.list(name);
  if (field.type.kind === 'map') {
    reader.rejectWhole(name, '.<key>');
    const entries = reader.map(name);
    return entries.size === 0 ? null : entries;
  }
  const value = reader.scalar(name);
  // An empty text is a text, and switches a flag on; for the other types it means "not set".
  const takesEmpty = field.type.kind === 'string' || field.type.kind === 'boolean';
  return value && (takesEmpty || value.value.trim() !== '') ? value : null;
}

/** The value that a field has without the configuration; null if it has none. */
function textOf(present: unknown): string | null {
  if (present === undefined || present === null) return null;
  return typeof present === 'string' ? present : JSON.stringify(present);
}

/** Nested objects are instances already and would be copied by class-transformer, and it empties maps of texts. */
function isFinished({ type }: PropertyField): boolean {
  return type.kind === 'map' || singleType(type).kind === 'object';
}

function unset(name: PropertyName): FieldValue {
  return { key: name.toString(), value: '', origin: { source: 'default' } };
}

function violation(
  field: PropertyField,
  found: Partial<FieldValue> & { readonly key: string },
  reason: string,
  present?: unknown,
): PropertyViolation {
  const text = found.value ?? textOf(present);
  const validValues = allowedValues(field.type);
  const secret = field.secret || found.secret === true;
  return {
    key: found.key,
    value: text !== null && secret ? MASK : text,
    origin: found.origin ?? null,
    reason: secret && text !== null && text !== '' ? reason.replaceAll(text, MASK) : reason,
    allowed: describeAllowed(field),
    description: field.description,
    validValues,
    suggestion: (text !== null && !secret && suggestName(text, validValues)) || null,
    type: describeType(singleType(field.type)),
  };
}

function elementOf(property: string, field: PropertyField | undefined, owner: unknown): PropertyNameElement {
  if (Array.isArray(owner)) return { text: property, bracketed: true };
  return { text: field?.key ?? property, bracketed: false };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Map);
}
