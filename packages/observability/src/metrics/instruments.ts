import type { Counter, Histogram, Meter } from '@opentelemetry/api';

/** What is counted and timed. */
export interface Instruments {
  readonly turnRounds: Histogram;
  readonly operationDuration: Histogram;
  readonly tokenUsage: Histogram;
  readonly toolDuration: Histogram;
  readonly toolErrors: Counter;
  readonly limitBreaches: Counter;
  readonly savedTokens: Counter;
}

// Those that the semantic conventions recommend.
const SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const TOKENS = [1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864];

/** Makes all instruments; a meter that was got before there was an SDK makes such that record nothing, for ever. */
export function createInstruments(meter: Meter): Instruments {
  return {
    turnRounds: meter.createHistogram('toolwright.turn.rounds', {
      description: 'Requests of the model in one turn.',
      unit: '{request}',
      advice: { explicitBucketBoundaries: [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30] },
    }),
    operationDuration: meter.createHistogram('gen_ai.client.operation.duration', {
      description: 'Duration of a request of the model.',
      unit: 's',
      advice: { explicitBucketBoundaries: SECONDS },
    }),
    tokenUsage: meter.createHistogram('gen_ai.client.token.usage', {
      description: 'Tokens of a request of the model and of its answer.',
      unit: '{token}',
      advice: { explicitBucketBoundaries: TOKENS },
    }),
    toolDuration: meter.createHistogram('toolwright.tool.duration', {
      description: 'Duration of a call of a tool.',
      unit: 's',
      advice: { explicitBucketBoundaries: SECONDS },
    }),
    toolErrors: meter.createCounter('toolwright.tool.errors', {
      description: 'Calls of tools that failed or were refused.',
      unit: '{call}',
    }),
    limitBreaches: meter.createCounter('toolwright.limit.breaches', {
      description: 'Turns that a limit ended.',
      unit: '{turn}',
    }),
    savedTokens: meter.createCounter('toolwright.tool_search.saved_tokens', {
      description: 'Tokens of tool definitions that a tool search kept out of requests, at four characters each.',
      unit: '{token}',
    }),
  };
}
