import { Component } from '@toolwright/boot';
import { nearestNames } from '@toolwright/core';
import { Tool, ToolParam, ToolUserError } from '@toolwright/tools';
import { requireMaxLength } from '../input/requireMaxLength.js';
import { requireRange } from '../input/requireRange.js';
import { DocsIndex } from './DocsIndex.js';
import { MarkdownCorpus } from './MarkdownCorpus.js';
import type { MarkdownPage, PageHeading } from './MarkdownPage.js';

/** Longest text that `readPage` returns; longer pages are read section by section. */
const MAX_PAGE_LENGTH = 12_000;

/** Finds and reads pages of the documentation. */
@Component()
export class DocsTools {
  constructor(
    private readonly corpus: MarkdownCorpus,
    private readonly index: DocsIndex,
  ) {}

  @Tool({ description: 'Searches the documentation and tells which page explains a topic.' })
  async searchDocs(
    @ToolParam({ description: 'Words or question' }) query: string,
    @ToolParam({ description: 'Most results', type: 'integer' }) limit: number = 5,
  ): Promise<readonly { page: string; heading: string; snippet: string; score: number }[]> {
    requireRange(limit, 1, 20, 'limit');
    const matches = await this.index.search(requireMaxLength(query, 500, 'query'), limit);
    return matches.map(({ page, heading, snippet, score }) => ({ page, heading, snippet, score }));
  }

  @Tool({ description: 'Reads a documentation page, or one section of it.' })
  async readPage(
    @ToolParam({ description: 'Path of a .md page, or its title' }) page: string,
    @ToolParam({ description: 'Heading of the section', required: false }) section?: string,
  ): Promise<{ page: string; heading: string; text: string; truncated: boolean }> {
    const found = await this.corpus.page(page);
    const heading = section === undefined ? null : findHeading(found, section);
    const text = heading ? found.textUnder(heading) : found.text;
    return {
      page: found.path,
      heading: heading?.text ?? found.title,
      text: text.slice(0, MAX_PAGE_LENGTH),
      truncated: text.length > MAX_PAGE_LENGTH,
    };
  }

  @Tool({ description: 'Lists all documentation pages with their titles.' })
  async listPages(
    @ToolParam({ description: 'Only in this folder', required: false }) folder?: string,
  ): Promise<readonly { page: string; title: string }[]> {
    const pages = await this.corpus.pages();
    const prefix = (folder ?? '').trim().replace(/^(\.?\/)+|\/+$|^\.$/g, '');
    const listed = prefix === '' ? pages : pages.filter(({ path }) => path.startsWith(`${prefix}/`));
    if (listed.length === 0) {
      throw new ToolUserError(`There are no pages in '${folder ?? '.'}'. Leave the folder out to list all pages.`);
    }
    return listed.map(({ path, title }) => ({ page: path, title }));
  }

  @Tool({ description: 'Shows the outline of a page: its sections and headings, as a table of contents.' })
  async outline(@ToolParam({ description: 'Path of a .md page, or its title' }) page: string): Promise<{
    page: string;
    title: string;
    headings: readonly { level: number; heading: string; anchor: string }[];
  }> {
    const { path, title, headings } = await this.corpus.page(page);
    const entries = headings.map(({ level, text, anchor }) => ({ level, heading: text, anchor }));
    return { page: path, title, headings: entries };
  }
}

function findHeading(page: MarkdownPage, section: string): PageHeading {
  const wanted = section
    .trim()
    .replace(/^#+\s*/, '')
    .toLowerCase();
  const found =
    page.headings.find(({ text }) => text.toLowerCase() === wanted) ??
    page.headings.find(({ anchor }) => anchor === wanted) ??
    page.headings.find(({ text }) => wanted !== '' && text.toLowerCase().includes(wanted));
  if (found) return found;
  const near = nearestNames(
    section.slice(0, 100),
    page.headings.map(({ text }) => text),
    3,
  );
  const hint = near.length > 0 ? `Did you mean '${near.join("' or '")}'?` : 'Use outline to see its headings.';
  throw new ToolUserError(`${page.path} has no section '${section}'. ${hint}`);
}
