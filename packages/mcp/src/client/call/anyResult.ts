import type { StandardSchemaV1 } from '../../sdk/clientSdkTypes.js';

/** What a server answered, before anything was checked. */
export type RawResult = Readonly<Record<string, unknown>>;

/** Takes any object: content of types that came later than the SDK must not fail a call (PX-07). */
export const anyResult: StandardSchemaV1<unknown, RawResult> = {
  '~standard': {
    version: 1,
    vendor: 'toolwright',
    validate: (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? { value: value as RawResult }
        : { issues: [{ message: 'the result is no object' }] },
  },
};
