/** A class that can be instantiated. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- constructors of any parameter list are meant
export type ClassType<T = unknown> = new (...args: any[]) => T;

/** A class, abstract or not: both the TypeScript type and the container's token. */
export type AbstractClassType<T = unknown> = abstract new (...args: never[]) => T;

/** A value, or the promise of one. */
export type MaybePromise<T> = T | Promise<T>;
