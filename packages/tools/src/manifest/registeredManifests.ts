import { type AbstractClassType, LoggerFactory } from '@toolwright/core';
import type {
  ManifestClass,
  ManifestFunction,
  ManifestMethod,
  ToolSchemaManifestData,
} from './ToolSchemaManifestData.js';

const logger = LoggerFactory.getLogger('toolwright.tools.schema');

let manifests: readonly ToolSchemaManifestData[] = [];
let generation = 0;

/** Makes a manifest count; one that is registered later is asked first. What was read from declarations is forgotten. */
export function registerManifest(manifest: ToolSchemaManifestData): void {
  manifests = [manifest, ...manifests.filter((other) => other !== manifest)];
  generation += 1;
}

/** Undoes {@link registerManifest}. */
export function unregisterManifest(manifest: ToolSchemaManifestData): void {
  manifests = manifests.filter((other) => other !== manifest);
  generation += 1;
}

/** Remembers by object what declarations and manifests say; forgets when a manifest comes or goes. */
export class DeclarationCache<K extends object, V> {
  #values = new WeakMap<K, V>();
  #generation = generation;

  get(key: K): V | undefined {
    if (this.#generation !== generation) {
      this.#values = new WeakMap();
      this.#generation = generation;
    }
    return this.#values.get(key);
  }

  set(key: K, value: V): void {
    this.#values.set(key, value);
  }
}

const classes = new DeclarationCache<AbstractClassType, { readonly entry: ManifestClass | undefined }>();

/**
 * What the manifests know of a class: the entry of its name whose members the class has. Of several such entries it is
 * the one that lists exactly the members of the class; if that does not decide either, none.
 */
export function manifestClass(type: AbstractClassType): ManifestClass | undefined {
  if (manifests.length === 0) return undefined;
  let known = classes.get(type);
  if (!known) classes.set(type, (known = { entry: findClass(type) }));
  return known.entry;
}

function findClass(type: AbstractClassType): ManifestClass | undefined {
  const members = Object.getOwnPropertyNames(type.prototype as object).filter((name) => name !== 'constructor');
  const own = new Set(members);
  for (const manifest of manifests) {
    const candidates = manifest.classes.filter(
      (entry) => entry.name === type.name && entry.members.every((member) => own.has(member)),
    );
    const exact = candidates.filter((entry) => entry.members.length === members.length);
    const [entry, other] = candidates.length > 1 && exact.length > 0 ? exact : candidates;
    if (!entry) continue;
    if (!other) return entry;
    logger.warn(
      `The tool schema manifest has several classes '${type.name}' that look alike at run time (${entry.file}, ` +
        `${other.file}), so it is not used for them. Rename one of them.`,
    );
    return undefined;
  }
  return undefined;
}

/**
 * What the manifests know of a tool method, by the class that declares it. `target` is a prototype, or the class of a
 * static method.
 */
export function manifestMethod(target: object, key: string): ManifestMethod | undefined {
  if (manifests.length === 0) return undefined;
  let owner = target;
  while (!Object.hasOwn(owner, key)) {
    const parent = Object.getPrototypeOf(owner) as object | null;
    if (!parent) return undefined;
    owner = parent;
  }
  const isStatic = typeof owner === 'function';
  const type: unknown = isStatic ? owner : owner.constructor;
  if (typeof type !== 'function') return undefined;
  const entry = manifestClass(type as AbstractClassType);
  const methods = isStatic ? entry?.staticMethods : entry?.methods;
  return methods && Object.hasOwn(methods, key) ? methods[key] : undefined;
}

/** What the manifests know of a function tool; nothing if two sources use the name. */
export function manifestFunction(name: string): ManifestFunction | undefined {
  for (const manifest of manifests) {
    const [entry, other] = manifest.functions.filter((candidate) => candidate.name === name);
    if (entry) return other ? undefined : entry;
  }
  return undefined;
}
