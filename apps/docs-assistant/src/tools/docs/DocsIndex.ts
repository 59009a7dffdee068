import { Component } from '@toolwright/boot';
import MiniSearch, { type SearchResult } from 'minisearch';
import { MarkdownCorpus } from './MarkdownCorpus.js';
import type { MarkdownPage } from './MarkdownPage.js';

/** A section that answers a question. */
export interface DocsMatch {
  readonly page: string;
  readonly heading: string;
  readonly anchor: string;
  /** The words around the first match. */
  readonly snippet: string;
  /** Higher is better; only comparable within one answer. */
  readonly score: number;
}

interface IndexedSection {
  readonly id: number;
  readonly page: string;
  readonly title: string;
  readonly heading: string;
  readonly anchor: string;
  readonly body: string;
}

const SNIPPET_LENGTH = 200;
/** Words that say nothing about a page's subject. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about an and are as at be by can do does explain explains find for from has have how i in into is it its me my of on ' +
    'or page pages show tell that the their them there these they this to was we what when where which who why will with you your'
  ).split(' '),
);
/** Scripts that are written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const SEPARATORS = /[\s\p{P}\p{S}]+/u;
const CAMEL_CASE = /(?<=\p{Ll})(?=\p{Lu})/u;

/** Full-text search over the sections of all pages; headings and titles count more than the text below them. */
@Component()
export class DocsIndex {
  readonly #segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  #built: { readonly pages: readonly MarkdownPage[]; readonly index: MiniSearch<IndexedSection> } | undefined;

  constructor(private readonly corpus: MarkdownCorpus) {}

  /**
   * The sections that fit best, best first; equal ones in the order of the pages. The index is built again when the
   * corpus was refreshed.
   */
  async search(query: string, limit: number): Promise<readonly DocsMatch[]> {
    const index = await this.#index();
    const results = index.search(query);
    const mostTerms = Math.max(...results.map(({ queryTerms }) => queryTerms.length));
    // A section with all words of a question answers it better than one that often repeats some of them.
    const weighted = results.map((result) => ({
      ...result,
      score: (result.score * result.queryTerms.length) / mostTerms,
    }));
    return weighted
      .sort((a, b) => b.score - a.score || Number(a.id) - Number(b.id))
      .slice(0, limit)
      .map((result) => toMatch(result));
  }

  async #index(): Promise<MiniSearch<IndexedSection>> {
    const pages = await this.corpus.pages();
    if (this.#built?.pages === pages) return this.#built.index;
    const index = new MiniSearch<IndexedSection>({
      fields: ['title', 'heading', 'body'],
      storeFields: ['page', 'heading', 'anchor', 'body'],
      tokenize: (text) => this.#words(text),
      processTerm: (term) => (STOP_WORDS.has(term) ? null : stem(term)),
      searchOptions: {
        boost: { title: 1.5, heading: 3 },
        prefix: (term) => term.length > 3,
        fuzzy: (term) => (term.length > 5 ? 0.15 : false),
        weights: { prefix: 0.4, fuzzy: 0.3 },
      },
    });
    index.addAll(sectionsOf(pages));
    this.#built = { pages, index };
    return index;
  }

  #words(text: string): string[] {
    return text
      .normalize('NFKC')
      .split(SEPARATORS)
      .flatMap((word) => {
        if (UNSPACED.test(word)) return Array.from(this.#segmenter.segment(word), ({ segment }) => segment);
        const parts = word.split(CAMEL_CASE);
        return parts.length > 1 ? [word, ...parts] : parts;
      })
      .map((word) => word.toLowerCase())
      .filter((word) => word !== '');
  }
}

function sectionsOf(pages: readonly MarkdownPage[]): IndexedSection[] {
  return pages
    .flatMap((page) => page.sections.map((section) => ({ ...section, page: page.path, title: page.title })))
    .map((section, id) => ({ ...section, id }));
}

/** Singular and plural of an English word are one term. */
function stem(term: string): string {
  if (term.length > 4 && term.endsWith('ies')) return `${term.slice(0, -3)}y`;
  return term.length > 3 && term.endsWith('s') && !term.endsWith('ss') ? term.slice(0, -1) : term;
}

function toMatch(result: SearchResult): DocsMatch {
  const { page, heading, anchor, body } = result as SearchResult & IndexedSection;
  const snippet = snippetOf(body, Object.keys(result.match));
  return { page, heading, anchor, snippet, score: Math.round(result.score * 100) / 100 };
}

function snippetOf(body: string, terms: readonly string[]): string {
  const folded = body.toLowerCase();
  const positions = terms.map((term) => folded.indexOf(term)).filter((position) => position >= 0);
  const first = positions.length > 0 ? Math.min(...positions) : 0;
  const start = first < SNIPPET_LENGTH / 2 ? 0 : body.lastIndexOf(' ', first - SNIPPET_LENGTH / 4) + 1;
  const cut = start + SNIPPET_LENGTH >= body.length ? body.length : body.lastIndexOf(' ', start + SNIPPET_LENGTH);
  const end = cut > start ? cut : Math.min(start + SNIPPET_LENGTH, body.length);
  return `${start > 0 ? '…' : ''}${body.slice(start, end)}${end < body.length ? '…' : ''}`;
}
