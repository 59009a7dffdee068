/** Hits that are listed at most (OF-02). */
const MAX_HITS = 50;
/** A longer line is shown in excerpts of this length. */
const MAX_LINE = 300;

/**
 * The lines that contain a text, whatever its case, each as `<number>: <line>` with numbers from 1. Of a line that is too
 * long, such as a JSON document, every occurrence is shown with its surroundings and its offset in the whole text. The
 * text is looked for as it is: a model's text is never a regular expression.
 */
export function findInText(text: string, wanted: string): string {
  const hits: string[] = [];
  const needle = foldCase(wanted);
  let number = 0;
  let more = false;
  for (let start = 0; start <= text.length && !more; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    number++;
    const line = text.slice(start, end);
    for (const hit of hitsInLine(line, needle)) {
      if (hits.length === MAX_HITS) {
        more = true;
        break;
      }
      hits.push(hit === null ? `${number}: ${line}` : `${number} (offset ${start + hit.offset}): ${hit.excerpt}`);
    }
    start = end + 1;
  }
  if (hits.length === 0) return 'No line contains this text.';
  return more ? `${hits.join('\n')}\n… [only the first ${MAX_HITS} hits are shown]` : hits.join('\n');
}

/** null for a hit that is the whole line. */
function* hitsInLine(
  line: string,
  needle: string,
): Generator<{ readonly offset: number; readonly excerpt: string } | null> {
  const folded = foldCase(line);
  let index = folded.indexOf(needle);
  if (index < 0) return;
  if (line.length <= MAX_LINE) {
    yield null;
    return;
  }
  while (index >= 0) {
    const from = Math.max(0, index - Math.max(0, Math.floor((MAX_LINE - needle.length) / 2)));
    const to = Math.min(line.length, from + MAX_LINE);
    yield { offset: index, excerpt: `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}` };
    index = folded.indexOf(needle, Math.max(to, index + needle.length));
  }
}

/** Lower case in which every character keeps its place; the few that would become longer stay as they are. */
function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  let folded = '';
  for (const character of text) {
    const small = character.toLowerCase();
    folded += small.length === character.length ? small : character;
  }
  return folded;
}
