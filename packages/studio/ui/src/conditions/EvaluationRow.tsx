import type { ConditionEvaluation } from '@toolwright/studio/protocol';
import { Badge } from '../app/Badge.js';
import { Untrusted } from '../text/Untrusted.js';

/** What the conditions of one class or method decided. */
export function EvaluationRow({ evaluation: { source, matched, results } }: { evaluation: ConditionEvaluation }) {
  const [owner = source, method] = source.split('#');
  return (
    <li className="evaluation">
      <div className="evaluation-source">
        <Badge tone={matched ? 'ok' : 'quiet'}>{matched ? 'Matched' : 'Not matched'}</Badge>
        <span>
          <Untrusted text={owner} max={160} mono />
          {method !== undefined && (
            <span className="dimmed evaluation-method">
              #<Untrusted text={method} max={100} mono />
            </span>
          )}
        </span>
      </div>
      <ul className="evaluation-results">
        {results.map((result, index) => (
          <li key={index} className={result.matched ? 'matched' : 'not-matched'}>
            <span aria-hidden="true">{result.matched ? '✓' : '✕'}</span>
            <span>
              <span className="visually-hidden">{result.matched ? 'matched: ' : 'not matched: '}</span>
              <Untrusted text={result.message} max={600} />
              <span className="dimmed evaluation-condition">
                <Untrusted text={result.condition} max={80} mono />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </li>
  );
}
