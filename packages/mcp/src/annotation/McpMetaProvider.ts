import { type ClassType, IllegalStateException } from '@toolwright/core';

/** Supplies `_meta` of a declaration. */
export interface McpMetaProvider {
  readonly meta: Readonly<Record<string, unknown>>;
}

/**
 * `_meta` of a declaration, a read-only copy; undefined without a provider.
 *
 * @throws {IllegalStateException} `Required no-arg constructor not found in <class>`, `<class> instantiation failed`
 */
export function metaOf(
  provider: ClassType<McpMetaProvider> | undefined,
): Readonly<Record<string, unknown>> | undefined {
  if (provider === undefined) return undefined;
  if (provider.length > 0) throw new IllegalStateException(`Required no-arg constructor not found in ${provider.name}`);
  try {
    return Object.freeze({ ...new provider().meta });
  } catch (cause) {
    throw new IllegalStateException(`${provider.name} instantiation failed`, { cause });
  }
}
