import { stem } from './stem.js';

/** Groups of everyday words that stand for each other when people ask for something, and usual short forms of units. */
const GROUPS: readonly string[] = [
  'find search lookup locate seek discover',
  'show display list view print output',
  'get fetch retrieve obtain return read',
  'compute calculate evaluate work determine',
  'create make new build generate open',
  'open read view display',
  'now current today',
  'dead broken',
  'monday tuesday wednesday thursday friday saturday sunday weekday',
  'checksum hash digest',
  'remove delete drop erase clear discard',
  'change update edit modify alter set',
  'add append insert put plus',
  'sum total add plus',
  'subtract minus difference less',
  'multiply times product',
  'divide divided quotient ratio',
  'average mean',
  'count number amount quantity many',
  'convert transform translate turn change',
  'begin start launch',
  'end stop finish halt',
  'big large long size length',
  'largest maximum highest biggest max greatest',
  'smallest minimum lowest min least',
  'document documentation doc docs manual page guide',
  'directory folder dir',
  'picture image photo',
  'mail email e-mail',
  'uppercase capitals capital upper',
  'lowercase lower small',
  'check verify validate test valid',
  'explain describe tell mention',
  'price cost charge fee expensive',
  'error failure problem bug fault',
  'issue ticket bug',
  'link hyperlink url address',
  'reserve book',
  'clock time hour',
  'date day calendar',
  'headings heading outline structure sections contents',
  'random chance dice',
  'kilogram kg kilo',
  'gram g',
  'pound lb lbs',
  'ounce oz',
  'kilometre kilometer km',
  'metre meter m',
  'centimetre centimeter cm',
  'millimetre millimeter mm',
  'mile mi miles',
  'foot feet ft',
  'inch in inches',
  'litre liter l',
  'millilitre milliliter ml',
  'second sec s',
  'minute min',
  'hour hr h',
  'celsius centigrade c',
  'fahrenheit f',
  'kelvin k',
  'kilobyte kb',
  'megabyte mb',
  'gigabyte gb',
  'percent percentage',
  'colour color',
];

const BY_TERM = new Map<string, ReadonlySet<string>>();
for (const group of GROUPS) {
  const terms = group.split(' ').map(stem);
  for (const term of terms) BY_TERM.set(term, new Set([...(BY_TERM.get(term) ?? []), ...terms]));
}

const NONE: ReadonlySet<string> = new Set();

/** The terms that can stand for `term` (a stem), itself included if it has any. */
export function synonymsOf(term: string): ReadonlySet<string> {
  return BY_TERM.get(term) ?? NONE;
}
