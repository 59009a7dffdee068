import type { TurnStatus } from '@toolwright/studio/protocol';
import { Badge, type BadgeTone } from '../app/Badge.js';

const LOOK: Readonly<Record<TurnStatus, readonly [BadgeTone, string]>> = {
  running: ['info', 'Running'],
  waiting: ['warn', 'Waiting for approval'],
  completed: ['ok', 'Completed'],
  limited: ['bad', 'Limit reached'],
  failed: ['bad', 'Failed'],
  cancelled: ['quiet', 'Cancelled'],
};

/** Where a turn stands. */
export function StatusBadge({ status }: { status: TurnStatus }) {
  const [tone, text] = LOOK[status] ?? ['quiet', status];
  return (
    <Badge tone={tone} live={status === 'running'}>
      {text}
    </Badge>
  );
}
