/** `1 bean`, `12 beans`. @param noun in the singular */
export function formatNumberOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
