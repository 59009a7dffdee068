import { IllegalStateException, LoggerFactory, requireNonNull } from '@toolwright/core';
import type { AssistantMessage, ChatResponse, Prompt } from '@toolwright/model';
import type { ToolCallObservations } from '../observation/ToolCallObservations.js';
import { joinedSignal } from '../limits/joinedSignal.js';
import type { TurnBudget } from '../limits/TurnBudget.js';
import { ToolCallBatch } from './ToolCallBatch.js';
import type { ToolCallingManagerSettings } from './ToolCallingManagerSettings.js';
import type { ToolExecutionOptions } from './ToolExecutionOptions.js';
import type { ToolExecutionResult } from './ToolExecutionResult.js';
import { untilAborted } from './untilAborted.js';

const logger = LoggerFactory.getLogger('toolwright.tools.execution');
const NO_OPTIONS: ToolExecutionOptions = Object.freeze({});

/** Runs the tool calls of the first answer that has any; what `ToolCallingManager.executeToolCalls` promises. */
export function runToolCalls(
  settings: ToolCallingManagerSettings,
  observations: ToolCallObservations,
  prompt: Prompt,
  chatResponse: ChatResponse,
  options: ToolExecutionOptions = NO_OPTIONS,
): Promise<ToolExecutionResult> {
  try {
    requireNonNull(prompt, 'prompt cannot be null');
    const assistantMessage = messageWithToolCalls(requireNonNull(chatResponse, 'chatResponse cannot be null'));
    const batch = new ToolCallBatch(settings, observations, prompt, assistantMessage, options);
    return options.budget ? runWithinBudget(options.budget, batch) : runUntilAborted(batch);
  } catch (error) {
    const reason = error as Error;
    return Promise.reject(reason);
  }
}

/** No promise of its own around the usual round, which nobody can abort. */
function runUntilAborted(batch: ToolCallBatch): Promise<ToolExecutionResult> {
  const { signal } = batch.options;
  return signal ? runUntil(signal, batch) : batch.run();
}

async function runUntil(signal: AbortSignal, batch: ToolCallBatch): Promise<ToolExecutionResult> {
  try {
    return await untilAborted(signal, () => batch.run());
  } catch (error) {
    if (!signal.aborted || error !== signal.reason) throw error;
    throw batch.interruptedBy(error);
  }
}

/** Counts the round, and ends the batch when the turn's time is over (BG-02). */
async function runWithinBudget(budget: TurnBudget, unbounded: ToolCallBatch): Promise<ToolExecutionResult> {
  const breach = budget.startRound();
  if (breach) throw unbounded.refusedBy(breach);
  const { options } = unbounded;
  const deadline = budget.signal;
  if (!deadline) return await budget.run(() => runUntilAborted(unbounded));
  const { signal, release } = joinedSignal(...(options.signal ? [options.signal] : []), deadline);
  const batch = unbounded.withOptions({ ...options, signal });
  try {
    return await budget.run(() => runUntilAborted(batch));
  } catch (error) {
    // The caller's own reason goes first, whatever the clock says meanwhile.
    const ended = signal.aborted && signal.reason === deadline.reason ? budget.breach : null;
    throw ended ? batch.endedBy(ended) : error;
  } finally {
    release();
  }
}

/** Other answers with tool calls are dropped: a turn goes on from one answer only (TM-09). */
function messageWithToolCalls(chatResponse: ChatResponse): AssistantMessage {
  let found: AssistantMessage | null = null;
  let dropped = 0;
  for (const { output } of chatResponse.results) {
    if (!output.hasToolCalls()) continue;
    if (found) dropped++;
    else found = output;
  }
  if (!found) throw new IllegalStateException('No tool call requested by the chat model');
  if (dropped > 0) logger.warn(`Only the first answer's tool calls are run; those of ${dropped} more are dropped.`);
  return found;
}
