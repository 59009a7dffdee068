import { Badge } from './Badge.js';
import { ConnectionState } from '../connection/ConnectionState.js';
import { useStudio } from '../connection/StudioContext.js';
import { Untrusted } from '../text/Untrusted.js';
import { useTurnList } from '../turns/useTurnList.js';
import { ColorSchemeToggle } from './ColorSchemeToggle.js';
import { ContentSwitch } from './ContentSwitch.js';
import { addressOf, type PanelName } from './useRoute.js';

/** The way to the panels, and what holds for all of them. */
export function Header({ panel }: { panel: PanelName }) {
  const { status } = useStudio();
  const waiting = useTurnList().turns.filter((turn) => turn.status === 'waiting').length;
  const { tools, conditions, configuration } = status.capabilities;
  const panels: readonly (readonly [PanelName, string, boolean])[] = [
    ['turns', 'Turns', true],
    ['tools', 'Tools', tools],
    ['conditions', 'Conditions', conditions],
    ['configuration', 'Configuration', configuration],
  ];
  return (
    <header className="app-header">
      <h1 className="app-brand">
        Studio
        <span className="app-brand-name">
          <Untrusted text={status.application} max={60} />
        </span>
      </h1>
      <nav className="app-nav" aria-label="Panels">
        {panels
          .filter(([, , present]) => present)
          .map(([name, label]) => (
            <a key={name} href={addressOf(name)} aria-current={name === panel ? 'page' : undefined}>
              {label}
              {name === 'turns' && waiting > 0 && <Badge tone="warn">{waiting} waiting</Badge>}
            </a>
          ))}
      </nav>
      <div className="app-tools">
        <ConnectionState />
        <ContentSwitch />
        <ColorSchemeToggle />
      </div>
    </header>
  );
}
