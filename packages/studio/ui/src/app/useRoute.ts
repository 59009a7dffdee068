import { useSyncExternalStore } from 'react';

/** The panels of the page, as named in the address. */
export type PanelName = 'turns' | 'tools' | 'conditions' | 'configuration';

/** What the page shows: a panel and, in it, the selected turn or tool. */
export interface Route {
  readonly panel: PanelName;
  readonly selected: string | undefined;
}

const PANELS: readonly string[] = ['turns', 'tools', 'conditions', 'configuration'] satisfies readonly PanelName[];

/** The route in the address' fragment, such as `#/tools/weather`; it follows the browser's back and forward. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  const [, panel = '', selected = ''] = /^#\/([a-z]+)(?:\/(.+))?$/.exec(hash) ?? [];
  return {
    panel: PANELS.includes(panel) ? (panel as PanelName) : 'turns',
    selected: selected === '' ? undefined : decode(selected),
  };
}

/** The address of a panel, or of a turn or tool in it. */
export function addressOf(panel: PanelName, selected?: string): string {
  return selected === undefined ? `#/${panel}` : `#/${panel}/${encodeURIComponent(selected)}`;
}

/** Goes to a panel, or to a turn or tool in it. */
export function navigate(panel: PanelName, selected?: string): void {
  window.location.hash = addressOf(panel, selected);
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
