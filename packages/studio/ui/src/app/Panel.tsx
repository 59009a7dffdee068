import { ConditionsPanel } from '../conditions/ConditionsPanel.js';
import { ConfigurationPanel } from '../configuration/ConfigurationPanel.js';
import { ToolsPanel } from '../tools/ToolsPanel.js';
import { TurnsPanel } from '../turns/TurnsPanel.js';
import type { Route } from './useRoute.js';

/** The panel that the address names. */
export function Panel({ route: { panel, selected } }: { route: Route }) {
  switch (panel) {
    case 'tools':
      return <ToolsPanel selected={selected} />;
    case 'conditions':
      return <ConditionsPanel />;
    case 'configuration':
      return <ConfigurationPanel />;
    case 'turns':
      return <TurnsPanel selected={selected} />;
  }
}
