import { useMemo } from 'react';
import { markInvisible } from './markInvisible.js';
import './text.css';

/**
 * A short text that others wrote, such as a name or a message: shown as text only, isolated from the direction of its
 * surroundings, with invisible characters made visible and cut at a length.
 */
export function Untrusted({ text, max = 400, mono = false }: { text: string; max?: number; mono?: boolean }) {
  const cut = text.length > max;
  const parts = useMemo(() => markInvisible(cut ? text.slice(0, max) : text), [text, max, cut]);
  return (
    <bdi className={mono ? 'untrusted mono' : 'untrusted'} dir="auto">
      {parts.map((part, index) =>
        part.invisible ? (
          <span key={index} className="invisible-mark" title={`Invisible character ${part.text}`}>
            {part.text}
          </span>
        ) : (
          part.text
        ),
      )}
      {cut && <span className="dimmed">…</span>}
    </bdi>
  );
}
