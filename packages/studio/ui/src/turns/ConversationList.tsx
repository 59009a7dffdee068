import type { ConversationPage, ConversationSummary, StudioEvent } from '@toolwright/studio/protocol';
import { useCallback, useEffect, useState } from 'react';
import { Empty } from '../app/Empty.js';
import { VirtualList } from '../app/VirtualList.js';
import { getJson, messageOf, withQuery } from '../connection/studioApi.js';
import { useStudio } from '../connection/StudioContext.js';
import { formatNumberOf, formatTime } from '../text/format.js';
import { Preview } from '../text/Preview.js';
import { Untrusted } from '../text/Untrusted.js';
import { StatusBadge } from './StatusBadge.js';

const PAGE = 200;
/** Milliseconds after a turn has started or ended until the list is loaded again. */
const RELOAD_AFTER = 400;

/** Events after which it is loaded again. */
const CHANGES: ReadonlySet<StudioEvent['type']> = new Set(['turn-started', 'turn-ended', 'content-changed', 'reset']);

interface Loaded {
  readonly conversations: readonly ConversationSummary[];
  readonly cursor: string | null;
  readonly total: number;
}

/** The conversations, the one with the newest turn first; opening one shows its turns. */
export function ConversationList({ onOpen }: { onOpen: (conversation: string | null) => void }) {
  const { stream } = useStudio();
  const [list, setList] = useState<Loaded>();
  const [error, setError] = useState<string>();
  const load = useCallback((cursor: string | null, before: readonly ConversationSummary[]) => {
    getJson<ConversationPage>(withQuery('api/conversations', { cursor, limit: PAGE }))
      .then(({ conversations, nextCursor, total }) => {
        setError(undefined);
        setList({ conversations: [...before, ...conversations], cursor: nextCursor, total });
      })
      .catch((cause: unknown) => setError(messageOf(cause)));
  }, []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    load(null, []);
    const stop = stream.onEvent(({ event }) => {
      if (CHANGES.has(event.type)) {
        clearTimeout(timer);
        timer = setTimeout(() => load(null, []), RELOAD_AFTER);
      }
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [stream, load]);

  if (error !== undefined)
    return (
      <Empty title="The conversations cannot be shown" role="alert">
        {error}
      </Empty>
    );
  if (list === undefined) return <Empty title="Loading conversations…" role="status" />;
  if (list.total === 0) return <Empty title="No conversations yet">They appear with their first turn.</Empty>;
  return (
    <VirtualList
      label="Conversations"
      count={list.total}
      rowHeight={62}
      selected={-1}
      onOpen={(index) => {
        const conversation = list.conversations[index];
        if (conversation !== undefined) onOpen(conversation.conversationId);
      }}
      onReach={(index) => {
        if (index >= list.conversations.length && list.cursor !== null) load(list.cursor, list.conversations);
      }}
      renderRow={(index) => {
        const conversation = list.conversations[index];
        return conversation === undefined ? <span className="dimmed">Loading…</span> : <Row {...conversation} />;
      }}
    />
  );
}

function Row({ conversationId, turns, lastTurn }: ConversationSummary) {
  return (
    <>
      <div className="row-title">
        {conversationId === null ? (
          <em className="dimmed">Without a conversation</em>
        ) : (
          <Untrusted text={conversationId} max={80} mono />
        )}
      </div>
      <div className="row-facts">
        <StatusBadge status={lastTurn.status} />
        <span>{formatNumberOf(turns, 'turn')}</span>
        <Preview content={lastTurn.question} max={60} />
        <span className="push">{formatTime(lastTurn.startedAt)}</span>
      </div>
    </>
  );
}
