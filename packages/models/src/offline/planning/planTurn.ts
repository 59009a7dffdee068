import type { ToolResponse } from '@toolwright/model';
import { askBack } from '../answer/askBack.js';
import { answerAfterSearch, answerFrom, answerWithoutTool } from '../answer/composeAnswer.js';
import { isErrorResponse } from '../answer/isErrorResponse.js';
import { argumentsOf } from '../arguments/argumentsOf.js';
import { PREVIOUS_RESULT } from '../arguments/findReferences.js';
import { RequestText } from '../arguments/RequestText.js';
import { queryTerms } from '../ranking/queryTerms.js';
import type { ToolProfile } from '../ranking/ToolProfile.js';
import { ToolRanking } from '../ranking/ToolRanking.js';
import type { ToolParameter } from '../schema/ToolParameter.js';
import type { Conversation } from './Conversation.js';
import { correctArguments } from './correctArguments.js';
import { resolveReferences } from './resolveReference.js';
import { searchArguments, toolQuery } from './searchTool.js';
import { planSteps, type Step } from './planSteps.js';

/** A tool call that is wanted next. */
export interface PlannedCall {
  readonly name: string;
  /** JSON text. */
  readonly arguments: string;
}

/** What to do now: run tools, or answer. */
export type Decision = { readonly calls: readonly PlannedCall[] } | { readonly answer: string };

/** The tools of a request as the planner sees them. */
export interface Toolbox {
  /** The tools that do something, ranked together. */
  readonly ranking: ToolRanking;
  /** The tool that finds further tools, if there is one. */
  readonly searchTool: ToolProfile | null;
}

/** Calls after which a turn ends with what is there, whatever the plan. */
const MAX_CALLS = 12;
const CLOSEST = 5;

/**
 * Decides what a turn needs next. The plan is made anew from the conversation each time and is the same each time, so a
 * call that was made is recognised by its name and arguments and never repeated.
 *
 * @param today the day that `today` means in the request
 */
export function planTurn(conversation: Conversation, toolbox: Toolbox, today: Date): Decision {
  const { request, executed } = conversation;
  const answered = executed.filter(({ response }) => response !== null);
  const results = () => answered.filter(({ call }) => call.name !== toolbox.searchTool?.name);
  if (request === null || request.trim() === '') {
    const texts = results().map(({ response }) => answerFrom(response as ToolResponse));
    return { answer: texts.join('\n') || 'There is no request to answer.' };
  }
  const searched = executed.filter(({ call }) => call.name === toolbox.searchTool?.name);
  const steps = planSteps(conversation, toolbox, today, searched.length > 0);
  const run = new TurnRun(conversation, toolbox, searched.length);
  const calls: PlannedCall[] = [];
  const texts: string[] = [];
  let previous: Outcome | null = null;
  for (const [index, step] of steps.entries()) {
    const outcome = run.advance(step, previous);
    if ('calls' in outcome) {
      calls.push(...outcome.calls);
      previous = null;
      if (steps.slice(index + 1).some((later) => needsPrevious(later))) continue;
    } else {
      texts.push(outcome.text);
      previous = outcome;
      if (outcome.asks && calls.length === 0 && index === 0) break;
    }
  }
  if (calls.length > 0 && executed.length < MAX_CALLS) return { calls };
  const reported = texts.length > 0 ? texts : results().map(({ response }) => answerFrom(response as ToolResponse));
  return { answer: reported.join('\n') };
}

function needsPrevious({ choice }: Step): boolean {
  return choice !== null && [...choice.filling.values.values()].includes(PREVIOUS_RESULT);
}

/** What became of a step: calls that are still to be made, or a text for the answer. */
type StepState = { readonly calls: readonly PlannedCall[] } | Outcome;

interface Outcome {
  readonly text: string;
  readonly asks: boolean;
  readonly response: ToolResponse | null;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Compares the steps of a plan with what was executed. */
class TurnRun {
  readonly #executed = new Map<string, ToolResponse | null>();
  readonly #toolbox: Toolbox;
  readonly #searches: number;

  constructor(conversation: Conversation, toolbox: Toolbox, searches: number) {
    for (const { call, response } of conversation.executed)
      this.#executed.set(keyOf(call.name, call.arguments), response);
    this.#toolbox = toolbox;
    this.#searches = searches;
  }

  advance(step: Step, previous: Outcome | null): StepState {
    const { choice, request } = step;
    if (step.search) {
      const search = this.#search(step);
      if (search) return { calls: [search] };
    }
    if (!choice) return this.#withoutTool(request);
    const { profile, filling } = choice;
    let { values } = filling;
    if (needsPrevious(step)) {
      if (!previous) return { calls: [] };
      if (!previous.response || isErrorResponse(previous.response)) {
        return outcome(`I did not use \`${profile.name}\`, because it needs the result before it.`);
      }
      values = resolveReferences(values, previous.response, previous.args);
    }
    const { missing } = filling;
    if (missing.length > 0) return { ...outcome(askBack(profile, missing)), asks: true };
    return this.#call(step, profile, values);
  }

  #call(step: Step, profile: ToolProfile, values: ReadonlyMap<ToolParameter, unknown>): StepState {
    const made = this.#made(profile, values);
    if ('calls' in made || !made.response || !isErrorResponse(made.response)) return made;
    const corrected = correctArguments(profile, step.request, values, made.response.responseData);
    return corrected ? this.#made(profile, corrected) : made;
  }

  /** The response to a call, or the call itself if it was not made yet. */
  #made(profile: ToolProfile, values: ReadonlyMap<ToolParameter, unknown>): StepState {
    const args = argumentsOf(profile.parameters, values);
    const text = JSON.stringify(args);
    const response = this.#executed.get(keyOf(profile.name, text));
    if (response === undefined) return { calls: [{ name: profile.name, arguments: text }] };
    if (response === null) return outcome(`\`${profile.name}\` gave no result.`);
    return { text: answerFrom(response), asks: false, response, args };
  }

  /** The next search for the step's tool: with its words, and once more with others if nothing suitable came of it. */
  #search({ request, choice }: Step): PlannedCall | null {
    const tool = this.#toolbox.searchTool;
    if (!tool) return null;
    for (const widely of [false, true]) {
      const text = JSON.stringify(searchArguments(tool, toolQuery(request, widely), widely));
      if (!this.#executed.has(keyOf(tool.name, text))) return { name: tool.name, arguments: text };
      if (choice) return null;
    }
    return null;
  }

  #withoutTool(request: RequestText): Outcome {
    if (this.#searches > 0) return outcome(answerAfterSearch(toolQuery(request, false)));
    const { ranking } = this.#toolbox;
    const ranked = ranking.rank(queryTerms(request)).map(({ profile }) => profile.name);
    const others = ranking.profiles.map(({ name }) => name).filter((name) => !ranked.includes(name));
    return outcome(answerWithoutTool([...ranked, ...others].slice(0, CLOSEST)));
  }
}

function outcome(text: string): Outcome {
  return { text, asks: false, response: null, args: {} };
}

function keyOf(name: string, args: string): string {
  return `${name}\n${args}`;
}
