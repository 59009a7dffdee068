import { Component } from '@toolwright/boot';
import { nearestNames } from '@toolwright/core';
import { ToolUserError } from '@toolwright/tools';
import { ConfinedFolder } from '../files/ConfinedFolder.js';
import { DocsRoot } from '../files/DocsRoot.js';
import { MarkdownPage } from './MarkdownPage.js';

/** All Markdown pages of the folder, read and parsed at the first question and kept until {@link refresh}. */
@Component()
export class MarkdownCorpus {
  #pages: Promise<readonly MarkdownPage[]> | undefined;

  constructor(
    private readonly folder: ConfinedFolder,
    private readonly root: DocsRoot,
  ) {}

  /** The pages, sorted by path; the same array until the next {@link refresh}. */
  async pages(): Promise<readonly MarkdownPage[]> {
    if (this.#pages) return this.#pages;
    const reading = this.#read();
    this.#pages = reading;
    // A failure is not kept: the next question tries again.
    reading.catch(() => {
      if (this.#pages === reading) this.#pages = undefined;
    });
    return reading;
  }

  /** Forgets the pages, so that the next question reads the files again. */
  refresh(): void {
    this.#pages = undefined;
  }

  /**
   * The page that a reader means: by path, by path without `.md`, by file name if only one page has it, or by title.
   *
   * @throws {ToolUserError} if there is none or more than one; it names pages that come close
   */
  async page(name: string): Promise<MarkdownPage> {
    const pages = await this.pages();
    const wanted = fold(name)
      .replace(/^(\.?\/)+/, '')
      .replace(/#.*$/, '');
    for (const isMeant of MATCHES) {
      const found = pages.filter((page) => isMeant(page, wanted));
      if (found.length === 1 && found[0]) return found[0];
      if (found.length > 1) {
        const paths = found.slice(0, 5).map(({ path }) => path);
        throw new ToolUserError(`'${name}' can be ${paths.join(' or ')}. Pass the whole path.`);
      }
    }
    const near = nearestNames(
      name.slice(0, 100),
      pages.map(({ path }) => path),
      3,
    );
    const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Use listPages to see all pages.';
    throw new ToolUserError(`There is no page '${name}'. ${hint}`);
  }

  async #read(): Promise<readonly MarkdownPage[]> {
    const found = await Promise.all(this.root.pagePatterns.map((pattern) => this.folder.find(pattern)));
    const paths = [...new Set(found.flat())].sort();
    return Promise.all(paths.map(async (path) => new MarkdownPage(path, await this.folder.readText(path))));
  }
}

/** From the most to the least exact; the first that finds a page decides. */
const MATCHES: readonly ((page: MarkdownPage, wanted: string) => boolean)[] = [
  ({ path }, wanted) => fold(path) === wanted,
  ({ path }, wanted) => fold(path) === `${wanted}.md`,
  ({ path }, wanted) => fold(path).endsWith(`/${wanted}`) || fold(path).endsWith(`/${wanted}.md`),
  ({ title }, wanted) => fold(title) === wanted,
];

function fold(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}
