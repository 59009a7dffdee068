/** A duration: `12 ms`, `1.23 s`, `2 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(milliseconds < 10_000 ? 2 : 1)} s`;
  return `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1000)} s`;
}

/** A whole number with separators: `12,345`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}

/** A moment as the time of its day: `14:03:12`. */
export function formatTime(moment: number | string): string {
  return new Date(moment).toLocaleTimeString('en-GB');
}

/** A count with its noun: `1 round`, `3 rounds`. */
export function formatNumberOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
