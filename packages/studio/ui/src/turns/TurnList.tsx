import type { TurnSummary } from '@toolwright/studio/protocol';
import { Button, CloseButton, TextInput } from '@mantine/core';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Empty } from '../app/Empty.js';
import { navigate } from '../app/useRoute.js';
import { VirtualList } from '../app/VirtualList.js';
import { useStudio } from '../connection/StudioContext.js';
import { formatCount } from '../text/format.js';
import { Untrusted } from '../text/Untrusted.js';
import { matchesFilter } from './matchesFilter.js';
import { TurnRow } from './TurnRow.js';
import { useTurnList } from './useTurnList.js';

interface TurnListProps {
  readonly selected: string | undefined;
  /** Shows the turns of one conversation only; null for those without one, undefined for all. */
  readonly conversation: string | null | undefined;
  readonly onLeaveConversation: () => void;
}

/** The turns, newest first, with a box that narrows them down. */
export function TurnList({ selected, conversation, onLeaveConversation }: TurnListProps) {
  const { turns: store } = useStudio();
  const { turns, total, complete, ready, error } = useTurnList();
  const [filter, setFilter] = useState('');
  const wanted = useDeferredValue(filter.trim());
  const narrowed = wanted !== '' || conversation !== undefined;
  const shown = useMemo(
    () =>
      narrowed
        ? turns.filter(
            (turn) =>
              (conversation === undefined || turn.conversationId === conversation) && matchesFilter(turn, wanted),
          )
        : turns,
    [turns, wanted, conversation, narrowed],
  );
  // A filter looks at all turns, so all are loaded, one page after the other.
  useEffect(() => {
    if (narrowed && !complete) store.loadMore();
  }, [narrowed, complete, turns, store]);
  const count = narrowed ? shown.length : total;
  const onReach = useCallback(
    (index: number) => {
      if (!narrowed && index >= turns.length - 1) store.loadMore();
    },
    [narrowed, turns, store],
  );
  const renderRow = (index: number) => {
    const turn = shown[index];
    return turn === undefined ? <div className="row-facts">Loading…</div> : <TurnRow turn={turn} />;
  };
  const open = (index: number) => {
    const turn = shown[index];
    if (turn !== undefined) navigate('turns', turn.id);
  };
  return (
    <>
      {conversation !== undefined && (
        <div className="banner quiet">
          <span className="row-title">
            {conversation === null ? 'Without a conversation' : <Untrusted text={conversation} max={60} mono />}
          </span>
          <CloseButton
            size="sm"
            ml="auto"
            aria-label="Show the turns of all conversations"
            onClick={onLeaveConversation}
          />
        </div>
      )}
      <div className="list-head">
        <TextInput
          size="xs"
          type="search"
          aria-label="Filter turns"
          placeholder="Filter by text, id, model, status"
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        <span className="dimmed num list-count" role="status">
          {narrowed ? `${formatCount(count)} of ${formatCount(total)}` : formatCount(count)}
          <span className="visually-hidden"> turns</span>
        </span>
      </div>
      {error !== undefined && (
        <div className="banner bad" role="alert">
          {error}
          <Button size="compact-xs" variant="default" onClick={() => store.reload()}>
            Try again
          </Button>
        </div>
      )}
      {count > 0 ? (
        <VirtualList
          label="Turns"
          count={count}
          rowHeight={62}
          selected={indexOf(shown, selected)}
          renderRow={renderRow}
          onOpen={open}
          onReach={onReach}
        />
      ) : (
        <NoTurns ready={ready} narrowed={narrowed} />
      )}
    </>
  );
}

function NoTurns({ ready, narrowed }: { ready: boolean; narrowed: boolean }) {
  const { status } = useStudio();
  if (!ready) return <Empty title="Loading turns…" role="status" />;
  if (narrowed) return <Empty title="No turn matches">Change or clear the filter to see others.</Empty>;
  return (
    <Empty title="No turns yet">
      A turn appears here as soon as the application sends a prompt through one of its chat clients
      {status.capabilities.chat && ', or when you ask something below'}.
    </Empty>
  );
}

function indexOf(turns: readonly TurnSummary[], id: string | undefined): number {
  return id === undefined ? -1 : turns.findIndex((turn) => turn.id === id);
}
