import type { ToolParameter } from '../schema/ToolParameter.js';
import { stem } from '../words/stem.js';

/** What a string parameter is for, as its name, format and description tell. */
export type ParameterTrait =
  | 'date'
  | 'time'
  | 'path'
  | 'zone'
  | 'url'
  | 'email'
  | 'expression'
  | 'unit'
  | 'pattern'
  | 'identifier'
  | 'query'
  | 'text'
  | 'noun';

function set(words: string): ReadonlySet<string> {
  return new Set(words.split(' ').map(stem));
}

const DATE = set('date day since until deadline birthday');
const TIME = set('time clock');
const PATH = set('path file filename filepath folder directory dir page document pathname');
const ZONE = set('zone timezone tz');
const URL = set('url uri link href website');
const EMAIL = set('email mail recipient');
const EXPRESSION = set('expression formula equation calculation');
const UNIT = set('unit');
const PATTERN = set('pattern glob wildcard mask');
const IDENTIFIER = set('id number code sku key no ref reference isbn serial uuid identifier hash');
const QUERY = set('query q search keyword keywords question phrase terms topic');
const TEXT = set(
  'text content message body note comment description input value data string sentence paragraph words title subject summary json csv xml yaml markdown html code',
);

const TRAITS = new WeakMap<ToolParameter, ParameterTrait>();

/** The trait of a parameter, worked out once. */
export function traitOf(parameter: ToolParameter): ParameterTrait {
  let trait = TRAITS.get(parameter);
  if (!trait) {
    trait = determine(parameter);
    TRAITS.set(parameter, trait);
  }
  return trait;
}

function determine({ format, nameTerms, descriptionTerms }: ToolParameter): ParameterTrait {
  const named = (words: ReadonlySet<string>) => nameTerms.some((term) => words.has(term));
  const described = (words: ReadonlySet<string>) => descriptionTerms.slice(0, 6).some((term) => words.has(term));
  if (format === 'date' || format === 'date-time') return 'date';
  if (format === 'time') return 'time';
  if (format === 'email') return 'email';
  if (format === 'uri' || format === 'url' || format === 'uri-reference') return 'url';
  if (named(URL)) return 'url';
  if (named(ZONE)) return 'zone';
  if (named(QUERY)) return 'query';
  if (named(EXPRESSION)) return 'expression';
  if (named(UNIT)) return 'unit';
  if (named(PATTERN)) return 'pattern';
  if (named(PATH)) return 'path';
  if (named(DATE)) return 'date';
  if (named(EMAIL)) return 'email';
  if (named(IDENTIFIER)) return 'identifier';
  if (named(TIME)) return 'time';
  if (named(TEXT)) return 'text';
  if (described(UNIT)) return 'unit';
  if (described(set('path'))) return 'path';
  if (described(set('number identifier'))) return 'identifier';
  if (described(set('date'))) return 'date';
  return 'noun';
}
