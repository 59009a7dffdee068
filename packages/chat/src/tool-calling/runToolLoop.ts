import type { MaybePromise } from '@toolwright/core';
import type { TurnBudget } from '@toolwright/tools';
import type { ResumedTurn } from '../approval/ResumedTurn.js';
import type { ChatClientRequest } from '../client/ChatClientRequest.js';
import type { ChatClientResponse } from '../client/ChatClientResponse.js';
import { StreamedRound } from './StreamedRound.js';
import type { Rounds, ToolLoop } from './ToolLoop.js';
import type { ToolLoopHooks } from './ToolLoopHooks.js';
import { ToolTurn } from './ToolTurn.js';

/** The tool loop of one turn, for both modes. */
export function runToolLoop(incoming: ChatClientRequest, rounds: Rounds, hooks: ToolLoopHooks): ToolLoop {
  const resumed = incoming.approvals?.takeResumed() ?? null;
  const budget = hooks.startBudget(resumed?.state.budget ?? undefined);
  return budget
    ? runLimited(incoming, rounds, hooks, resumed, budget)
    : runRounds(new ToolTurn(incoming, rounds, hooks, resumed, null));
}

async function* runLimited(
  incoming: ChatClientRequest,
  rounds: Rounds,
  hooks: ToolLoopHooks,
  resumed: ResumedTurn | null,
  budget: TurnBudget,
): ToolLoop {
  const { LimitedTurn } = await import('./LimitedTurn.js');
  const limited = new LimitedTurn(budget, incoming);
  try {
    return yield* runRounds(new ToolTurn(limited.limit(incoming), rounds, hooks, resumed, limited));
  } finally {
    limited.stop();
  }
}

/** How a turn ends that does not end with an answer of the model; loaded when the first one does. */
const endings = (): Promise<typeof import('./endToolRound.js')> => import('./endToolRound.js');

/** Only what waits and what yields: the shorter a generator is, the sooner it is compiled. */
async function* runRounds(turn: ToolTurn): ToolLoop {
  const { hooks, rounds } = turn;
  // The turn begins before its first hook, so that what a hook keeps in the turn's state stays there.
  const initialized = hooks.initialize(turn.incoming.startTurn());
  turn.begin(isPending(initialized) ? await initialized : initialized);
  let ending: ToolLoop;
  for (;;) {
    const { resuming } = turn;
    if (resuming) await turn.resumeRound(resuming);
    else {
      const prepared = hooks.before(turn.base);
      const extended = turn.prepare(isPending(prepared) ? await prepared : prepared);
      const request = isPending(extended) ? await extended : extended;
      let answer: ChatClientResponse;
      try {
        turn.startRound(request);
        if (rounds.stream) {
          const streamed = new StreamedRound(request, hooks, turn.events);
          // Not delegated to another generator: that would cost every chunk a few more promises.
          for await (const chunk of streamed.chunks(rounds.stream, turn.limited)) {
            const part = streamed.add(chunk);
            if (part) yield turn.usage.raise(part);
          }
          answer = streamed.response;
          turn.shownText = streamed.shownText;
        } else answer = await turn.ask(rounds.call);
      } catch (error) {
        const breach = turn.breachOf(error);
        ending = (await endings()).endByLimit(turn, breach);
        break;
      }
      const examined = hooks.after(answer);
      turn.answer(isPending(examined) ? await examined : examined);
      if (!turn.asksForTools) {
        const { result } = turn;
        const finalized = hooks.finalize(result);
        const final = isPending(finalized) ? await finalized : finalized;
        const last = rounds.stream && turn.lastChunk(result, final);
        if (last) yield last;
        turn.events?.endRound();
        return final;
      }
    }
    let outcome: Awaited<ReturnType<ToolTurn['runTools']>>;
    try {
      outcome = await turn.runTools();
    } catch (error) {
      ending = await (await endings()).endByFailure(turn, error);
      break;
    }
    if ('turnId' in outcome || outcome.returnDirect) {
      ending = (await endings()).endWithOutcome(turn, outcome);
      break;
    }
    turn.tellResults(outcome);
    const chosen = turn.nextInstructions(outcome);
    turn.endRound(isPending(chosen) ? await chosen : chosen);
  }
  return yield* ending;
}

/** Hooks rarely wait; not awaiting a plain value saves a trip through the microtask queue each. */
function isPending<T extends object>(value: MaybePromise<T>): value is Promise<T> {
  return 'then' in value;
}
