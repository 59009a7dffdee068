import { BaseAdvisor, type ChatClientRequest, type ChatClientResponse } from '@toolwright/chat';
import { ObservationRegistry } from '@toolwright/core';
import { MetricsObservationHandler, TracingObservationHandler } from '@toolwright/observability';
import { Contest } from './Contest.js';
import { measure } from './measure.js';
import { Script } from './script.js';

/**
 * `npm run bench:chat`: what a round and what a piece of a stream cost in conversations of 10, 200 and 2,000 messages,
 * beside a hand-written loop in the same process over the same instant model.
 */
const HISTORIES = [10, 200, 2000];
const ROUNDS = 10;
const DELTAS = 200;

const rounds = new Script({ rounds: ROUNDS });
const pieces = new Script({ deltas: DELTAS });

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

const lines = ['history   what         by hand   Toolwright   overhead   ratio'];
for (const messages of HISTORIES) {
  const turns = messages > 1000 ? 100 : 200;
  const measured = [
    ['round', ROUNDS, await measure(new Contest(rounds, { messages }).called, { warmUp: 1000, batches: 9, turns })],
    ['piece', DELTAS, await measure(new Contest(pieces, { messages }).streamed, { warmUp: 500, batches: 9, turns })],
  ] as const;
  for (const [what, parts, pair] of measured) {
    const [plain, toolwright] = pair.map(({ microseconds }) => microseconds / parts);
    if (plain === undefined || toolwright === undefined) throw new Error('nothing was measured');
    const cell = (value: number): string => `${value.toFixed(3)} us`.padStart(12);
    lines.push(
      `${String(messages).padStart(7)}   ${what.padEnd(6)} ${cell(plain)} ${cell(toolwright)} ` +
        `${cell(toolwright - plain)} ${(toolwright / plain).toFixed(1).padStart(6)}`,
    );
  }
}

/** Looks at the whole answer of a stream, as loggers, memories and guards do. */
class Watching extends BaseAdvisor {
  override readonly order = 0;

  override before(request: ChatClientRequest): ChatClientRequest {
    return request;
  }

  override after(response: ChatClientResponse): ChatClientResponse {
    return response;
  }
}

const watched = [1, 20].map((count) => {
  const advisors = Array.from({ length: count }, () => new Watching());
  const watchedClient = new Contest(pieces).client
    .mutate()
    .defaultAdvisors(...advisors)
    .build();
  return {
    name: `${count} advisor${count > 1 ? 's' : ''}`,
    turn: async () => pieces.check(await textOf(watchedClient.prompt('go').stream().content())),
  };
});
lines.push('', 'advisors that look at the whole answer of a stream');
for (const { name, microseconds } of await measure(watched, { warmUp: 300, batches: 9, turns: 100 })) {
  lines.push(`${name.padEnd(11)} ${(microseconds / DELTAS).toFixed(3).padStart(9)} us per piece`);
}

const told = (): ObservationRegistry =>
  new ObservationRegistry().addHandler(new TracingObservationHandler()).addHandler(new MetricsObservationHandler());
lines.push('', 'handlers for OpenTelemetry in a process without an SDK');
for (const [what, parts, script, kind] of [
  ['round', ROUNDS, rounds, 'called'],
  ['piece', DELTAS, pieces, 'streamed'],
] as const) {
  const subjects = [
    { ...new Contest(script)[kind][1], name: 'no observations' },
    { ...new Contest(script, { observationRegistry: told() })[kind][1], name: 'handlers' },
  ];
  const measured = await measure(subjects, { warmUp: 1000, batches: 15, turns: 200 });
  for (const { name, microseconds } of measured) {
    lines.push(`${name.padEnd(15)} ${(microseconds / parts).toFixed(3).padStart(9)} us per ${what}`);
  }
}
process.stdout.write(`${lines.join('\n')}\n`);
