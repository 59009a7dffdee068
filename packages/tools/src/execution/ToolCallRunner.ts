import pLimit from 'p-limit';
import type { ToolConcurrencyKey } from '../annotation/Tool.js';
import type { ToolCallApprovals } from '../approval/ToolCallApprovals.js';
import type { ToolCache } from '../cache/toolCache.js';
import { listenToToolCall } from '../listener/listenToToolCall.js';
import type { ToolRetry } from '../metadata/toolRetry.js';
import type { ToolCallObservation } from '../observation/ToolCallObservations.js';
import { answerFailure } from './answerFailure.js';
import { queueOf, readArguments } from './concurrencyKey.js';
import { retryToolCall, type ToolCallTrace } from './retryToolCall.js';
import { runToolCall } from './runToolCall.js';
import type { PlannedCall, ToolCallScope } from './ToolCallScope.js';
import { ToolExecutionException } from './ToolExecutionException.js';
import { truncateResult } from './truncateResult.js';

/** Holds back what would be too much at a time. */
type Limit = ReturnType<typeof pLimit>;

/** Runs the calls of a batch that may run, each to its outcome: approval, order, retry, listeners, the tool itself. */
export class ToolCallRunner {
  constructor(
    private readonly scope: ToolCallScope,
    private readonly approvals: ToolCallApprovals,
  ) {}

  /** Runs calls at the same time; one that is exclusive waits for those before it and holds up those after it. */
  run(planned: readonly PlannedCall[]): Promise<void> {
    const first = planned[0];
    return planned.length === 1 && first ? this.allowAndExecute(first) : this.executeAll(planned);
  }

  private async executeAll(planned: readonly PlannedCall[]): Promise<void> {
    let group: PlannedCall[] = [];
    for (const call of planned) {
      if (call.metadata.attributes['concurrency'] !== 'exclusive') {
        group.push(call);
        continue;
      }
      await this.executeGroup(group);
      await this.allowAndExecute(call);
      group = [];
    }
    await this.executeGroup(group);
  }

  private async executeGroup(group: readonly PlannedCall[]): Promise<void> {
    const { executionConcurrency } = this.scope.settings;
    const limit = group.length > executionConcurrency ? pLimit(executionConcurrency) : null;
    await Promise.all(group.map((planned) => this.allowAndExecute(planned, limit)));
  }

  /** Runs one call once it is allowed; while that is awaited, it takes no place of one that could run. */
  private allowAndExecute(planned: PlannedCall, limit: Limit | null = null): Promise<void> {
    if (!this.approvals.concerns(planned)) return this.executeWithin(planned, limit);
    return this.approvals.allow(planned).then((allowed) => allowed && this.executeWithin(allowed, limit));
  }

  private executeWithin(planned: PlannedCall, limit: Limit | null): Promise<void> {
    const { budget } = this.scope.options;
    // While one call runs, the clock of the turn does, whoever is waited for beside it.
    return budget?.isTimed ? budget.runCall(() => this.begin(planned, limit)) : this.begin(planned, limit);
  }

  private begin(planned: PlannedCall, limit: Limit | null): Promise<void> {
    const { concurrency } = planned.metadata.attributes;
    if (typeof concurrency === 'function') {
      return this.executeInQueue(planned, concurrency as ToolConcurrencyKey, limit);
    }
    return this.executeNext(planned, limit);
  }

  /** Waits for the calls with the same key; what has no readable arguments fails by itself. */
  private async executeInQueue(planned: PlannedCall, keyOf: ToolConcurrencyKey, limit: Limit | null): Promise<void> {
    const { index, call, callback } = planned;
    const args = readArguments(call.arguments);
    let key: unknown;
    try {
      key = args && keyOf(args);
    } catch (error) {
      const exception = new ToolExecutionException(callback.definition, error, { phase: 'arguments' });
      await answerFailure(this.scope, index, call, exception);
      return;
    }
    const execute = (): Promise<void> => this.executeNext(planned, limit);
    await (args ? queueOf(keyOf).run(key, execute) : execute());
  }

  private executeNext(planned: PlannedCall, limit: Limit | null): Promise<void> {
    return limit ? limit(() => this.execute(planned)) : this.execute(planned);
  }

  /** Runs one call to its outcome; never rejects. */
  private execute(planned: PlannedCall): Promise<void> {
    const { options, observations } = this.scope;
    const { signal } = options;
    // Nobody waits for the batch any more, so what is still queued does not start (TX-03).
    if (signal?.aborted) return Promise.resolve();
    if (observations.isNoop) return this.runToOutcome(planned, null);
    const { call, callback } = planned;
    return observations.run(call, callback, signal, (observation) => this.runToOutcome(planned, observation));
  }

  private async runToOutcome(planned: PlannedCall, observation: ToolCallObservation | null): Promise<void> {
    const { index, call, callback, metadata } = planned;
    const { options, settings, outcomes } = this.scope;
    try {
      const result = (await this.call(planned)) as string | null | undefined;
      const offloaded = settings.resultOffload?.offload(result ?? '', callback, options) ?? result ?? '';
      const whole = typeof offloaded === 'string' ? offloaded : await offloaded;
      const text = truncateResult(whole, planned, settings.maxResultChars);
      outcomes.succeed(index, call, text, metadata.returnDirect);
      observation?.result(text);
    } catch (error) {
      if (options.signal?.aborted) return;
      observation?.error(error);
      const exception =
        error instanceof ToolExecutionException ? error : new ToolExecutionException(callback.definition, error);
      const text = await answerFailure(this.scope, index, call, exception);
      if (text !== null) observation?.result(text);
    }
  }

  private call(planned: PlannedCall): Promise<string> {
    const { call, callback, metadata, timeout } = planned;
    const { settings, options, context } = this.scope;
    const retry = metadata.attributes['retry'] as ToolRetry | undefined;
    const cache = settings.resultCache && (metadata.attributes['cache'] as ToolCache | undefined);
    if (retry || cache || settings.toolCallListeners.length > 0) return this.callWithin(planned, retry, cache);
    return runToolCall(call, callback, context, timeout, options.signal);
  }

  /** Listeners around the cache around the tries of the call. */
  private callWithin(
    { call, callback, timeout }: PlannedCall,
    retry: ToolRetry | undefined,
    cache: ToolCache | null | undefined,
  ): Promise<string> {
    const { settings, options, context } = this.scope;
    const { toolCallListeners } = settings;
    const { signal } = options;
    const trace: ToolCallTrace = { attempts: retry ? 0 : 1, cached: false };
    const once = (): Promise<string> => runToolCall(call, callback, context, timeout, signal);
    const start = retry ? (): Promise<string> => retryToolCall(retry, trace, signal, once) : once;
    const cached = settings.resultCache;
    const run =
      cache && cached
        ? (): Promise<string> =>
            cached.resultOf({ callback, arguments: call.arguments, context, cache, signal, trace }, start)
        : start;
    return toolCallListeners.length === 0
      ? run()
      : listenToToolCall(toolCallListeners, call, callback, signal, trace, run);
  }
}
