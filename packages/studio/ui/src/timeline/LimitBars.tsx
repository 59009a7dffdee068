import type { LimitKind, LimitUse } from '@toolwright/studio/protocol';
import { formatCount, formatDuration } from '../text/format.js';
import { Untrusted } from '../text/Untrusted.js';

const NAMES: Readonly<Record<LimitKind, string>> = {
  'total-calls': 'Calls in all',
  'tool-calls': 'Calls of one tool',
  'identical-calls': 'Identical calls',
  rounds: 'Rounds',
  duration: 'Duration',
  tokens: 'Tokens',
  cost: 'Cost',
};

/** The limits of the turn, each with how near it is. */
export function LimitBars({ limits }: { limits: readonly LimitUse[] }) {
  return (
    <section className="limits" aria-label="Limits">
      <h3>Limits</h3>
      <ul>
        {limits.map((limit) => (
          <LimitBar key={`${limit.kind} ${limit.toolName ?? ''}`} {...limit} />
        ))}
      </ul>
    </section>
  );
}

function LimitBar({ kind, toolName, used, limit, breached }: LimitUse) {
  const share = used === null ? 0 : Math.min(1, used / limit);
  const tone = breached ? 'bad' : share >= 0.8 ? 'warn' : 'ok';
  const name = NAMES[kind] ?? kind;
  const figures = `${used === null ? 'unknown' : amount(kind, used)} of ${amount(kind, limit)}`;
  return (
    <li className={`limit ${tone}`}>
      <div className="limit-text">
        <span>{toolName === null ? name : <Untrusted text={toolName} max={60} mono />}</span>
        <span className="num">
          {figures}
          {breached && <strong> breached</strong>}
        </span>
      </div>
      <div
        className="limit-track"
        role="meter"
        aria-label={toolName === null ? name : `${name}: ${toolName}`}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={used ?? 0}
        aria-valuetext={breached ? `${figures}, breached` : figures}
      >
        <div className="limit-fill" style={{ width: `${share * 100}%` }} />
      </div>
    </li>
  );
}

function amount(kind: LimitKind, value: number): string {
  if (kind === 'duration') return formatDuration(value);
  return kind === 'cost' ? value.toLocaleString('en', { maximumFractionDigits: 4 }) : formatCount(value);
}
