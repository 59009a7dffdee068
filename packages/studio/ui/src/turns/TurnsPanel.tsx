import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Empty } from '../app/Empty.js';
import { navigate } from '../app/useRoute.js';
import { ChatBox } from '../chat/ChatBox.js';
import { useStudio } from '../connection/StudioContext.js';
import { TurnView } from '../timeline/TurnView.js';
import { ConversationList } from './ConversationList.js';
import { TurnList } from './TurnList.js';
import { useTurnList } from './useTurnList.js';

const VIEWS = [
  { value: 'turns', label: 'Turns' },
  { value: 'conversations', label: 'Conversations' },
];

/** The list of turns or conversations beside the turn that is open. */
export function TurnsPanel({ selected }: { selected: string | undefined }) {
  const { status } = useStudio();
  const { total } = useTurnList();
  const [view, setView] = useState('turns');
  const [conversation, setConversation] = useState<string | null>();
  const openConversation = (id: string | null | undefined) => {
    setConversation(id);
    setView('turns');
  };
  return (
    <div className={selected === undefined ? 'split' : 'split has-detail'}>
      <section className="split-list" aria-label="Turns and conversations">
        <div className="list-head">
          <SegmentedControl size="xs" data={VIEWS} value={view} onChange={setView} fullWidth aria-label="List" />
        </div>
        {view === 'turns' ? (
          <TurnList
            selected={selected}
            conversation={conversation}
            onLeaveConversation={() => setConversation(undefined)}
          />
        ) : (
          <ConversationList onOpen={openConversation} />
        )}
        {status.capabilities.chat && <ChatBox conversation={conversation ?? undefined} />}
      </section>
      <section className="split-detail" aria-label="Turn">
        {selected === undefined ? (
          total > 0 && <Empty title="No turn is open">Choose one from the list: arrow keys move, Enter opens.</Empty>
        ) : (
          <TurnView
            key={selected}
            id={selected}
            onBack={() => navigate('turns')}
            onOpenConversation={openConversation}
          />
        )}
      </section>
    </div>
  );
}
