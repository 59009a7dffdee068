import type { StudioEvent, TurnDetails } from '@toolwright/studio/protocol';
import { useCallback, useEffect, useState } from 'react';
import { isLater, type ReceivedEvent } from '../connection/EventStream.js';
import { getJson, messageOf } from '../connection/studioApi.js';
import { useStudio } from '../connection/StudioContext.js';
import { applyEvent } from './applyEvent.js';

/** Milliseconds in which pieces of text are gathered before the page is drawn again. */
const GATHER = 50;
/** Milliseconds after an event until what it does not tell is loaded; events in between share one request. */
const RELOAD_AFTER = 200;

/** A turn as it is now, or why it cannot be shown. */
export interface LiveTurn {
  readonly turn: TurnDetails | undefined;
  readonly error: string | undefined;
  readonly reload: () => void;
}

interface Loaded {
  readonly id: string;
  readonly turn?: TurnDetails;
  readonly error?: string;
}

/** Loads a turn and follows it: events are applied at once, and what they do not tell is loaded soon after. */
export function useTurn(id: string): LiveTurn {
  const { stream } = useStudio();
  const [loaded, setLoaded] = useState<Loaded>({ id });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const abort = new AbortController();
    /** Events that the last answer of the studio does not include. */
    let pending: ReceivedEvent[] = [];
    let state: TurnDetails | undefined;
    /** How many of them `state` has. */
    let applied = 0;
    let busy = false;
    let again = false;
    let drawing: ReturnType<typeof setTimeout> | undefined;
    let loading: ReturnType<typeof setTimeout> | undefined;

    const draw = () => {
      drawing = undefined;
      if (state === undefined) return;
      for (; applied < pending.length; applied++) {
        const received = pending[applied];
        if (received !== undefined) state = applyEvent(state, received.event);
      }
      setLoaded({ id, turn: state });
    };
    const load = async () => {
      // One request at a time, so that no answer is overtaken by an older one.
      if (busy) {
        again = true;
        return;
      }
      busy = true;
      try {
        const answer = await getJson<TurnDetails>(`api/turns/${encodeURIComponent(id)}`, abort.signal);
        state = answer;
        applied = 0;
        pending = pending.filter((received) => isLater(received.id, answer.eventId));
        draw();
      } catch (error) {
        if (abort.signal.aborted) return;
        setLoaded((last) => (last.id === id && last.turn !== undefined ? last : { id, error: messageOf(error) }));
      } finally {
        busy = false;
        if (again && !abort.signal.aborted) loadSoon();
        again = false;
      }
    };
    const loadSoon = () => {
      loading ??= setTimeout(() => {
        loading = undefined;
        void load();
      }, RELOAD_AFTER);
    };
    const stopListening = stream.onEvent((received) => {
      if (received.event.type === 'reset' || received.event.type === 'content-changed') {
        pending = [];
        applied = 0;
        loadSoon();
        return;
      }
      if (turnIdOf(received.event) !== id) return;
      pending.push(received);
      drawing ??= setTimeout(draw, GATHER);
      if (received.event.type !== 'text-delta') loadSoon();
    });
    const stopWaiting = stream.onState(() => {
      if (stream.state === 'open') loadSoon();
    });
    void load();
    return () => {
      abort.abort();
      stopListening();
      stopWaiting();
      clearTimeout(drawing);
      clearTimeout(loading);
    };
  }, [id, stream, attempt]);

  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  const current: Loaded = loaded.id === id ? loaded : { id };
  return { turn: current.turn, error: current.error, reload };
}

function turnIdOf(event: Exclude<StudioEvent, { type: 'reset' | 'content-changed' }>): string {
  return 'turn' in event ? event.turn.id : event.turnId;
}
