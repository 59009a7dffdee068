const MIN_LENGTH = 5;

/**
 * Whether two stems are forms of one word that stemming has not brought together (`convers` and `convert`), or one is
 * the other with a single typing error. Stems below five letters are never similar.
 */
export function isSimilar(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  const longer = Math.max(a.length, b.length);
  if (shorter < MIN_LENGTH) return false;
  let prefix = 0;
  while (prefix < shorter && a[prefix] === b[prefix]) prefix++;
  if (prefix >= MIN_LENGTH && prefix >= 0.7 * longer) return true;
  return longer - shorter <= 1 && hasOneEdit(a, b, prefix);
}

/** Whether the rest behind the common beginning differs by one letter inserted, left out, replaced or swapped. */
function hasOneEdit(a: string, b: string, prefix: number): boolean {
  const restA = a.slice(prefix);
  const restB = b.slice(prefix);
  if (restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)) return true;
  return restA.length > 1 && restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
}
