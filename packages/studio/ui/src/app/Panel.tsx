import { lazy, Suspense } from 'react';
import { ConditionsPanel } from '../conditions/ConditionsPanel.js';
import { ConfigurationPanel } from '../configuration/ConfigurationPanel.js';
import { TurnsPanel } from '../turns/TurnsPanel.js';
import { Empty } from './Empty.js';
import type { Route } from './useRoute.js';

// Forms made from schemas are the heaviest part of the page: they come when they are looked at.
const ToolsPanel = lazy(async () => ({ default: (await import('../tools/ToolsPanel.js')).ToolsPanel }));

/** The panel that the address names. */
export function Panel({ route: { panel, selected } }: { route: Route }) {
  switch (panel) {
    case 'tools':
      return (
        <Suspense fallback={<Empty title="Loading tools…" role="status" />}>
          <ToolsPanel selected={selected} />
        </Suspense>
      );
    case 'conditions':
      return <ConditionsPanel />;
    case 'configuration':
      return <ConfigurationPanel />;
    case 'turns':
      return <TurnsPanel selected={selected} />;
  }
}
