import type { ToolRanking } from '@toolwright/studio/protocol';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Empty } from '../app/Empty.js';
import { withQuery } from '../connection/studioApi.js';
import { useResource } from '../connection/useResource.js';
import { formatCount } from '../text/format.js';
import { Untrusted } from '../text/Untrusted.js';
import { RankedToolRow } from './RankedToolRow.js';

/** Milliseconds after the last key until the search runs. */
const SETTLE = 200;

interface ToolSearchProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly selected: string | undefined;
}

/** Asks the application's tool search what a model would be given for a query, and shows the ranking and its reasons. */
export function ToolSearch({ query, onQuery, selected }: ToolSearchProps) {
  const [settled] = useDebouncedValue(query.trim(), SETTLE);
  const path = settled === '' ? null : withQuery('api/tools/search', { query: settled, limit: 50 });
  const { data, error } = useResource<ToolRanking>(path);
  const best = Math.max(...(data?.tools ?? []).map(({ score }) => score ?? 0), 0);
  const known = new Set((data?.tools ?? []).flatMap(({ matches }) => matches.flatMap(({ words }) => words)));
  return (
    <search className={query.trim() === '' ? 'tool-search' : 'tool-search open'}>
      <div className="list-head">
        <TextInput
          size="sm"
          type="search"
          label="Search as the model would"
          placeholder="cancel an order"
          value={query}
          onChange={(event) => onQuery(event.currentTarget.value)}
        />
      </div>
      {error !== undefined && (
        <div className="banner bad" role="alert">
          {error}
        </div>
      )}
      {query.trim() !== '' && data !== undefined && (
        <div className="ranking">
          <p className="dimmed ranking-head" role="status">
            {formatCount(data.totalMatches)} {data.totalMatches === 1 ? 'match' : 'matches'} by{' '}
            <Untrusted text={data.index} max={60} mono />
          </p>
          {data.tools.length === 0 ? (
            <Empty title="Nothing is found">A model would get no tool for these words.</Empty>
          ) : (
            <ol aria-label="Ranking">
              {data.tools.map((tool, index) => (
                <RankedToolRow
                  key={tool.name}
                  tool={tool}
                  rank={index + 1}
                  best={best}
                  known={known}
                  selected={tool.name === selected}
                />
              ))}
            </ol>
          )}
        </div>
      )}
    </search>
  );
}
