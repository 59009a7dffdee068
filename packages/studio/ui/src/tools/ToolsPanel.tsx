import type { ToolList } from '@toolwright/studio/protocol';
import { TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Empty } from '../app/Empty.js';
import { navigate } from '../app/useRoute.js';
import { VirtualList } from '../app/VirtualList.js';
import { useStudio } from '../connection/StudioContext.js';
import { useResource } from '../connection/useResource.js';
import { formatCount, formatNumberOf } from '../text/format.js';
import { ToolDetail } from './ToolDetail.js';
import { ToolRow } from './ToolRow.js';
import { ToolSearch } from './ToolSearch.js';
import './tools.css';

/** The tools of the application: what they take, a form to try each, and what a search would find. */
export function ToolsPanel({ selected }: { selected: string | undefined }) {
  const { status } = useStudio();
  const { data, error } = useResource<ToolList>('api/tools');
  const [filter, setFilter] = useState('');
  const [query, setQuery] = useState('');
  const shown = useMemo(() => {
    const wanted = filter.trim().toLowerCase();
    return (data?.tools ?? []).filter(({ name, description }) =>
      `${name}\n${description}`.toLowerCase().includes(wanted),
    );
  }, [data, filter]);
  if (data === undefined) {
    return error === undefined ? (
      <Empty title="Loading tools…" role="status" />
    ) : (
      <Empty title="The tools cannot be shown" role="alert">
        {error}
      </Empty>
    );
  }
  const tool = data.tools.find(({ name }) => name === selected);
  return (
    <div className={selected === undefined ? 'split' : 'split has-detail'}>
      <section className="split-list" aria-label="Tools of the application">
        {status.capabilities.toolSearch && <ToolSearch query={query} onQuery={setQuery} selected={selected} />}
        {query.trim() === '' && (
          <>
            <div className="list-head">
              <TextInput
                size="xs"
                type="search"
                aria-label="Filter tools"
                placeholder="Filter by name or description"
                value={filter}
                onChange={(event) => setFilter(event.currentTarget.value)}
              />
              <span className="dimmed num list-count">
                {shown.length < data.tools.length
                  ? `${formatCount(shown.length)} of ${formatNumberOf(data.tools.length, 'tool')}`
                  : formatNumberOf(data.tools.length, 'tool') +
                    (data.tokens === null ? '' : ` · ${formatCount(data.tokens)} tok`)}
              </span>
            </div>
            {shown.length > 0 ? (
              <VirtualList
                label="Tools"
                count={shown.length}
                rowHeight={62}
                selected={shown.findIndex(({ name }) => name === selected)}
                onOpen={(index) => navigate('tools', shown[index]?.name)}
                renderRow={(index) => {
                  const row = shown[index];
                  return row === undefined ? null : <ToolRow tool={row} />;
                }}
              />
            ) : (
              <Empty title={data.tools.length === 0 ? 'The application has no tools' : 'No tool matches'} />
            )}
          </>
        )}
      </section>
      <section className="split-detail" aria-label="Tool">
        {tool !== undefined ? (
          <ToolDetail key={tool.name} tool={tool} />
        ) : (
          data.tools.length > 0 && (
            <Empty title={selected === undefined ? 'No tool is open' : 'The application has no such tool'}>
              Choose one from the list: arrow keys move, Enter opens.
            </Empty>
          )
        )}
      </section>
    </div>
  );
}
