import type { ToolParameter } from '../schema/ToolParameter.js';
import { stem } from '../words/stem.js';
import type { Candidate, CandidateKind } from './Candidate.js';
import { type ParameterTrait, traitOf } from './parameterTraits.js';

/** How well a value suits a parameter by its looks, and the value in the parameter's type. */
export interface ValueFit {
  readonly score: number;
  readonly value: unknown;
}

type Scores = Readonly<Partial<Record<CandidateKind, number>>>;

/** For each trait of a string parameter: what it takes, and how gladly. What is not named, it does not take. */
const STRING_SCORES: Readonly<Record<ParameterTrait, Scores>> = {
  date: { date: 12, quoted: 4 },
  time: { time: 12, date: 5, quoted: 4 },
  zone: { zone: 12, quoted: 9, name: 7, phrase: 4, labelled: 5 },
  path: { path: 14, quoted: 9, name: 3, code: 3, phrase: 4, labelled: 5 },
  url: { url: 12, quoted: 3 },
  email: { email: 12, quoted: 3 },
  expression: { expression: 12, quoted: 9 },
  unit: { unit: 12, quoted: 9, name: 4, code: 3, phrase: 4 },
  pattern: { quoted: 10, path: 9, code: 3 },
  identifier: { code: 10, quoted: 9, number: 7, name: 4, path: 3, labelled: 4 },
  query: { quoted: 8 },
  text: { quoted: 9, json: 5, name: 2, code: 2, path: 2, url: 2, email: 2, date: 2, number: -1 },
  noun: {
    zone: 7,
    quoted: 9,
    json: 4,
    name: 7,
    code: 5,
    phrase: 4,
    labelled: 5,
    path: 4,
    email: 2,
    number: 0,
    date: 2,
    time: 2,
  },
};

/** For a text that can also be given as the path of a file. */
const PATH_SCORE = 10;
const PATH_TERM = stem('path');

function takesPath(parameter: ToolParameter): boolean {
  const trait = traitOf(parameter);
  return (trait === 'text' || trait === 'noun') && parameter.descriptionTerms.includes(PATH_TERM);
}

const FOLDER_TERMS = ['folder', 'directory', 'dir'].map(stem);

const ENDING = /(?<=[^./])\.[a-z]\w{0,4}$/i;
const ENDINGS = /(?<![\w.*])\.[a-z]\w{0,4}\b/gi;

/** Whether the path has no ending that another kind of thing has: a file where a folder is wanted, or another file. */
function isRightPath({ nameTerms, description }: ToolParameter, path: string): boolean {
  const ending = ENDING.exec(path)?.[0].toLowerCase();
  if (ending === undefined) return true;
  if (nameTerms.some((term) => FOLDER_TERMS.includes(term))) return false;
  const wanted = description.toLowerCase().match(ENDINGS);
  return wanted === null || wanted.includes(ending);
}

/** @returns null if the parameter does not take such a value at all */
export function fitOf(parameter: ToolParameter, candidate: Candidate): ValueFit | null {
  const { kind, text, value } = candidate;
  if (kind === 'reference') return parameter.kind === 'boolean' ? null : { score: 10, value };
  switch (parameter.kind) {
    case 'integer':
    case 'number': {
      if (kind !== 'number' && kind !== 'number-word') return null;
      if (parameter.kind === 'integer' && !Number.isInteger(value))
        return { score: 2, value: Math.round(value as number) };
      return { score: kind === 'number' ? 10 : 7, value };
    }
    case 'string': {
      const score = kind === 'path' && takesPath(parameter) ? PATH_SCORE : STRING_SCORES[traitOf(parameter)][kind];
      if (score === undefined || (kind === 'path' && !isRightPath(parameter, text))) return null;
      if (kind === 'quoted' && traitOf(parameter) === 'path' && !/[./\\]/.test(text)) return { score: 2, value };
      const verbatim = kind === 'date' && parameter.format === '' && traitOf(parameter) !== 'date';
      return { score, value: verbatim || kind === 'number' || kind === 'json' ? text : dateTime(parameter, candidate) };
    }
    case 'object':
      return kind === 'json' && typeof value === 'object' && !Array.isArray(value) ? { score: 12, value } : null;
    case 'any':
      return kind === 'phrase' ? null : { score: kind === 'quoted' || kind === 'json' ? 9 : 5, value };
    default:
      return null;
  }
}

/** A date without a time gets midnight where the schema asks for both. */
function dateTime({ format }: ToolParameter, { kind, value }: Candidate): unknown {
  return format === 'date-time' && kind === 'date' && typeof value === 'string' && !value.includes('T')
    ? `${value}T00:00:00Z`
    : value;
}
