import { fillArguments } from '../arguments/fillArguments.js';
import { PREVIOUS_RESULT } from '../arguments/findReferences.js';
import { RequestText } from '../arguments/RequestText.js';
import { fitOf } from '../arguments/valueFit.js';
import type { ToolProfile } from '../ranking/ToolProfile.js';
import type { ToolRanking } from '../ranking/ToolRanking.js';
import { type Choice, chooseTool } from './chooseTool.js';
import type { Conversation } from './Conversation.js';
import type { Toolbox } from './planTurn.js';
import { lastResort } from './lastResort.js';
import { type RequestPart, splitRequest } from './splitRequest.js';

/** One thing that a turn is to do. */
export interface Step {
  readonly request: RequestText;
  /** The tool for it; null if none fits. */
  readonly choice: Choice | null;
  /** Whether the tools for it have to be searched for first. */
  readonly search: boolean;
}

/** A part whose tool is named by so much of its name needs no argument to be a request of its own. */
const CLEARLY_NAMED = 0.5;
const MAX_PARTS = 6;

/**
 * The steps of a turn: one per part of the request, if every part matches a tool of its own; else one for the whole.
 *
 * @param searched whether tools were searched for in this turn already
 */
export function planSteps(
  conversation: Conversation,
  toolbox: Toolbox,
  today: Date,
  searched: boolean,
): readonly Step[] {
  const { ranking } = toolbox;
  const text = conversation.request ?? '';
  const continued = continuedSteps(conversation, toolbox, today);
  if (continued) return continued;
  const parts = splitRequest(text, verbsOf(ranking));
  if (parts.length > 1 && parts.length <= MAX_PARTS) {
    const steps = parts.map((part, index) => stepFor(part, index, toolbox, today));
    if (areSeparate(steps) || (toolbox.searchTool && steps.every(isWorthSearching) && !searched)) return steps;
    if (toolbox.searchTool && steps.every(({ choice }) => choice) && areSeparate(steps)) return steps;
  }
  const whole = stepFor({ text, follows: false }, 0, toolbox, today);
  const step = whole.choice ? whole : { ...whole, choice: lastResort(ranking, whole.request) };
  // A whole request after its parts were searched for: what was found has to do.
  return [searched && parts.length > 1 && step.choice ? { ...step, search: false } : step];
}

function stepFor(part: RequestPart, index: number, { ranking, searchTool }: Toolbox, today: Date): Step {
  const request = new RequestText(part.text, today, index > 0);
  let choice = chooseTool(ranking, request);
  if (choice && index > 0 && (part.follows || request.refers)) choice = fillFromPrevious(choice);
  return { request, choice, search: searchTool !== null && !isCertain(choice) };
}

/** Gives the first value that a later part lacks to the result of the part before it. */
function fillFromPrevious(choice: Choice): Choice {
  const { filling } = choice;
  const reference = { kind: 'reference', start: 0, end: 0, text: '', value: PREVIOUS_RESULT } as const;
  const open = filling.missing.find((parameter) => parameter.enumValues === null && fitOf(parameter, reference));
  if (!open || [...filling.values.values()].includes(PREVIOUS_RESULT)) return choice;
  return {
    ...choice,
    filling: {
      ...filling,
      values: new Map([...filling.values, [open, PREVIOUS_RESULT]]),
      missing: filling.missing.filter((parameter) => parameter !== open),
    },
  };
}

/**
 * Whether each part is a request of its own: it has a tool, and its arguments or a clear name; no two are the same, and
 * none waits for the result of a part that cannot run.
 */
function areSeparate(steps: readonly Step[]): boolean {
  const seen = new Set<string>();
  let complete = true;
  for (const { choice } of steps) {
    if (!choice) return false;
    const { profile, filling, nameCoverage } = choice;
    if (filling.missing.length > 0 && nameCoverage < CLEARLY_NAMED) return false;
    if (filling.missing.length > 0 && seen.has(profile.name)) return false;
    if (!complete && [...filling.values.values()].includes(PREVIOUS_RESULT)) return false;
    complete = filling.missing.length === 0;
    seen.add(profile.name);
  }
  return true;
}

function isWorthSearching({ request }: Step): boolean {
  return request.words.length > 0;
}

/** Whether a tool that is at hand already makes a search needless. */
function isCertain(choice: Choice | null): boolean {
  return (
    choice !== null &&
    choice.filling.missing.length === 0 &&
    choice.nameCoverage >= CLEARLY_NAMED &&
    choice.explained >= 0.8
  );
}

/** The steps that an answer to an earlier question takes up again; null if the user has moved on to something else. */
function continuedSteps(
  { openQuestion, request }: Conversation,
  toolbox: Toolbox,
  today: Date,
): readonly Step[] | null {
  if (!openQuestion || request === null) return null;
  const { ranking } = toolbox;
  const fresh = chooseTool(ranking, new RequestText(request, today));
  if (fresh && fresh.profile.name !== openQuestion.toolName && isCertain(fresh)) return null;
  const profile = ranking.profiles.find(({ name }) => name === openQuestion.toolName);
  const parts = splitRequest(openQuestion.request, verbsOf(ranking));
  const steps = parts.map((part, index) => stepFor(part, index, toolbox, today));
  const asked = areSeparate(steps) ? steps.findIndex(({ choice }) => choice?.profile === profile) : -1;
  const earlier = asked < 0 ? openQuestion.request : (parts[asked]?.text ?? '');
  const combined = new RequestText(`${earlier}\n${request}`, today);
  if (!profile)
    return [{ request: combined, choice: chooseTool(ranking, combined), search: toolbox.searchTool !== null }];
  const step = { request: combined, choice: completed(profile, combined, earlier, request, today), search: false };
  return asked < 0 ? [step] : [step, ...steps.slice(asked + 1)];
}

/** The tool with the arguments of the earlier request and the new text; a text that is still missing is the new text. */
function completed(profile: ToolProfile, combined: RequestText, earlier: string, reply: string, today: Date): Choice {
  const before = fillArguments(profile, new RequestText(earlier, today));
  const after = fillArguments(profile, combined);
  const values = new Map([...after.values, ...before.values]);
  const missing = profile.parameters.filter((parameter) => parameter.required && !values.has(parameter));
  const [open] = missing;
  const said = reply.trim().replace(/[.!]$/, '');
  if (open && missing.length === 1 && open.kind === 'string' && open.enumValues === null && said !== '') {
    values.set(open, said);
    missing.pop();
  }
  return { profile, filling: { ...after, values, missing }, score: 1, explained: 1, nameCoverage: 1 };
}

const VERBS = new WeakMap<ToolRanking, ReadonlySet<string>>();

function verbsOf(ranking: ToolRanking): ReadonlySet<string> {
  let verbs = VERBS.get(ranking);
  if (!verbs) {
    verbs = new Set(ranking.profiles.flatMap((profile) => [...profile.verbs]));
    VERBS.set(ranking, verbs);
  }
  return verbs;
}
