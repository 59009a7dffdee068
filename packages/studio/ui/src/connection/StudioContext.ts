import { createContext, useContext, useSyncExternalStore } from 'react';
import type { StudioStatus } from '@toolwright/studio/protocol';
import type { TurnListStore } from '../turns/TurnListStore.js';
import type { EventStream, StreamState } from './EventStream.js';

/** What every panel needs: whose studio it is, and what happens in it. */
export interface Studio {
  readonly status: StudioStatus;
  readonly stream: EventStream;
  readonly turns: TurnListStore;
  /** Asks for the status again. */
  readonly reloadStatus: () => void;
}

/** Set once the session is open. */
export const StudioContext = createContext<Studio | null>(null);

/** The studio that the page is connected to. */
export function useStudio(): Studio {
  const studio = useContext(StudioContext);
  if (studio === null) throw new Error('Outside of the connected part of the page');
  return studio;
}

/** Whether events arrive. */
export function useStreamState(stream: EventStream): StreamState {
  return useSyncExternalStore(stream.onState, () => stream.state);
}
