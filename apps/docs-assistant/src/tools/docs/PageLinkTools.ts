import { posix } from 'node:path';
import { Component } from '@toolwright/boot';
import { Tool, ToolParam } from '@toolwright/tools';
import { ConfinedFolder } from '../files/ConfinedFolder.js';
import { MarkdownCorpus } from './MarkdownCorpus.js';
import type { MarkdownPage, PageLink } from './MarkdownPage.js';

/** A URL with a scheme, or one that takes the scheme of the page around it. */
const EXTERNAL = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;

/** Where a link inside the folder leads. */
interface LinkTarget {
  /** Relative to the root; starts with `..` if the link leads out of it. */
  readonly path: string;
  /** Empty if the link names none. */
  readonly anchor: string;
}

/** Follows the links between the pages of the documentation. */
@Component()
export class PageLinkTools {
  constructor(
    private readonly corpus: MarkdownCorpus,
    private readonly folder: ConfinedFolder,
  ) {}

  @Tool({ description: 'Lists the outgoing links of one page.' })
  async linksOf(
    @ToolParam({ description: 'Path of a .md page, or its title' }) page: string,
  ): Promise<{ page: string; links: readonly { url: string; text: string; line: number }[] }> {
    const { path, links } = await this.corpus.page(page);
    return { page: path, links };
  }

  @Tool({ description: 'Finds backlinks: which pages link to a page, who links here.' })
  async backlinks(
    @ToolParam({ description: 'Path of a .md page, or its title' }) page: string,
  ): Promise<{ page: string; linkedFrom: readonly { page: string; text: string; line: number }[] }> {
    const wanted = await this.corpus.page(page);
    const pages = await this.corpus.pages();
    const linkedFrom = pages
      .filter((from) => from !== wanted)
      .flatMap((from) =>
        from.links
          .filter((link) => targetOf(from, link)?.path === wanted.path)
          .map(({ text, line }) => ({ page: from.path, text, line })),
      );
    return { page: wanted.path, linkedFrom };
  }

  @Tool({ description: 'Checks for broken links: missing pages, files or heading anchors.' })
  async brokenLinks(
    @ToolParam({ description: 'Only on this page', required: false }) page?: string,
  ): Promise<{ checked: number; broken: readonly { page: string; url: string; line: number; reason: string }[] }> {
    const pages = await this.#selected(page);
    const byPath = new Map((await this.corpus.pages()).map((each) => [each.path, each]));
    let checked = 0;
    const broken: { page: string; url: string; line: number; reason: string }[] = [];
    for (const from of pages) {
      for (const link of from.links) {
        const target = targetOf(from, link);
        if (!target) continue;
        checked += 1;
        const reason = await this.#problem(target, byPath);
        if (reason !== null) broken.push({ page: from.path, url: link.url, line: link.line, reason });
      }
    }
    return { checked, broken };
  }

  @Tool({ description: 'Lists the external web links (http, mailto) in the documentation.' })
  async externalLinks(
    @ToolParam({ description: 'Only on this page', required: false }) page?: string,
  ): Promise<{ links: readonly { url: string; pages: readonly string[] }[] }> {
    const pagesByUrl = new Map<string, Set<string>>();
    for (const from of await this.#selected(page)) {
      for (const { url } of from.links.filter((link) => EXTERNAL.test(link.url))) {
        const pages = pagesByUrl.get(url) ?? new Set<string>();
        pagesByUrl.set(url, pages.add(from.path));
      }
    }
    const links = [...pagesByUrl].map(([url, pages]) => ({ url, pages: [...pages] }));
    return { links: links.sort((a, b) => (a.url < b.url ? -1 : 1)) };
  }

  async #selected(page: string | undefined): Promise<readonly MarkdownPage[]> {
    return page === undefined ? this.corpus.pages() : [await this.corpus.page(page)];
  }

  async #problem(target: LinkTarget, pages: ReadonlyMap<string, MarkdownPage>): Promise<string | null> {
    if (target.path.startsWith('..')) return 'leads out of the documentation folder';
    const page = pages.get(target.path);
    if (page) return target.anchor === '' || page.anchors.has(target.anchor) ? null : 'no such heading';
    return (await this.folder.contains(target.path)) ? null : 'no such file';
  }
}

/** Null for a link that leaves the documentation, such as one to the web. */
function targetOf(from: MarkdownPage, link: PageLink): LinkTarget | null {
  if (EXTERNAL.test(link.url)) return null;
  const [address = '', anchor = ''] = link.url.split('#', 2).map((part) => decode(part));
  const path = address.replace(/\?.*$/, '');
  if (path === '') return { path: from.path, anchor };
  const joined = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(from.path), path);
  return { path: posix.normalize(joined).replace(/(.)\/$/, '$1'), anchor };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
