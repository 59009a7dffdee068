import { hasText, IllegalStateException, LoggerFactory } from '@toolwright/core';
import { parameterInjector, type ParameterInjector } from '../annotation/InjectedParameter.js';
import { type ToolParamOptions, toolParamOptions } from '../annotation/ToolParam.js';
import { toolSignalIndices } from '../annotation/ToolSignal.js';
import { ToolContext } from '../context/ToolContext.js';
import { toolNameOf } from '../definition/getToolName.js';
import { DeclarationCache, manifestMethod } from '../manifest/registeredManifests.js';
import type { ManifestParameter } from '../manifest/ToolSchemaManifestData.js';
import { declaredValueType } from '../schema/declaredValueType.js';
import { designParameterTypes, designReturnType } from '../schema/designMetadata.js';
import type { JsonSchemaNode } from '../schema/JsonSchemaNode.js';
import { valueTypeOfDesign, valueTypeOfSpec } from '../schema/resolveValueType.js';
import { isWholeNode, valueTypeOfNode } from '../schema/schemaNodeType.js';
import { ANY, type ValueSlot, type ValueType } from '../schema/ValueType.js';
import { type MethodHandle, methodFunction, methodLabel } from './MethodHandle.js';
import { readParameters, type SourceParameter } from './readParameters.js';

/** Where one parameter of a tool method gets its value from. */
export type ToolParameter =
  | { readonly role: 'context' }
  | { readonly role: 'signal' }
  | { readonly role: 'injected'; readonly inject: ParameterInjector }
  | { readonly role: 'argument'; readonly slot: ValueSlot; readonly rest: boolean };

/** What is known of a tool method: its parameters in order, and what it returns. */
export interface MethodDescription {
  readonly parameters: readonly ToolParameter[];
  /** `'void'` if the schema build says so, else how the compiler recorded the type. */
  readonly returnType: unknown;
  /** Whether the schema build says that the method returns a value, so that `undefined` is one (RC-02). */
  readonly returnsValue: boolean;
}

const logger = LoggerFactory.getLogger('toolwright.tools.schema');
const descriptions = new DeclarationCache<object, Map<string, MethodDescription>>();

/**
 * Reads the declaration of a tool method; once per method.
 *
 * @throws {IllegalStateException} if nobody knows the name of a parameter (JS-39), or if a parameter is declared as a
 *   promise or a function (MT-29)
 */
export function describeMethod(method: MethodHandle): MethodDescription {
  const ofOwner = descriptions.get(method.owner) ?? new Map<string, MethodDescription>();
  descriptions.set(method.owner, ofOwner);
  const description = ofOwner.get(method.key) ?? readMethod(method);
  ofOwner.set(method.key, description);
  return description;
}

function readMethod(method: MethodHandle): MethodDescription {
  const { owner, key } = method;
  const fn = methodFunction(method);
  const source = fn && readParameters(fn);
  const designTypes = designParameterTypes(owner, key);
  const annotations = toolParamOptions.inherited(owner, key) ?? {};
  const signals = toolSignalIndices.inherited(owner, key) ?? [];
  const declaration = manifestMethod(owner, key);
  const count = Math.max(
    source?.length ?? fn?.length ?? 0,
    designTypes?.length ?? 0,
    declaration?.parameters.length ?? 0,
    ...[...Object.keys(annotations), ...signals].map((index) => Number(index) + 1),
  );
  const parameters = Array.from({ length: count }, (_, index): ToolParameter => {
    const designType = designTypes?.[index];
    const declared = declaration?.parameters[index];
    if (designType === ToolContext || declared?.role === 'context') return { role: 'context' };
    if (designType === AbortSignal || signals.includes(index) || declared?.role === 'signal') return { role: 'signal' };
    const inject = parameterInjector(owner, key, index, designType);
    if (inject) return { role: 'injected', inject };
    const annotation = annotations[index] ?? {};
    return readParameter(method, index, { annotation, declared, source: source?.[index], designType });
  });
  return Object.freeze({
    parameters: Object.freeze(parameters),
    returnType: declaration?.returns === 'void' ? 'void' : awaitedType(designReturnType(owner, key)),
    returnsValue: declaration?.returns === 'value',
  });
}

/** The compiler does not record what a promise is of. */
function awaitedType(returnType: unknown): unknown {
  return returnType === Promise ? undefined : returnType;
}

/** Where the facts of a parameter come from, in the order in which they count. */
interface ParameterSources {
  readonly annotation: ToolParamOptions;
  readonly declared: ManifestParameter | undefined;
  readonly source: SourceParameter | undefined;
  readonly designType: unknown;
}

function readParameter(method: MethodHandle, index: number, sources: ParameterSources): ToolParameter {
  const { annotation, declared, source, designType } = sources;
  const name = parameterName(method, index, sources);
  if (typeof designType === 'function' && (designType === Promise || designType === Function)) {
    const hint = designType === Function ? ' A class that is imported with `import type` looks like this too.' : '';
    throw new IllegalStateException(
      `Parameter '${name}' of tool '${toolNameOf(method)}' (${methodLabel(method)}) is declared as ` +
        `${designType.name}, which a model cannot send; use a value type.${hint}`,
    );
  }
  const rest = source?.rest === true;
  const whole = annotation.schema && annotation.type === undefined && isWholeNode(annotation.schema);
  const { type, keywords } = parameterType(sources, rest, whole === true);
  if (!annotation.schema && !declared?.schema) warnIfUnknown(method, name, type, annotation);
  const description = [annotation.description, declared?.description].find(hasText);
  const slot: ValueSlot = Object.freeze({
    name,
    type: type ?? (whole ? valueTypeOfNode(annotation.schema) : ANY),
    keywords: whole ? {} : { ...keywords, ...annotation.schema },
    ...(whole && { node: annotation.schema }),
    ...(description !== undefined && { description }),
    required: annotation.required ?? !(declared ? declared.optional === true : source?.optional === true),
  });
  return Object.freeze({ role: 'argument', slot, rest });
}

function parameterType(
  { annotation, declared, source, designType }: ParameterSources,
  rest: boolean,
  whole: boolean,
): { type: ValueType | undefined; keywords: JsonSchemaNode } {
  const recorded =
    annotation.type === undefined
      ? (valueTypeOfDesign(designType) ?? (source?.defaultType && { kind: source.defaultType }))
      : valueTypeOfSpec(annotation.type);
  // The compiler records the element's type for a rest parameter, and an explicit type describes the element too.
  const type: ValueType | undefined = rest ? { kind: 'array', element: recorded ?? ANY } : recorded;
  if (annotation.type !== undefined || whole || !declared?.schema) return { type, keywords: {} };
  return declaredValueType(declared, type);
}

/** A single letter is what minifiers leave of a name; publishing it would tell the model nothing. */
const MINIFIED = /^[A-Za-z_$]$/;

function parameterName(
  method: MethodHandle,
  index: number,
  { annotation, declared, source }: ParameterSources,
): string {
  if (hasText(annotation.name)) return annotation.name;
  if (declared) return declared.name;
  const name = source?.name;
  if (name !== undefined && !MINIFIED.test(name)) return name;
  throw new IllegalStateException(
    `Cannot determine the name of parameter ${index} of tool '${toolNameOf(method)}'; add @ToolParam({ name }) or run ` +
      'the schema build',
  );
}

function warnIfUnknown(
  method: MethodHandle,
  name: string,
  type: ValueType | undefined,
  annotation: ToolParamOptions,
): void {
  const remedy = 'Add @ToolParam({ type }), declare it as a class or primitive, or run the schema build.';
  if (type === undefined) {
    logger.warn(
      `The type of parameter '${name}' of ${methodLabel(method)} is not known at run time, so its schema allows ` +
        `anything. ${remedy}`,
    );
  } else if (type.kind === 'array' && type.element === ANY && annotation.type === undefined) {
    logger.warn(
      `The element type of parameter '${name}' of ${methodLabel(method)} is not known at run time, so its schema ` +
        `allows anything in the array. ${remedy}`,
    );
  }
}
