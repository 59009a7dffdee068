/** Characters of a name that every provider accepts. */
export const MAX_NAME_LENGTH = 64;

const PORTABLE_NAME = /^[a-zA-Z0-9_.-]+$/;

/** Whether a name consists of characters that Spring's check accepts (TD-04). */
export function hasPortableCharacters(name: string): boolean {
  return PORTABLE_NAME.test(name);
}

/** Whether every provider accepts a name. */
export function isPortableName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && hasPortableCharacters(name);
}
