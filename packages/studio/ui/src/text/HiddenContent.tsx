import { formatNumberOf } from './format.js';

/** Stands for a text that is not sent while content is hidden. */
export function HiddenContent({ length }: { length: number }) {
  return <span className="hidden-content">hidden · {formatNumberOf(length, 'character')}</span>;
}
