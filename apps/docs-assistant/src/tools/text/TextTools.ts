import { Component } from '@toolwright/boot';
import { Tool, ToolParam, ToolUserError } from '@toolwright/tools';
import { diffArrays, diffLines } from 'diff';
import { slug } from 'github-slugger';
import { requireMaxLength } from '../input/requireMaxLength.js';
import { CaseStyle, changeCase } from './changeCase.js';
import { ExtractKind, extractFromText } from './extractFromText.js';

const SortOrder = { Ascending: 'ascending', Descending: 'descending' } as const;
type SortOrder = (typeof SortOrder)[keyof typeof SortOrder];

const MAX_TEXT_LENGTH = 200_000;
/** Comparing takes time by the square of the difference. */
const MAX_COMPARED_LENGTH = 20_000;
const DIFF_TIMEOUT_MS = 1_000;
const WORDS_PER_MINUTE = 200;

/** Counts, compares and rewrites texts in any language. */
@Component()
export class TextTools {
  readonly #words = new Intl.Segmenter('en', { granularity: 'word' });
  readonly #characters = new Intl.Segmenter('en', { granularity: 'grapheme' });
  readonly #collator = new Intl.Collator('en', { numeric: true });

  @Tool({ description: 'Counts the words, characters, sentences and lines of a text.' })
  wordCount(@ToolParam({ description: 'Text' }) text: string): {
    words: number;
    characters: number;
    sentences: number;
    lines: number;
    readingMinutes: number;
  } {
    requireMaxLength(text, MAX_TEXT_LENGTH, 'text');
    const words = count(this.#words.segment(text), ({ isWordLike }) => isWordLike === true);
    const sentences = new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text);
    return {
      words,
      characters: count(this.#characters.segment(text)),
      sentences: count(sentences, ({ segment }) => segment.trim() !== ''),
      lines: text === '' ? 0 : text.split(/\r?\n/).length,
      readingMinutes: Math.ceil(words / WORDS_PER_MINUTE),
    };
  }

  @Tool({
    description: 'Changes the case of a text: uppercase, lowercase, title case, camelCase, snake_case, kebab-case.',
  })
  changeCase(
    @ToolParam({ description: 'Text' }) text: string,
    @ToolParam({ type: { enum: CaseStyle } }) style: CaseStyle,
  ): { result: string } {
    return { result: changeCase(requireMaxLength(text, MAX_TEXT_LENGTH, 'text'), style) };
  }

  @Tool({ description: 'Compares two texts line by line and shows the differences (diff): added and removed lines.' })
  diffTexts(
    @ToolParam({ description: 'Old text' }) oldText: string,
    @ToolParam({ description: 'New text' }) newText: string,
  ): { added: number; removed: number; diff: string } {
    requireMaxLength(oldText, MAX_TEXT_LENGTH, 'oldText');
    requireMaxLength(newText, MAX_TEXT_LENGTH, 'newText');
    const changes = diffLines(endLine(oldText), endLine(newText), { timeout: DIFF_TIMEOUT_MS });
    if (!changes) throw new ToolUserError('The texts differ too much to compare. Pass shorter texts.');
    const lines = changes.flatMap(({ value, added, removed }) =>
      value
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => ({ sign: added ? '+' : removed ? '-' : ' ', line })),
    );
    return {
      added: lines.filter(({ sign }) => sign === '+').length,
      removed: lines.filter(({ sign }) => sign === '-').length,
      diff: lines.map(({ sign, line }) => `${sign} ${line}`).join('\n'),
    };
  }

  @Tool({ description: 'Extracts all email addresses, URLs, numbers, dates, hashtags or quotes from a text.' })
  extractFromText(
    @ToolParam({ description: 'Text' }) text: string,
    @ToolParam({ type: { enum: ExtractKind } }) kind: ExtractKind,
  ): { kind: ExtractKind; found: readonly string[] } {
    return { kind, found: extractFromText(requireMaxLength(text, MAX_TEXT_LENGTH, 'text'), kind) };
  }

  @Tool({ description: 'Sorts the lines of a text alphabetically, and can drop duplicate lines.' })
  sortLines(
    @ToolParam({ description: 'Text with one entry per line' }) text: string,
    @ToolParam({ type: { enum: SortOrder } }) order: SortOrder = SortOrder.Ascending,
    @ToolParam({ description: 'Drop duplicates' }) unique: boolean = false,
  ): { result: string; lines: number } {
    requireMaxLength(text, MAX_TEXT_LENGTH, 'text');
    const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
    const kept = unique ? [...new Set(lines)] : lines;
    const direction = order === SortOrder.Descending ? -1 : 1;
    const sorted = kept.sort((a, b) => direction * this.#collator.compare(a, b));
    return { result: sorted.join('\n'), lines: sorted.length };
  }

  @Tool({ description: 'Turns a title into a slug for a URL, file name or heading anchor.' })
  slugify(
    @ToolParam({ description: 'Title' }) title: string,
    @ToolParam({ description: 'Drop accents: é becomes e' }) ascii: boolean = false,
  ): { slug: string } {
    requireMaxLength(title, MAX_TEXT_LENGTH, 'title');
    return { slug: slug(ascii ? title.normalize('NFKD').replaceAll(/[^\p{ASCII}]/gu, '') : title) };
  }

  @Tool({ description: 'Measures how similar two texts or words are, from 0 (nothing alike) to 1 (equal).' })
  similarity(
    @ToolParam({ description: 'First text' }) first: string,
    @ToolParam({ description: 'Second text' }) second: string,
  ): { similarity: number } {
    const a = this.#graphemes(requireMaxLength(first, MAX_COMPARED_LENGTH, 'first'));
    const b = this.#graphemes(requireMaxLength(second, MAX_COMPARED_LENGTH, 'second'));
    if (a.length + b.length === 0) return { similarity: 1 };
    const changes = diffArrays(a, b, { timeout: DIFF_TIMEOUT_MS });
    if (!changes) throw new ToolUserError('The texts differ too much to compare. Pass shorter texts.');
    const common = changes.filter(({ added, removed }) => !added && !removed);
    const shared = common.reduce((total, { count: length }) => total + length, 0);
    return { similarity: Math.round(((2 * shared) / (a.length + b.length)) * 1000) / 1000 };
  }

  #graphemes(text: string): string[] {
    return Array.from(this.#characters.segment(text.normalize('NFC').toLowerCase()), ({ segment }) => segment);
  }
}

function count(segments: Intl.Segments, isCounted: (data: Intl.SegmentData) => boolean = () => true): number {
  let total = 0;
  for (const data of segments) if (isCounted(data)) total += 1;
  return total;
}

/** A last line without line break is the same line as one with it. */
function endLine(text: string): string {
  const unix = text.replaceAll('\r\n', '\n');
  return unix === '' || unix.endsWith('\n') ? unix : `${unix}\n`;
}
