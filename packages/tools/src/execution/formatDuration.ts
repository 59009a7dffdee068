/** Whole and half seconds as `2s`, `1.5s`; anything below a second in milliseconds. */
export function formatDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds}ms` : `${milliseconds / 1000}s`;
}
