import type { ToolParameter } from '../schema/ToolParameter.js';
import { stem } from '../words/stem.js';

/** The prepositions that introduce values. */
export const PREPOSITIONS: readonly string[] = [
  'from',
  'to',
  'into',
  'in',
  'at',
  'on',
  'by',
  'with',
  'for',
  'of',
  'about',
  'between',
  'since',
  'until',
  'till',
  'as',
  'using',
  'via',
  'near',
  'called',
  'named',
  'titled',
];

interface Role {
  readonly words: ReadonlySet<string>;
  readonly prepositions: ReadonlySet<string>;
  /** Whether these prepositions belong to this role alone when a parameter has it. */
  readonly exclusive: boolean;
}

function role(words: string, prepositions: string, exclusive = false): Role {
  return { words: new Set(words.split(' ').map(stem)), prepositions: new Set(prepositions.split(' ')), exclusive };
}

/** Words of parameter names and the prepositions that go with their values. */
const ROLES: readonly Role[] = [
  role('from source origin start begin since old first after low min', 'from since between', true),
  role('to target dest destination end until new goal into high max', 'to into until till in as', true),
  role('by factor sort group separator delimiter amount delta', 'by', true),
  role('with replace replacement via carrier method mode', 'with by using via', true),
  role(
    'city place location country region town zone timezone tz folder dir directory root text file language locale',
    'in at for of near',
  ),
  role('date day when time', 'on for at'),
  role('topic subject theme', 'about on of for'),
  role('name title label', 'called named titled of for'),
];

/**
 * How well the preposition before a value suits the parameter: positive if the parameter's name asks for it, negative if
 * it belongs to another role.
 */
export function prepositionFit(parameter: ToolParameter, preposition: string): number {
  if (preposition === '') return 0;
  let owns = false;
  let other = false;
  for (const { words, prepositions, exclusive } of ROLES) {
    const has = parameter.nameTerms.some((term) => words.has(term));
    if (has && prepositions.has(preposition)) return 5;
    if (has && exclusive) owns = true;
    if (!has && exclusive && prepositions.has(preposition)) other = true;
  }
  if (!other) return 1;
  return owns ? -3 : 0;
}
