import { type Attributes, type Meter, metrics } from '@opentelemetry/api';
import { ChatClientObservationContext, ChatModelObservationContext } from '@toolwright/chat';
import { type ObservationContext, ObservationHandler } from '@toolwright/core';
import {
  isDeferredTool,
  isToolCallingChatOptions,
  type ToolCallback,
  ToolCallingObservationContext,
  ToolCallLimitExceededException,
  TurnLimitExceededException,
} from '@toolwright/tools';
import { isSdkRegistered } from '../isSdkRegistered.js';
import { definitionTokens } from './definitionTokens.js';
import { createInstruments, type Instruments } from './instruments.js';

const LIMITS: ReadonlySet<string> = new Set([
  ToolCallLimitExceededException.FINISH_REASON,
  ...Object.values(TurnLimitExceededException.FINISH_REASONS),
]);

/** A name of a tool that nobody knows is the model's invention, and must not become a series of its own. */
const UNKNOWN_TOOL = 'unknown_tool';

/**
 * Counts and times turns, requests of models and calls of tools. Attributes have few distinct values: names of models and
 * of tools, types of errors.
 */
export class MetricsObservationHandler extends ObservationHandler {
  readonly #started = new WeakMap<ObservationContext, number>();
  readonly #rounds = new WeakMap<ObservationContext, number>();
  readonly #meter: Meter | undefined;
  #instruments: Instruments | undefined;

  /**
   * @param meter makes the instruments; default: that of the registered SDK, under the name `toolwright`; the handler is idle
   *   until there is one
   */
  constructor(meter?: Meter) {
    super();
    this.#meter = meter;
  }

  override get isIdle(): boolean {
    return this.#meter === undefined && !isSdkRegistered('metrics');
  }

  override supportsContext(context: ObservationContext): context is ObservationContext {
    return (
      context instanceof ChatModelObservationContext ||
      context instanceof ToolCallingObservationContext ||
      context instanceof ChatClientObservationContext
    );
  }

  override onStart(context: ObservationContext): void {
    // Others are told of it.
    if (this.isIdle) return;
    this.#instruments ??= createInstruments(this.#meter ?? metrics.getMeter('toolwright'));
    this.#started.set(context, performance.now());
  }

  override onStop(context: ObservationContext): void {
    const started = this.#started.get(context.origin);
    const instruments = this.#instruments;
    if (started === undefined || !instruments) return;
    const seconds = (performance.now() - started) / 1_000;
    if (context instanceof ChatModelObservationContext) this.#stopModel(context, instruments, seconds);
    else if (context instanceof ToolCallingObservationContext) stopTool(context, instruments, seconds);
    else if (context instanceof ChatClientObservationContext) this.#stopTurn(context, instruments);
  }

  #stopModel(context: ChatModelObservationContext, instruments: Instruments, seconds: number): void {
    const attributes = Object.fromEntries(context.lowCardinalityKeyValues);
    instruments.operationDuration.record(seconds, attributes);
    const usage = context.response?.metadata.usage;
    if (usage && usage.totalTokens > 0) {
      instruments.tokenUsage.record(usage.promptTokens, { ...attributes, 'gen_ai.token.type': 'input' });
      instruments.tokenUsage.record(usage.completionTokens, { ...attributes, 'gen_ai.token.type': 'output' });
    }
    const turn = turnOf(context);
    if (!turn) return;
    this.#rounds.set(turn, (this.#rounds.get(turn) ?? 0) + 1);
    const attached = toolsOf(turn.request.prompt.options);
    const sent = toolsOf(context.prompt.options);
    if (attached === sent || attached.length === 0 || sent.some(isDeferredTool)) return;
    const saved = definitionTokens(attached) - definitionTokens(sent);
    if (saved > 0) instruments.savedTokens.add(saved);
  }

  #stopTurn(context: ChatClientObservationContext, instruments: Instruments): void {
    const errorType = context.lowCardinalityKeyValues.get('error.type');
    const attributes = errorType === undefined ? {} : { 'error.type': errorType };
    instruments.turnRounds.record(this.#rounds.get(context.origin) ?? 0, attributes);
    const reason = context.response?.chatResponse?.result?.metadata.finishReason;
    if (reason && LIMITS.has(reason)) instruments.limitBreaches.add(1, { 'toolwright.limit': reason });
  }
}

function stopTool(context: ToolCallingObservationContext, instruments: Instruments, seconds: number): void {
  const values = context.lowCardinalityKeyValues;
  const errorType = values.get('error.type');
  const attributes: Attributes = {
    'gen_ai.tool.name': errorType === UNKNOWN_TOOL ? UNKNOWN_TOOL : context.toolDefinition.name,
    ...(errorType !== undefined && { 'error.type': errorType }),
  };
  instruments.toolDuration.record(seconds, attributes);
  if (errorType !== undefined) instruments.toolErrors.add(1, attributes);
}

function turnOf(context: ObservationContext): ChatClientObservationContext | undefined {
  for (let current = context.parent; current; current = current.parent) {
    if (current instanceof ChatClientObservationContext) return current;
  }
  return undefined;
}

function toolsOf(options: ChatModelObservationContext['prompt']['options']): readonly ToolCallback[] {
  return isToolCallingChatOptions(options) ? (options.toolCallbacks ?? []) : [];
}
