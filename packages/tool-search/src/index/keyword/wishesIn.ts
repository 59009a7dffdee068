/** Where one wish ends and another may begin. */
const BOUNDARY =
  /[.!?,] |[;\n]| (?:and|then|also|plus|afterwards|next|finally|moreover|additionally|furthermore)(?= )/i;

const MOST_WISHES = 12;

/**
 * The parts of a query that may each ask for a tool of its own: sentences, clauses and items of a list.
 *
 * @returns nothing for a query of one part
 */
export function wishesIn(query: string): readonly string[] {
  const spaced = query.replace(/\s+/g, (space) => (space.includes('\n') ? '\n' : ' '));
  const wishes = spaced.split(BOUNDARY, MOST_WISHES).filter((wish) => wish.trim() !== '');
  return wishes.length > 1 ? wishes : [];
}
