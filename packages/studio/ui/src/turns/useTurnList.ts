import { useSyncExternalStore } from 'react';
import { useStudio } from '../connection/StudioContext.js';
import type { TurnList } from './TurnListStore.js';

/** The list of turns, as far as it is loaded. */
export function useTurnList(): TurnList {
  const { turns } = useStudio();
  return useSyncExternalStore(turns.subscribe, turns.getList);
}
