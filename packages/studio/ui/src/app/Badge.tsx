import type { ReactNode } from 'react';

/** How a badge is coloured; its text always says the same in words. */
export type BadgeTone = 'ok' | 'bad' | 'warn' | 'info' | 'quiet';

/** A short state in words. */
export function Badge({
  tone = 'quiet',
  live = false,
  children,
}: {
  tone?: BadgeTone;
  live?: boolean;
  children: ReactNode;
}) {
  return <span className={`badge ${tone}${live ? ' live' : ''}`}>{children}</span>;
}
