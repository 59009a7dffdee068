import { type ClassType, lazyPackage } from '@toolwright/core';
import { classHierarchy } from '../bean/classHierarchy.js';

/** The part of class-transformer's metadata storage that is read here; it is not exported from the package's root. */
interface TransformerStorage {
  readonly _transformMetadatas: ReadonlyMap<unknown, unknown>;
  readonly _exposeMetadatas: ReadonlyMap<unknown, unknown>;
  readonly _excludeMetadatas: ReadonlyMap<unknown, unknown>;
  findTypeMetadata(target: unknown, property: string): { typeFunction?: () => unknown } | undefined;
}

/** Loaded when a class needs it, which few properties classes do. */
const classTransformer = lazyPackage<typeof import('class-transformer')>('class-transformer', import.meta.url);
const storageModule = lazyPackage<{ readonly defaultMetadataStorage: TransformerStorage }>(
  'class-transformer/cjs/storage.js',
  import.meta.url,
);

/** The class that `@Type` names for a field; undefined without it. */
export function typeDecoratorTarget(owner: ClassType<object>, field: string): unknown {
  return storageModule().defaultMetadataStorage.findTypeMetadata(owner, field)?.typeFunction?.();
}

/** An instance of `type` with these values, changed as `@Transform`, `@Expose` and `@Exclude` say. */
export function instanceOf(type: ClassType<object>, values: Readonly<Record<string, unknown>>): object {
  const { _transformMetadatas, _exposeMetadatas, _excludeMetadatas } = storageModule().defaultMetadataStorage;
  const has = (each: unknown): boolean =>
    _transformMetadatas.has(each) || _exposeMetadatas.has(each) || _excludeMetadatas.has(each);
  if (classHierarchy(type).some(has)) return classTransformer().plainToInstance(type, values);
  return Object.assign(new type(), values);
}
