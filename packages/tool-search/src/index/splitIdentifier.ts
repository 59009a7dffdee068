const BOUNDARIES =
  /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{N})(?=\p{L})|(?<=\p{L})(?=\p{N})|[_\-./:\s]+/u;

/** An identifier as words in lower case: `getHTTPStatus_v2` becomes `get http status v 2`. */
export function splitIdentifier(identifier: string): string {
  return identifier
    .split(BOUNDARIES)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
    .join(' ');
}
