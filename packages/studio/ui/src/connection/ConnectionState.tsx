import { useStreamState, useStudio } from './StudioContext.js';
import './connection.css';

const TEXT = { connecting: 'Connecting', open: 'Live', lost: 'Reconnecting', refused: 'Signed out' } as const;

/** Whether the page is told of what happens. */
export function ConnectionState() {
  const state = useStreamState(useStudio().stream);
  return (
    <span className={`connection-state ${state}`} title={`Event stream: ${TEXT[state]}`}>
      <span className="connection-dot" aria-hidden="true" />
      <span>{TEXT[state]}</span>
    </span>
  );
}
