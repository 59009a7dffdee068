import { Condition, type ConditionContext, type ConditionOutcome, OnPropertyCondition } from '@toolwright/boot';
import { isSdkRegistered } from '@toolwright/observability/isSdkRegistered';

/**
 * Matches if an OpenTelemetry SDK for the signal was registered before the start, as with `node --import`, or if
 * `observations.<signal>.enabled` is true; never if that is false.
 */
export class OnOpenTelemetryCondition extends Condition {
  /** @param signal `tracing` or `metrics` */
  constructor(readonly signal: 'tracing' | 'metrics') {
    super();
  }

  override matches(context: ConditionContext): ConditionOutcome {
    const { environment } = context;
    const key = `observations.${this.signal}.enabled`;
    const value = environment.getProperty(key)?.toLowerCase() ?? null;
    const registered = isSdkRegistered(this.signal === 'tracing' ? 'trace' : 'metrics');
    const switched = new OnPropertyCondition({ name: key, havingValue: 'true' });
    const matched = value === null ? registered : switched.matches(context).matched;
    const found = registered ? 'found' : 'did not find';
    return {
      matched,
      message: `@ConditionalOnOpenTelemetry (${this.signal}) ${
        value === null ? `${found} a registered OpenTelemetry SDK` : `found '${key}=${value}'`
      }`,
      properties: [
        { key, value, origin: environment.getOrigin(key) ?? null, matched, enabledBy: matched ? null : 'true' },
      ],
    };
  }
}
