import type { FieldMatch, RankedTool } from '@toolwright/studio/protocol';
import { addressOf } from '../app/useRoute.js';
import { Untrusted } from '../text/Untrusted.js';

const FIELDS: Readonly<Record<FieldMatch['field'], string>> = {
  toolName: 'name',
  summary: 'description',
  parameterName: 'parameter names',
  parameterDescription: 'parameter descriptions',
  parameterEnum: 'allowed values',
  category: 'category',
};

interface RankedToolRowProps {
  readonly tool: RankedTool;
  readonly rank: number;
  /** The highest score of the ranking, for the length of the bars. */
  readonly best: number;
  /** Words of the query that any of the tools has. */
  readonly known: ReadonlySet<string>;
  readonly selected: boolean;
}

/** A tool that a search has found: its place and score, and which words were found in which of its texts. */
export function RankedToolRow({ tool, rank, best, known, selected }: RankedToolRowProps) {
  const { name, score, description, matches } = tool;
  const found = new Set(matches.flatMap(({ words }) => words));
  const missing = [...known].filter((word) => !found.has(word));
  return (
    <li className={selected ? 'ranked selected' : 'ranked'}>
      <span className="ranked-rank num">{rank}</span>
      <div className="ranked-body">
        <div className="ranked-head">
          <a href={addressOf('tools', name)}>
            <Untrusted text={name} max={120} mono />
          </a>
          {score !== null && (
            <span className="num" title="Score on the scale of the index; higher is better">
              {score.toLocaleString('en', { maximumSignificantDigits: 4 })}
            </span>
          )}
        </div>
        {score !== null && best > 0 && (
          <div className="ranked-track" aria-hidden="true">
            <div className="ranked-fill" style={{ width: `${Math.max(0, score / best) * 100}%` }} />
          </div>
        )}
        <div className="dimmed ranked-description">
          <Untrusted text={description} max={140} />
        </div>
        {matches.length === 0 ? (
          <p className="dimmed ranked-why">Found by meaning: this index compares no words.</p>
        ) : (
          <ul className="ranked-why" aria-label={`Why ${name} was found`}>
            {matches.map(({ field, words }) => (
              <li key={field}>
                {words.map((word) => (
                  <mark key={word}>
                    <Untrusted text={word} max={40} />
                  </mark>
                ))}
                <span className="dimmed">in {FIELDS[field] ?? field}</span>
              </li>
            ))}
            {missing.length > 0 && (
              <li className="dimmed">
                without <Untrusted text={missing.join(', ')} max={120} />
              </li>
            )}
          </ul>
        )}
      </div>
    </li>
  );
}
