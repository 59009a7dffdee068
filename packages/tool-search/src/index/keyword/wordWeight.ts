import { stemOf } from './analyze.js';

/**
 * Words that stand in many requests and are seldom those that name a tool, and those that are values for one: general
 * English, no catalogue's own words.
 */
const WEAK = `
  additional additionally another assist assistance best certain certainly comprehensive consider curious
  ensure entire especially exact exactly example extra few final finally first following friend gather going great hello
  hope include included including interested interesting involve last later looking look main make making maybe more most
  next now obtain off once one other out overall particular particularly perhaps please popular possible possibly previous
  previously properly provide provided quick quickly really receive recent recently related relevant right several simply
  since some soon specific specifically still suggest sure thank thanks th st nd rd thing today together try trying up
  various want well while wonder wondering would yet
  january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday http https www com am pm
`;

/** Words that are sometimes part of what a tool does, but more often not. */
const FAINT = `
  able ability advanced advice allow along already always around associated available back based become brief bring come
  conduct contain containing could determine develop different done each effect engage enhance even ever everything explore
  explain feature find focus found general give given go good guidance handle help high idea immediate immediately improve
  indicate inform information interest involved keep key know latest learn level long made many mean need new note occur
  offer old online only open option over part past plan planning possible practice process proceed reach ready recommend
  require response result retrieve second see select set show specify step success successfully take task technique tell
  three tip top topic understand under way week work working world written
`;

const WEIGHT_OF_WEAK = 0.35;
const WEIGHT_OF_FAINT = 0.65;
/** Numbers are values for a tool more often than a part of its description. */
const WEIGHT_OF_NUMBER = 0.4;

const NUMBER = /^\p{N}+$/u;

let weights: ReadonlyMap<string, number> | undefined;

/** How much a term of a query counts beside others of the same rarity, 0 to 1. */
export function wordWeight(term: string): number {
  weights ??= readWeights();
  return weights.get(term) ?? (NUMBER.test(term) ? WEIGHT_OF_NUMBER : 1);
}

function readWeights(): ReadonlyMap<string, number> {
  const read = new Map<string, number>();
  const add = (words: string, weight: number): void => {
    for (const word of words.trim().split(/\s+/)) read.set(stemOf(word), weight);
  };
  add(FAINT, WEIGHT_OF_FAINT);
  add(WEAK, WEIGHT_OF_WEAK);
  return read;
}
