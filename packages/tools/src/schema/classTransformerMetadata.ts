import { type AbstractClassType, type ClassType, lazyPackage } from '@toolwright/core';

/** The part of class-transformer's metadata storage that is read here; it is not exported from the package's root. */
interface TransformerStorage {
  readonly _typeMetadatas: ReadonlyMap<unknown, ReadonlyMap<string, unknown>>;
  readonly _transformMetadatas: ReadonlyMap<unknown, unknown>;
  readonly _exposeMetadatas: ReadonlyMap<unknown, ReadonlyMap<string | undefined, unknown>>;
  readonly _excludeMetadatas: ReadonlyMap<unknown, unknown>;
  findTypeMetadata(target: unknown, property: string): { typeFunction?: () => unknown } | undefined;
  findExposeMetadata(
    target: unknown,
    property: string,
  ): { options?: { name?: string; toPlainOnly?: boolean } } | undefined;
  /** What the decorators of the class itself say about properties without any. */
  getStrategy(target: unknown): 'excludeAll' | 'exposeAll' | 'none';
  findExcludeMetadata(target: unknown, property: string): { options?: { toPlainOnly?: boolean } } | undefined;
}

const classTransformer = lazyPackage<typeof import('class-transformer')>('class-transformer', import.meta.url);
const storageModule = lazyPackage<{ readonly defaultMetadataStorage: TransformerStorage }>(
  'class-transformer/cjs/storage.js',
  import.meta.url,
);

function storage(): TransformerStorage {
  return storageModule().defaultMetadataStorage;
}

/** What class-transformer's decorators say about one property. */
export interface TransformerProperty {
  /** The target of `@Type`. */
  readonly type: unknown;
  /** The name of `@Expose({ name })`. */
  readonly exposedName: string | undefined;
  /** Whether `@Exclude`, of the property or of a class that does not expose it, hides it from input. */
  readonly excluded: boolean;
}

/** The properties of a class, inherited ones included, that `@Type` or `@Expose` make visible. */
export function transformerProperties(type: AbstractClassType): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const target of classAndAncestors(type)) {
    for (const key of storage()._typeMetadatas.get(target)?.keys() ?? []) keys.add(key);
    for (const key of storage()._exposeMetadatas.get(target)?.keys() ?? []) if (key !== undefined) keys.add(key);
  }
  return keys;
}

/** What class-transformer knows of `type[key]`. */
export function transformerProperty(type: AbstractClassType, key: string): TransformerProperty {
  const exclude = storage().findExcludeMetadata(type, key);
  const expose = storage().findExposeMetadata(type, key);
  const isExcluded = exclude !== undefined && exclude.options?.toPlainOnly !== true;
  return {
    type: storage().findTypeMetadata(type, key)?.typeFunction?.(),
    exposedName: expose?.options?.name,
    excluded: isExcluded || (expose === undefined && storage().getStrategy(type) === 'excludeAll'),
  };
}

/** Whether class-transformer has anything to say about how an instance of `type` becomes plain data. */
export function hasTransformerMetadata(type: AbstractClassType): boolean {
  return classAndAncestors(type).some(
    (target) =>
      storage()._exposeMetadatas.has(target) ||
      storage()._excludeMetadatas.has(target) ||
      storage()._transformMetadatas.has(target),
  );
}

/** A real instance of `type` with nested instances as `@Type` says; properties without a value keep their initial one. */
export function toInstance(type: ClassType, plain: object): object {
  return classTransformer().plainToInstance(type, plain, { exposeUnsetFields: false }) as object;
}

/** Plain data of an instance, as `@Expose`, `@Exclude` and `@Transform` say. */
export function toPlain(instance: object): unknown {
  return classTransformer().instanceToPlain(instance);
}

function classAndAncestors(type: AbstractClassType): readonly unknown[] {
  const chain: unknown[] = [];
  for (let target: unknown = type; typeof target === 'function' && target !== Function.prototype; ) {
    chain.push(target);
    target = Object.getPrototypeOf(target);
  }
  return chain;
}
