import { IllegalStateException } from '@toolwright/core';
import { metaOf } from '../annotation/McpMetaProvider.js';
import { type McpResourceOptions, mcpResourceOptions } from '../annotation/McpResource.js';
import type * as McpSchema from '../sdk/McpSchema.js';
import { McpError } from './McpError.js';
import { McpMeta } from './McpMeta.js';
import { McpRequestContext } from './McpRequestContext.js';
import type { McpServerResource, McpServerResourceTemplate } from './McpServerFeatures.js';
import { type FeatureMethod, featureMethod, markedMethods, toMcpError } from './methodFeatures.js';

type Contents = McpSchema.ReadResourceResult['contents'];

const VARIABLE = /\{([^/]+?)\}/g;

/** The resources and templates of the methods of an object that `@McpResource` marks, by the names of the methods. */
export function resourcesOf(object: object): {
  readonly resources: readonly McpServerResource[];
  readonly templates: readonly McpServerResourceTemplate[];
} {
  const resources: McpServerResource[] = [];
  const templates: McpServerResourceTemplate[] = [];
  for (const { key, options } of markedMethods(object, mcpResourceOptions)) {
    const method = featureMethod(object, key);
    checkParameters(object, key, method);
    checkReturnType(method);
    const variables = [...options.uri.matchAll(VARIABLE)].map(([, name]) => name as string);
    if (variables.length > 0) templates.push(methodTemplate(method, key, options, variables));
    else resources.push(methodResource(method, key, options));
  }
  return { resources, templates };
}

/** Texts of the address and what a server injects, the request and its facts once each (MA-03). */
function checkParameters(object: object, key: string, { label, inputSchema }: FeatureMethod): void {
  const schemas = (inputSchema['properties'] ?? {}) as Readonly<Record<string, { readonly type?: unknown }>>;
  for (const [name, { type }] of Object.entries(schemas)) {
    if (type === undefined || type === 'string') continue;
    throw new IllegalStateException(
      `Parameter '${name}' of method ${label} is of type ${type as string}, but a resource is given texts of its address only`,
    );
  }
  const types = (Reflect.getMetadata('design:paramtypes', object, key) ?? []) as readonly unknown[];
  for (const injected of [McpRequestContext, McpMeta]) {
    if (types.filter((type) => type === injected).length < 2) continue;
    throw new IllegalStateException(`Method ${label} may have one parameter of type ${injected.name} only`);
  }
}

const NO_CONTENTS: ReadonlySet<unknown> = new Set([Number, Boolean, BigInt, Symbol, Date, Function]);

function checkReturnType({ label, returnType }: FeatureMethod): void {
  if (!NO_CONTENTS.has(returnType)) return;
  throw new IllegalStateException(
    `Method ${label} returns a ${(returnType as { name: string }).name}, but a resource is text, contents, or a list of them`,
  );
}

function methodResource(method: FeatureMethod, key: string, options: McpResourceOptions): McpServerResource {
  const { parameters, label } = method;
  if (parameters.length > 1) {
    throw new IllegalStateException(
      `Method ${label} of resource '${options.uri}' may have one parameter for the address, but has ` +
        `${parameters.length}: ${parameters.join(', ')}. Use a template for variables.`,
    );
  }
  return {
    source: label,
    declaration: { uri: options.uri, ...commonDeclaration(key, options) },
    read: (uri, context) =>
      read(method, options, uri, parameters[0] === undefined ? {} : { [parameters[0]]: uri }, context),
  };
}

function methodTemplate(
  method: FeatureMethod,
  key: string,
  options: McpResourceOptions,
  variables: readonly string[],
): McpServerResourceTemplate {
  const { parameters, label } = method;
  if (parameters.length < variables.length) {
    throw new IllegalStateException(
      `Method must have parameters for all URI variables. Expected ${variables.length} URI variable parameters, but ` +
        `found ${parameters.length}: ${label}, variables ${variables.join(', ')}`,
    );
  }
  const matcher = new RegExp(
    `^${options.uri
      .split(/\{[^/]+?\}/)
      .map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('([^/]+)')}$`,
  );
  return {
    source: label,
    declaration: { uriTemplate: options.uri, ...commonDeclaration(key, options) },
    match: (uri) => {
      const found = matcher.exec(uri);
      if (!found) return undefined;
      return Object.fromEntries(variables.map((name, index) => [name, decode(found[index + 1] ?? '')]));
    },
    read: (uri, values, context) => read(method, options, uri, byParameter(parameters, variables, values), context),
  };
}

/** By name; a parameter of another name gets the variable of its position (MA-04). */
function byParameter(
  parameters: readonly string[],
  variables: readonly string[],
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const unnamed = variables.filter((name) => !parameters.includes(name));
  const entries = parameters.flatMap((parameter): [string, string][] => {
    const variable = variables.includes(parameter) ? parameter : unnamed.shift();
    const value = variable === undefined ? undefined : values[variable];
    return value === undefined ? [] : [[parameter, value]];
  });
  return Object.fromEntries(entries);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function commonDeclaration(key: string, options: McpResourceOptions) {
  const { name = key, title, description, mimeType = 'text/plain', annotations } = options;
  const meta = metaOf(options.metaProvider);
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    mimeType,
    ...(annotations && { annotations }),
    ...(meta && { _meta: { ...meta } }),
  };
}

async function read(
  method: FeatureMethod,
  { mimeType = 'text/plain' }: McpResourceOptions,
  uri: string,
  given: Readonly<Record<string, unknown>>,
  context: Parameters<FeatureMethod['call']>[1],
): Promise<McpSchema.ReadResourceResult> {
  const [className, key] = method.label.split('.');
  let value: unknown;
  try {
    value = await method.call(given, context);
  } catch (error) {
    throw toMcpError(error, `Error invoking resource method: ${key} in ${className}`);
  }
  return toReadResult(value, uri, mimeType);
}

const TEXT_TYPES = /^text\/|^application\/(?:json|xml|javascript|ecmascript|x-httpd-php|xhtml)\b|\+(?:json|xml)$|xhtml/;

function toReadResult(value: unknown, uri: string, mimeType: string): McpSchema.ReadResourceResult {
  if (value === undefined || value === null) return { contents: [] };
  if (typeof value === 'object' && 'contents' in value) return value as McpSchema.ReadResourceResult;
  const items = Array.isArray(value) ? (value as unknown[]) : [value];
  const contents = items.map((item) => {
    if (typeof item === 'string') {
      return TEXT_TYPES.test(mimeType) ? { uri, mimeType, text: item } : { uri, mimeType, blob: item };
    }
    if (typeof item !== 'object' || item === null || !('text' in item || 'blob' in item)) {
      throw new McpError(-32_602, `Unsupported result type: ${item === null ? 'null' : typeof item}`);
    }
    return { mimeType, ...item, uri };
  });
  return { contents: contents as Contents };
}
