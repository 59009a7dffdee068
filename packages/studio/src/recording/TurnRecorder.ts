import {
  type Advisor,
  type ChatClient,
  ChatClientObservationContext,
  ChatModelCallAdvisor,
  ChatModelObservationContext,
  ChatModelStreamAdvisor,
  suspendedTurnOf,
  ToolCallingAdvisor,
} from '@toolwright/chat';
import { errorTypeOf, type ObservationContext, ObservationHandler } from '@toolwright/core';
import { type ChatResponse, EMPTY_USAGE, type Usage } from '@toolwright/model';
import { ToolCallingObservationContext, type ToolDefinition } from '@toolwright/tools';
import type { TurnNews } from '../events/TurnNews.js';
import type { TurnStore } from '../store/TurnStore.js';
import { compareMessages } from './compareMessages.js';
import { breachOfCall, breachOfError, breachOfReason } from './breachOf.js';
import type { RecordedBreach, RecordedCall, RecordedFailure, RecordedRound, RecordedTurn } from './RecordedTurn.js';
import { newRound, newTurn, unseenRound } from './newRecords.js';
import { recordMessage } from './recordMessage.js';
import { sizeOf, storedText } from './StoredText.js';
import { StudioAdvisor } from './StudioAdvisor.js';
import { definitionsOf, withheldOf } from './toolLists.js';

/** Key of an advisor parameter: the id of a request that the studio itself makes. */
export const STUDIO_REQUEST_ID = 'toolwright_studio_request_id';

/** Reasons why a call does not run; the framework's values of `error.type`. */
const REFUSALS: ReadonlySet<string> = new Set(['limit_exceeded', 'unknown_tool', 'identical_call', 'call_declined']);

/**
 * Records turns from what is observed of them: the turn itself, the requests of the model, the calls of tools. It works
 * for every client of the registry that it is added to; without it nothing is recorded and nothing costs anything.
 */
export class TurnRecorder extends ObservationHandler {
  readonly #store: TurnStore;
  readonly #news: TurnNews;
  // By the contexts of the start: a filter may put others in their places at the end.
  readonly #turns = new WeakMap<ObservationContext, RecordedTurn>();
  readonly #rounds = new WeakMap<ObservationContext, RecordedRound>();
  readonly #calls = new WeakMap<ObservationContext, { readonly turn: RecordedTurn; readonly call: RecordedCall }>();
  /** Those whose start somebody waits for. */
  readonly #expected = new Map<string, (turn: RecordedTurn) => void>();

  constructor(store: TurnStore, news: TurnNews) {
    super();
    this.#store = store;
    this.#news = news;
  }

  override supportsContext(context: ObservationContext): context is ObservationContext {
    return (
      context instanceof ChatClientObservationContext ||
      context instanceof ChatModelObservationContext ||
      context instanceof ToolCallingObservationContext
    );
  }

  /** The turn that starts with this value of {@link STUDIO_REQUEST_ID}. */
  started(requestId: string): { readonly turn: Promise<RecordedTurn>; readonly forget: () => void } {
    const turn = new Promise<RecordedTurn>((resolve) => this.#expected.set(requestId, resolve));
    return { turn, forget: () => void this.#expected.delete(requestId) };
  }

  /** A piece of the answer of the turn that runs in this observation. */
  streamed(context: ObservationContext | null, text: string): void {
    const turn = this.turnOf(context);
    const round = turn?.rounds.at(-1);
    if (!turn || !round) return;
    const room = this.#store.maxTextLength - round.streamed.length;
    if (room > 0) {
      round.streamed += text.length > room ? text.slice(0, room) : text;
      turn.size += Math.min(text.length, room) * 2;
    }
    this.#news.text(turn, round, text);
  }

  /** A turn that waited is not stored any more where its approvals are: it was ended elsewhere, or it has expired. */
  expire(turn: RecordedTurn, error: Error): void {
    if (turn.status !== 'waiting') return;
    turn.status = 'cancelled';
    turn.pending = [];
    turn.suspendedTurnId = null;
    turn.resumption = null;
    turn.failure = this.#failure(error);
    this.#store.changed(turn);
    this.#news.turnEnded(turn);
  }

  override onStart(context: ObservationContext): void {
    if (context instanceof ChatClientObservationContext) this.#startTurn(context);
    else if (context instanceof ChatModelObservationContext) this.#startRound(context);
    else if (context instanceof ToolCallingObservationContext) this.#startCall(context);
  }

  override onStop(context: ObservationContext): void {
    if (context instanceof ChatClientObservationContext) this.#endTurn(context);
    else if (context instanceof ChatModelObservationContext) this.#endRound(context);
    else if (context instanceof ToolCallingObservationContext) this.#endCall(context);
  }

  #startTurn(context: ChatClientObservationContext): void {
    const { resumedTurnId, request } = context;
    const waiting = resumedTurnId === null ? undefined : this.#store.findSuspended(resumedTurnId);
    const turn = waiting ?? newTurn(context, this.turnOf(context.parent)?.id ?? null, this.#store.maxTextLength);
    turn.status = 'running';
    turn.runningSince = Date.now();
    turn.pending = [];
    turn.limits = limitsOf(context);
    this.#turns.set(context, turn);
    if (!waiting) {
      const parent = this.turnOf(context.parent);
      parent?.childTurnIds.push(turn.id);
      this.#store.add(turn);
    }
    this.#news.turnStarted(turn);
    const requestId = request.context[STUDIO_REQUEST_ID];
    if (typeof requestId !== 'string') return;
    this.#expected.get(requestId)?.(turn);
    this.#expected.delete(requestId);
  }

  #endTurn(context: ChatClientObservationContext): void {
    const turn = this.#turns.get(context.origin);
    if (!turn) return;
    const { response, error, streaming, request } = context;
    const answer = response?.chatResponse ?? null;
    if (turn.runningSince !== null) turn.activeTime += Date.now() - turn.runningSince;
    turn.runningSince = null;
    turn.resumption = null;
    // Limits of single tools may be known by their exact names only now.
    turn.limits = limitsOf(context);
    if (answer) this.#takeAnswer(turn, answer);
    if (error !== undefined) {
      const breach = breachOfError(error);
      if (breach) this.#breach(turn, breach);
      turn.failure = this.#failure(error);
      turn.status = breach ? 'limited' : isAbort(error, request.signal) ? 'cancelled' : 'failed';
    } else if (streaming && !response) turn.status = 'cancelled';
    else turn.status = this.#statusOf(context, turn, answer);
    if (turn.status !== 'waiting') turn.sent = [];
    this.#store.changed(turn);
    if (turn.status === 'waiting') this.#news.approvalPending(turn);
    this.#news.turnEnded(turn);
  }

  #takeAnswer(turn: RecordedTurn, { result, metadata }: ChatResponse): void {
    const text = result?.output.text ?? null;
    turn.size -= sizeOf(turn.answer);
    turn.answer = text === null ? null : storedText(text, this.#store.maxTextLength);
    turn.size += sizeOf(turn.answer);
    turn.finishReason = result?.metadata.finishReason ?? null;
    turn.usage = reported(metadata.usage) ?? turn.usage;
  }

  /** Of a turn that has ended without an error. */
  #statusOf(
    { request, advisors, streaming }: ChatClientObservationContext,
    turn: RecordedTurn,
    answer: ChatResponse | null,
  ): RecordedTurn['status'] {
    const suspended = suspendedTurnOf(answer);
    turn.suspendedTurnId = suspended?.turnId ?? null;
    if (suspended) {
      turn.pending = suspended.pendingApprovals;
      const client = advisors.find((advisor) => advisor instanceof StudioAdvisor)?.client();
      turn.resumption = client ? { client, request, streaming, advisors: givenAdvisors(advisors, client) } : null;
      return 'waiting';
    }
    const breach = breachOfReason(turn.finishReason);
    if (breach && breach !== 'calls') this.#breach(turn, breach);
    return breach ? 'limited' : 'completed';
  }

  #startRound(context: ChatModelObservationContext): void {
    const turn = this.turnOf(context);
    if (!turn) return;
    const { maxTextLength } = this.#store;
    const { prompt, provider, requestModel, streaming } = context;
    const messages = prompt.instructions.map((message) => recordMessage(message, maxTextLength));
    const { added, dropped } = compareMessages(turn.sent, messages);
    turn.sent = messages;
    const tools = definitionsOf(prompt.options);
    const round = newRound(turn, {
      provider,
      model: requestModel,
      streaming,
      messageCount: messages.length,
      added,
      dropped,
      tools,
      withheld: withheldOf(this.#attachedTo(context), tools),
    });
    for (const { size } of added) turn.size += size;
    this.#rounds.set(context, round);
    this.#store.changed(turn);
    this.#news.roundStarted(turn, round);
  }

  #endRound(context: ChatModelObservationContext): void {
    const round = this.#rounds.get(context.origin);
    const turn = this.turnOf(context);
    if (!round || !turn) return;
    const { response, error } = context;
    round.duration = Date.now() - round.startedAt;
    if (error !== undefined) round.failure = this.#failure(error);
    if (response) {
      const { result, metadata } = response;
      const output = response.results.find((each) => each.output.hasToolCalls())?.output ?? result?.output;
      const message = output ? recordMessage(output, this.#store.maxTextLength) : null;
      round.model = metadata.model || round.model;
      round.answer = {
        message,
        finishReason: result?.metadata.finishReason ?? null,
        usage: reported(metadata.usage) ?? null,
      };
      turn.size += message?.size ?? 0;
    }
    this.#store.changed(turn);
    this.#news.roundAnswered(turn, round);
  }

  #startCall(context: ToolCallingObservationContext): void {
    const turn = this.turnOf(context);
    if (!turn) return;
    const round = turn.rounds.at(-1) ?? unseenRound(turn);
    const call: RecordedCall = {
      key: `${round.index}.${round.calls.length}`,
      id: context.toolCallId,
      name: context.toolDefinition.name,
      arguments: storedText(context.toolCallArguments, this.#store.maxTextLength),
      startedAt: Date.now(),
      status: 'running',
      duration: null,
      result: null,
      failure: null,
    };
    round.calls.push(call);
    turn.size += sizeOf(call.arguments);
    this.#calls.set(context, { turn, call });
    this.#news.call('call-started', turn, round.index, call);
  }

  #endCall(context: ToolCallingObservationContext): void {
    const started = this.#calls.get(context.origin);
    if (!started) return;
    const { turn, call } = started;
    const { toolCallResult, error } = context;
    const type = context.lowCardinalityKeyValues.get('error.type');
    call.duration = Date.now() - call.startedAt;
    call.status = error === undefined ? 'succeeded' : type && REFUSALS.has(type) ? 'refused' : 'failed';
    if (toolCallResult !== null) call.result = storedText(toolCallResult, this.#store.maxTextLength);
    if (error !== undefined) call.failure = this.#failure(error, type);
    turn.size += sizeOf(call.result);
    const breach = breachOfCall(context);
    this.#store.changed(turn);
    this.#news.call('call-ended', turn, Number(call.key.split('.', 1)[0]), call);
    if (breach) this.#breach(turn, breach);
  }

  #breach(turn: RecordedTurn, breach: RecordedBreach): void {
    const isKnown = turn.breaches.some(({ kind, toolName }) => kind === breach.kind && toolName === breach.toolName);
    if (isKnown) return;
    turn.breaches.push(breach);
    this.#news.limitBreached(turn, breach);
  }

  #failure(error: unknown, type = errorTypeOf(error)): RecordedFailure {
    return {
      type,
      message: storedText(error instanceof Error ? error.message : String(error), this.#store.maxTextLength),
    };
  }

  /** The turn that an observation is a part of: that of the nearest client around it. */
  turnOf(context: ObservationContext | null): RecordedTurn | undefined {
    for (let each = context; each; each = each.parent) {
      if (each instanceof ChatClientObservationContext) return this.#turns.get(each.origin);
    }
    return undefined;
  }

  #attachedTo(context: ObservationContext): readonly ToolDefinition[] {
    for (let each = context.parent; each; each = each.parent) {
      if (each instanceof ChatClientObservationContext) return definitionsOf(each.request.prompt.options);
    }
    return [];
  }
}

/** The advisors of a turn that its client does not have by itself, without those that ask the model. */
function givenAdvisors(advisors: readonly Advisor[], { defaultAdvisors }: ChatClient): readonly Advisor[] {
  return advisors.filter(
    (advisor) =>
      !defaultAdvisors.includes(advisor) &&
      !(
        advisor instanceof StudioAdvisor ||
        advisor instanceof ChatModelCallAdvisor ||
        advisor instanceof ChatModelStreamAdvisor
      ),
  );
}

function limitsOf({ advisors }: ChatClientObservationContext): RecordedTurn['limits'] {
  return advisors.find((advisor) => advisor instanceof ToolCallingAdvisor)?.limits ?? null;
}

function reported(usage: Usage): Usage | undefined {
  return usage === EMPTY_USAGE || usage.totalTokens === 0 ? undefined : usage;
}

function isAbort(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted || (error instanceof Error && error.name === 'AbortError');
}
