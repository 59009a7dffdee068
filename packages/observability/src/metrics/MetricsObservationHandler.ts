import { type Attributes, type Counter, type Histogram, type Meter, metrics } from '@opentelemetry/api';
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
import { definitionTokens } from './definitionTokens.js';

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
  readonly #turnRounds: Histogram;
  readonly #operationDuration: Histogram;
  readonly #tokenUsage: Histogram;
  readonly #toolDuration: Histogram;
  readonly #toolErrors: Counter;
  readonly #limitBreaches: Counter;
  readonly #savedTokens: Counter;

  /** @param meter makes the instruments; default: that of the registered SDK, under the name `toolwright` */
  constructor(meter: Meter = metrics.getMeter('toolwright')) {
    super();
    this.#turnRounds = meter.createHistogram('toolwright.turn.rounds', {
      description: 'Requests of the model in one turn.',
      unit: '{request}',
      advice: { explicitBucketBoundaries: [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30] },
    });
    this.#operationDuration = meter.createHistogram('gen_ai.client.operation.duration', {
      description: 'Duration of a request of the model.',
      unit: 's',
      advice: { explicitBucketBoundaries: SECONDS },
    });
    this.#tokenUsage = meter.createHistogram('gen_ai.client.token.usage', {
      description: 'Tokens of a request of the model and of its answer.',
      unit: '{token}',
      advice: { explicitBucketBoundaries: TOKENS },
    });
    this.#toolDuration = meter.createHistogram('toolwright.tool.duration', {
      description: 'Duration of a call of a tool.',
      unit: 's',
      advice: { explicitBucketBoundaries: SECONDS },
    });
    this.#toolErrors = meter.createCounter('toolwright.tool.errors', {
      description: 'Calls of tools that failed or were refused.',
      unit: '{call}',
    });
    this.#limitBreaches = meter.createCounter('toolwright.limit.breaches', {
      description: 'Turns that a limit ended.',
      unit: '{turn}',
    });
    this.#savedTokens = meter.createCounter('toolwright.tool_search.saved_tokens', {
      description: 'Tokens of tool definitions that a tool search kept out of requests, at four characters each.',
      unit: '{token}',
    });
  }

  override supportsContext(context: ObservationContext): context is ObservationContext {
    return (
      context instanceof ChatModelObservationContext ||
      context instanceof ToolCallingObservationContext ||
      context instanceof ChatClientObservationContext
    );
  }

  override onStart(context: ObservationContext): void {
    this.#started.set(context, performance.now());
  }

  override onStop(context: ObservationContext): void {
    if (context instanceof ChatModelObservationContext) this.#stopModel(context);
    else if (context instanceof ToolCallingObservationContext) this.#stopTool(context);
    else if (context instanceof ChatClientObservationContext) this.#stopTurn(context);
  }

  #stopModel(context: ChatModelObservationContext): void {
    const attributes = Object.fromEntries(context.lowCardinalityKeyValues);
    this.#operationDuration.record(this.#seconds(context), attributes);
    const usage = context.response?.metadata.usage;
    if (usage && usage.totalTokens > 0) {
      this.#tokenUsage.record(usage.promptTokens, { ...attributes, 'gen_ai.token.type': 'input' });
      this.#tokenUsage.record(usage.completionTokens, { ...attributes, 'gen_ai.token.type': 'output' });
    }
    const turn = turnOf(context);
    if (!turn) return;
    this.#rounds.set(turn, (this.#rounds.get(turn) ?? 0) + 1);
    const attached = toolsOf(turn.request.prompt.options);
    const sent = toolsOf(context.prompt.options);
    if (attached === sent || attached.length === 0 || sent.some(isDeferredTool)) return;
    const saved = definitionTokens(attached) - definitionTokens(sent);
    if (saved > 0) this.#savedTokens.add(saved);
  }

  #stopTool(context: ToolCallingObservationContext): void {
    const values = context.lowCardinalityKeyValues;
    const errorType = values.get('error.type');
    const attributes: Attributes = {
      'gen_ai.tool.name': errorType === UNKNOWN_TOOL ? UNKNOWN_TOOL : context.toolDefinition.name,
      ...(errorType !== undefined && { 'error.type': errorType }),
    };
    this.#toolDuration.record(this.#seconds(context), attributes);
    if (errorType !== undefined) this.#toolErrors.add(1, attributes);
  }

  #stopTurn(context: ChatClientObservationContext): void {
    const errorType = context.lowCardinalityKeyValues.get('error.type');
    const attributes = errorType === undefined ? {} : { 'error.type': errorType };
    this.#turnRounds.record(this.#rounds.get(context.origin) ?? 0, attributes);
    const reason = context.response?.chatResponse?.result?.metadata.finishReason;
    if (reason && LIMITS.has(reason)) this.#limitBreaches.add(1, { 'toolwright.limit': reason });
  }

  #seconds(context: ObservationContext): number {
    const now = performance.now();
    return (now - (this.#started.get(context.origin) ?? now)) / 1_000;
  }
}

// Those that the semantic conventions recommend.
const SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const TOKENS = [1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864];

function turnOf(context: ObservationContext): ChatClientObservationContext | undefined {
  for (let current = context.parent; current; current = current.parent) {
    if (current instanceof ChatClientObservationContext) return current;
  }
  return undefined;
}

function toolsOf(options: ChatModelObservationContext['prompt']['options']): readonly ToolCallback[] {
  return isToolCallingChatOptions(options) ? (options.toolCallbacks ?? []) : [];
}
