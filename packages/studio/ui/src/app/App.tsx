import type { StudioStatus } from '@toolwright/studio/protocol';
import { Button } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { SignIn } from '../connection/SignIn.js';
import { getJson, messageOf, openSession, StudioError } from '../connection/studioApi.js';
import { ConnectedApp } from './ConnectedApp.js';
import { Empty } from './Empty.js';

type Session =
  | { readonly state: 'opening' }
  | { readonly state: 'open'; readonly status: StudioStatus }
  | { readonly state: 'signed-out'; readonly reason: string }
  | { readonly state: 'failed'; readonly reason: string };

/** Opens the session, with the token of the address if there is one, and shows the page or how to get in. */
export function App({ token }: { token: string | undefined }) {
  const [session, setSession] = useState<Session>({ state: 'opening' });
  const [unused, setUnused] = useState(token);
  const load = useCallback(async () => {
    try {
      if (unused !== undefined) await openSession(unused);
      setUnused(undefined);
      setSession({ state: 'open', status: await getJson<StudioStatus>('api/status') });
    } catch (error) {
      const reason = messageOf(error);
      const refused = error instanceof StudioError && (error.status === 401 || error.status === 403);
      if (refused) setSession({ state: 'signed-out', reason });
      // A page that is already shown stays: its banner tells that the connection is lost.
      else setSession((last) => (last.state === 'open' ? last : { state: 'failed', reason }));
    }
  }, [unused]);
  useEffect(() => void load(), [load]);
  const reload = useCallback(() => void load(), [load]);
  switch (session.state) {
    case 'opening':
      return <Empty title="Opening the studio…" role="status" />;
    case 'signed-out':
      return <SignIn reason={session.reason} onOpen={reload} />;
    case 'failed':
      return (
        <Empty title="The studio cannot be opened" role="alert">
          <span>{session.reason}</span>
          <Button variant="default" size="compact-sm" onClick={reload}>
            Try again
          </Button>
        </Empty>
      );
    case 'open':
      return <ConnectedApp status={session.status} reloadStatus={reload} />;
  }
}
