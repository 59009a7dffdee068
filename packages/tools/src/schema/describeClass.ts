import { type AbstractClassType, hasText, LoggerFactory } from '@toolwright/core';
import { classDescription } from '../annotation/Description.js';
import { toolParamOptions, toolParamProperties } from '../annotation/ToolParam.js';
import { DeclarationCache, manifestClass } from '../manifest/registeredManifests.js';
import type { ManifestValue } from '../manifest/ToolSchemaManifestData.js';
import { transformerProperties, transformerProperty } from './classTransformerMetadata.js';
import { type ValidatorConstraint, validatorConstraints } from './classValidatorMetadata.js';
import { type ConstraintKeywords, constraintKeywords } from './constraintKeywords.js';
import { declaredValueType } from './declaredValueType.js';
import { designType } from './designMetadata.js';
import { isWholeNode, valueTypeOfNode } from './schemaNodeType.js';
import { valueTypeOfDesign, valueTypeOfSpec } from './resolveValueType.js';
import { ANY, type ContainerType, type ValueSlot, type ValueType } from './ValueType.js';

/** A property of a class that a model may fill. */
export interface PropertySlot extends ValueSlot {
  /** The property in the class; `name` is its key in the JSON. */
  readonly key: string;
  /** Whether `@Type` lets class-transformer convert the value. */
  readonly isTyped: boolean;
}

/** What decorators and the manifest say about a class that is used as the type of a parameter or property. */
export interface ClassDescription {
  readonly type: AbstractClassType;
  readonly description: string | undefined;
  /** By key in the JSON, in code-unit order, which is the order in schemas (JS-04). Empty if nothing is visible. */
  readonly properties: readonly PropertySlot[];
  /** The same: those with `@ToolParam` in the order of their declaration, then those that only other decorators know. */
  readonly declared: readonly PropertySlot[];
  /** Whether class-validator must look at instances because the schema says less than the validators. */
  readonly needsValidator: boolean;
}

const logger = LoggerFactory.getLogger('toolwright.tools.schema');
const descriptions = new DeclarationCache<AbstractClassType, ClassDescription>();

/**
 * Reads the decorators of a class and its declaration in the manifest; once per class. A property that neither names is
 * invisible (JS-37).
 */
export function describeClass(type: AbstractClassType): ClassDescription {
  const known = descriptions.get(type);
  if (known) return known;
  const description = readClass(type);
  descriptions.set(type, description);
  if (description.properties.length === 0) {
    logger.warn(
      `Class '${type.name}' has no property that is visible at run time, so its schema is any object. Decorate its ` +
        'properties with class-validator, @Type, @Expose or @ToolParam, or run the schema build.',
    );
  }
  return description;
}

function readClass(type: AbstractClassType): ClassDescription {
  const validators = validatorConstraints(type);
  const declaration = manifestClass(type);
  const inManifest = new Map(Object.entries(declaration?.properties ?? {}));
  const keys = new Set([
    ...annotatedProperties(type),
    ...validators.keys(),
    ...transformerProperties(type),
    ...inManifest.keys(),
  ]);
  let needsValidator = false;
  const properties: PropertySlot[] = [];
  for (const key of keys) {
    const sources = { constraints: validators.get(key) ?? [], declared: inManifest.get(key) };
    const property = readProperty(type, key, sources);
    if (!property) continue;
    properties.push(property.slot);
    needsValidator ||= property.incomplete;
  }
  const declared = Object.freeze([...properties]);
  properties.sort((a, b) => (a.name < b.name ? -1 : 1));
  return Object.freeze({
    type,
    description: classDescription.inherited(type) ?? declaration?.description,
    properties: Object.freeze(properties),
    declared,
    needsValidator,
  });
}

/** What is known of a property beside the decorators of this package and class-transformer. */
interface PropertySources {
  readonly constraints: readonly ValidatorConstraint[];
  readonly declared: ManifestValue | undefined;
}

function readProperty(
  type: AbstractClassType,
  key: string,
  { constraints, declared }: PropertySources,
): { slot: PropertySlot; incomplete: boolean } | undefined {
  const transformer = transformerProperty(type, key);
  const prototype = type.prototype as object;
  if (transformer.excluded || isComputed(prototype, key)) return undefined;
  const annotation = toolParamOptions.inherited(prototype, key)?.[0];
  const design = valueTypeOfDesign(designType(prototype, key));
  const target = valueTypeOfDesign(transformer.type);
  const ownConstraints = constraints.filter((constraint) => !constraint.each);
  const elementConstraints = constraints.filter((constraint) => constraint.each);
  const own = constraintKeywords(ownConstraints, design ?? target);
  const element = constraintKeywords(elementConstraints, target);
  for (const pattern of [...own.flaggedPatterns, ...element.flaggedPatterns]) {
    logger.warn(
      `The pattern ${String(pattern)} of '${type.name}.${key}' is checked on calls but missing in the schema, because ` +
        'JSON Schema patterns have no flags.',
    );
  }
  const whole = annotation?.schema && annotation.type === undefined && isWholeNode(annotation.schema);
  const deduced = (): ValueType | undefined =>
    elementConstraints.length > 0 || isContainer(design) || isContainer(own.type)
      ? containerOf(design, own.type, target, element)
      : refine(target ?? design, own.type);
  const fromManifest = (): ReturnType<typeof declaredValueType> | undefined =>
    declared?.schema && validatedDeclaration(declaredValueType(declared, deduced()), own, element);
  const { type: resolved, keywords: declaredKeywords } =
    annotation?.type !== undefined
      ? { type: valueTypeOfSpec(annotation.type), keywords: {} }
      : ((whole ? undefined : fromManifest()) ?? { type: deduced(), keywords: {} });
  const slotType = resolved ?? (whole ? valueTypeOfNode(annotation.schema) : undefined);
  if (!slotType && !annotation?.schema) warnUnknownType(type, key);
  const description = [
    annotation?.description,
    ...constraints.map((constraint) => constraint.description),
    declared?.description,
  ].find(hasText);
  const slot: PropertySlot = Object.freeze({
    key,
    isTyped: transformer.type !== undefined,
    name: transformer.exposedName ?? key,
    type: slotType ?? ANY,
    keywords: Object.freeze({ ...declaredKeywords, ...own.keywords, ...(whole ? {} : annotation?.schema) }),
    ...(whole && { node: annotation.schema }),
    ...(description !== undefined && { description }),
    required: annotation?.required ?? requiredByValidators(ownConstraints) ?? declared?.optional !== true,
  });
  // Constraints of elements have no place beside a node of the manifest, so they are checked on the instance only.
  const elementsUnsaid = slot.type.kind === 'declared' && Object.keys(element.keywords).length > 0;
  return { slot, incomplete: own.incomplete || element.incomplete || elementsUnsaid };
}

/** Whether a class computes a property: a method, or a getter without a setter, which are decorated for output only. */
function isComputed(prototype: object, key: string): boolean {
  for (
    let target: object | null = prototype;
    target && target !== Object.prototype;
    target = Object.getPrototypeOf(target) as object | null
  ) {
    const descriptor = Object.getOwnPropertyDescriptor(target, key);
    if (descriptor) return descriptor.get ? !descriptor.set : typeof descriptor.value === 'function';
  }
  return false;
}

/** `@IsDefined` beats `@IsOptional` and `@ValidateIf`; undefined without any of them. */
function requiredByValidators(constraints: readonly ValidatorConstraint[]): boolean | undefined {
  if (constraints.some(({ name }) => name === 'isDefined')) return true;
  return constraints.some(({ name }) => name === 'optional') ? false : undefined;
}

/** A type of the manifest, narrowed where validators say more, such as `@IsInt` on a number (JS-43). */
function validatedDeclaration(
  declaration: ReturnType<typeof declaredValueType>,
  own: ConstraintKeywords,
  element: ConstraintKeywords,
): ReturnType<typeof declaredValueType> {
  const { type, keywords } = declaration;
  if (!isContainer(type)) return { type: refine(type, own.type) ?? type, keywords };
  const elements = {
    element: refine(type.element, element.type) ?? type.element,
    elementKeywords: { ...type.elementKeywords, ...element.keywords },
  };
  return { type: { ...type, ...elements }, keywords };
}

/** What a validator says is taken where the declaration says nothing or less: `number` made integral, text made an enum. */
function refine(declared: ValueType | undefined, validated: ValueType | undefined): ValueType | undefined {
  if (!declared || !validated) return declared ?? validated;
  const narrows =
    (declared.kind === 'number' && validated.kind === 'integer') ||
    ((declared.kind === 'number' || declared.kind === 'string') && validated.kind === 'enum');
  return narrows ? validated : declared;
}

function isContainer(type: ValueType | undefined): type is ContainerType {
  return type?.kind === 'array' || type?.kind === 'set' || type?.kind === 'map' || type?.kind === 'record';
}

function containerOf(
  design: ValueType | undefined,
  validated: ValueType | undefined,
  target: ValueType | undefined,
  element: ReturnType<typeof constraintKeywords>,
): ContainerType {
  const container = [design, validated].find(isContainer);
  const elementTarget = isContainer(target) ? undefined : target;
  return {
    kind: container?.kind ?? 'array',
    element: refine(elementTarget, element.type) ?? ANY,
    elementKeywords: element.keywords,
  };
}

function annotatedProperties(type: AbstractClassType): readonly string[] {
  const keys: string[] = [];
  for (
    let prototype = type.prototype as object | null;
    prototype;
    prototype = Object.getPrototypeOf(prototype) as object
  ) {
    keys.push(...(toolParamProperties.own(prototype) ?? []));
  }
  return keys;
}

function warnUnknownType(type: AbstractClassType, key: string): void {
  logger.warn(
    `The type of property '${type.name}.${key}' is not known at run time, so its schema allows anything. Add ` +
      '@ToolParam({ type }), add @Type or a validator, or run the schema build.',
  );
}
