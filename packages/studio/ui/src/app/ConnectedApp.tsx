import type { StudioStatus } from '@toolwright/studio/protocol';
import { useEffect, useMemo, useState } from 'react';
import { ConnectionBanner } from '../connection/ConnectionBanner.js';
import { EventStream } from '../connection/EventStream.js';
import { type Studio, StudioContext, useStreamState } from '../connection/StudioContext.js';
import { TurnListStore } from '../turns/TurnListStore.js';
import { ContentNotice } from './ContentNotice.js';
import { Header } from './Header.js';
import { Panel } from './Panel.js';
import { useRoute } from './useRoute.js';

interface ConnectedAppProps {
  readonly status: StudioStatus;
  readonly reloadStatus: () => void;
}

/** The page once its session is open. */
export function ConnectedApp({ status, reloadStatus }: ConnectedAppProps) {
  const [stream] = useState(() => new EventStream('api/events'));
  const [turns] = useState(() => new TurnListStore());
  const state = useStreamState(stream);
  const route = useRoute();
  useEffect(() => {
    const stopList = turns.follow(stream);
    const stopStatus = stream.onEvent(({ event }) => {
      if (event.type === 'content-changed' || event.type === 'reset') reloadStatus();
    });
    const stopStream = stream.start();
    return () => {
      stopStream();
      stopStatus();
      stopList();
    };
  }, [stream, turns, reloadStatus]);
  useEffect(() => {
    if (state === 'refused') reloadStatus();
  }, [state, reloadStatus]);
  const studio = useMemo<Studio>(
    () => ({ status, stream, turns, reloadStatus }),
    [status, stream, turns, reloadStatus],
  );
  return (
    <StudioContext value={studio}>
      <a
        className="skip-link"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('main')?.focus();
        }}
      >
        Skip to the content
      </a>
      <div className="app">
        <Header panel={route.panel} />
        <div>
          <ConnectionBanner />
          <ContentNotice />
        </div>
        <main className="app-main" id="main" tabIndex={-1}>
          <Panel route={route} />
        </main>
      </div>
    </StudioContext>
  );
}
