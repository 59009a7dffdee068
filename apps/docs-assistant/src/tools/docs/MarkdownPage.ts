import type { Nodes, Root } from 'mdast';
import GithubSlugger from 'github-slugger';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toString } from 'mdast-util-to-string';
import { gfm } from 'micromark-extension-gfm';
import { visit } from 'unist-util-visit';

/** A heading of a page. */
export interface PageHeading {
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
  /** What a link to this heading has behind the `#`. */
  readonly anchor: string;
  /** Offset of the heading in the page's text. */
  readonly start: number;
}

/** The part of a page from one heading to the next; the part before the first heading has no anchor. */
export interface PageSection {
  readonly heading: string;
  readonly anchor: string;
  /** The words without Markdown signs. */
  readonly body: string;
}

/** A link or image of a page, as it is written there. */
export interface PageLink {
  readonly url: string;
  readonly text: string;
  /** Starts at 1. */
  readonly line: number;
}

/** Front matter is no Markdown: its lines are emptied, so that line numbers stay right. */
const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?=\r?\n|$)/;
const HTML_ANCHOR = /<[a-z][^>]*?\s(?:id|name)\s*=\s*["']([^"']+)["']/gi;
const HTML_LINK = /<(?:a|img)\b[^>]*?\s(?:href|src)\s*=\s*["']([^"']+)["']/gi;

/** One parsed Markdown file. */
export class MarkdownPage {
  readonly title: string;
  readonly headings: readonly PageHeading[];
  readonly sections: readonly PageSection[];
  readonly links: readonly PageLink[];
  /** Every target that a link into this page can have behind the `#`. */
  readonly anchors: ReadonlySet<string>;

  /**
   * @param path relative to the root, with `/`
   * @param text the file as it is
   */
  constructor(
    readonly path: string,
    readonly text: string,
  ) {
    const frontMatter = FRONT_MATTER.exec(text);
    const markdown = text.replace(FRONT_MATTER, (block) => block.replaceAll(/[^\r\n]/g, ' '));
    const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
    this.headings = headingsOf(tree);
    this.sections = sectionsOf(tree, this.headings);
    this.links = linksOf(tree);
    this.anchors = new Set([...this.headings.map(({ anchor }) => anchor), ...htmlAnchorsOf(tree)]);
    this.title = titleOf(frontMatter?.[1]) ?? this.headings[0]?.text ?? path;
  }

  /**
   * The text from a heading to the next heading of the same or a higher level, as Markdown.
   *
   * @param heading one of {@link headings}
   */
  textUnder(heading: PageHeading): string {
    const following = this.headings.slice(this.headings.indexOf(heading) + 1);
    const end = following.find(({ level }) => level <= heading.level)?.start ?? this.text.length;
    return this.text.slice(heading.start, end).trim();
  }
}

function titleOf(frontMatter: string | undefined): string | undefined {
  const title = frontMatter?.match(/^title:[ \t]*(.+)$/m)?.[1]?.trim();
  return title?.replace(/^(["'])(.*)\1$/, '$2');
}

function headingsOf(tree: Root): readonly PageHeading[] {
  const slugger = new GithubSlugger();
  const headings: PageHeading[] = [];
  visit(tree, 'heading', (node) => {
    const text = toString(node).trim();
    headings.push({ level: node.depth, text, anchor: slugger.slug(text), start: node.position?.start.offset ?? 0 });
  });
  return headings;
}

/** Sections follow the headings at the top of the tree; a heading inside a quotation belongs to the text around it. */
function sectionsOf(tree: Root, headings: readonly PageHeading[]): readonly PageSection[] {
  const byStart = new Map(headings.map((heading) => [heading.start, heading]));
  const sections: { heading: string; anchor: string; body: string[] }[] = [];
  let current: { heading: string; anchor: string; body: string[] } = { heading: '', anchor: '', body: [] };
  for (const node of tree.children) {
    if (node.type === 'heading') {
      sections.push(current);
      const heading = byStart.get(node.position?.start.offset ?? 0);
      current = { heading: heading?.text ?? '', anchor: heading?.anchor ?? '', body: [] };
    } else {
      current.body.push(wordsOf(node));
    }
  }
  sections.push(current);
  return sections
    .map(({ heading, anchor, body }) => ({ heading, anchor, body: body.join(' ').replaceAll(/\s+/g, ' ').trim() }))
    .filter(({ heading, body }) => heading !== '' || body !== '');
}

/** The words of a node; blocks such as list items and table cells stay apart. */
function wordsOf(node: Nodes): string {
  if (node.type === 'html' || node.type === 'definition') return '';
  const isBlock =
    'children' in node &&
    node.children.some((child) =>
      ['paragraph', 'list', 'listItem', 'tableRow', 'tableCell', 'blockquote', 'code', 'heading'].includes(child.type),
    );
  return isBlock ? node.children.map((child) => wordsOf(child)).join(' ') : toString(node);
}

function linksOf(tree: Root): readonly PageLink[] {
  const definitions = new Map<string, string>();
  visit(tree, 'definition', (node) => {
    if (!definitions.has(node.identifier)) definitions.set(node.identifier, node.url);
  });
  const links: PageLink[] = [];
  visit(tree, (node) => {
    const line = node.position?.start.line ?? 1;
    if (node.type === 'link' || node.type === 'image') {
      links.push({ url: node.url, text: toString(node), line });
    } else if (node.type === 'linkReference' || node.type === 'imageReference') {
      const url = definitions.get(node.identifier);
      if (url !== undefined) links.push({ url, text: toString(node), line });
    } else if (node.type === 'html') {
      for (const match of node.value.matchAll(HTML_LINK)) {
        const before = node.value.slice(0, match.index).split('\n').length - 1;
        links.push({ url: match[1] ?? '', text: '', line: line + before });
      }
    }
  });
  return links;
}

function htmlAnchorsOf(tree: Root): readonly string[] {
  const anchors: string[] = [];
  visit(tree, 'html', (node) => {
    for (const match of node.value.matchAll(HTML_ANCHOR)) if (match[1] !== undefined) anchors.push(match[1]);
  });
  return anchors;
}
