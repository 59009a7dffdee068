import type { CallDetails } from '@toolwright/studio/protocol';

/** From when to when something ran, in milliseconds since 1970. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** When the calls of a round ran; undefined unless there are several that took measurable time. */
export function spanOf(calls: readonly CallDetails[]): TimeSpan | undefined {
  const ran = calls.filter(({ status }) => status !== 'refused');
  if (ran.length < 2) return undefined;
  const from = Math.min(...ran.map(({ startedAt }) => startedAt));
  const to = Math.max(...ran.map(endOf));
  return to > from ? { from, to } : undefined;
}

/** Where in that time one call ran, so that it is seen at a glance which ran side by side and which was slow. */
export function CallBar({ call, span: { from, to } }: { call: CallDetails; span: TimeSpan }) {
  const left = Math.max(0, (call.startedAt - from) / (to - from));
  const width = Math.max(0, Math.min(1 - left, (endOf(call) - call.startedAt) / (to - from)));
  return (
    <div className="call-track" aria-hidden="true">
      <div className="call-bar" style={{ marginLeft: `${left * 100}%`, width: `${width * 100}%` }} />
    </div>
  );
}

function endOf({ startedAt, duration }: CallDetails): number {
  return duration === null ? Date.now() : startedAt + duration;
}
