import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Component } from '@toolwright/boot';
import { Tool, ToolParam, ToolUserError } from '@toolwright/tools';
import { slug } from 'github-slugger';
import { Clock } from '../datetime/Clock.js';
import { requireMaxLength } from '../input/requireMaxLength.js';
import { IssueOutbox } from './IssueOutbox.js';

const MAX_TITLE_LENGTH = 200;
const MAX_BODY_LENGTH = 50_000;
const MAX_LABELS = 10;
const MAX_LABEL_LENGTH = 50;
const MAX_NAME_LENGTH = 60;
const MAX_SAME_NAME = 1_000;

/** A draft in the outbox. */
interface IssueDraft {
  /** The file's name in the outbox. */
  readonly path: string;
  readonly title: string;
  readonly labels: readonly string[];
}

/** Writes drafts of issues as Markdown files; a maintainer reads and sends them. */
@Component()
export class IssueTools {
  readonly #folder: string;

  constructor(
    outbox: IssueOutbox,
    private readonly clock: Clock,
  ) {
    this.#folder = resolve(outbox.folder);
  }

  @Tool({ description: 'Opens an issue: writes a bug report or feature request as a draft.', concurrency: 'exclusive' })
  async openIssue(
    @ToolParam({ description: 'Short title' }) title: string,
    @ToolParam({ description: 'Text in Markdown' }) body: string,
    @ToolParam({ description: 'Labels', type: ['string'], required: false }) labels?: string[],
  ): Promise<IssueDraft> {
    const line = oneLine(requireMaxLength(title, MAX_TITLE_LENGTH, 'title'));
    if (line === '') throw new ToolUserError("'title' is empty. Pass a short title.");
    requireMaxLength(body, MAX_BODY_LENGTH, 'body');
    const checkedLabels = checkLabels(labels ?? []);
    const created = new Date(this.clock.now()).toISOString();
    const frontMatter = [
      `title: ${JSON.stringify(line)}`,
      `labels: ${JSON.stringify(checkedLabels)}`,
      `created: ${JSON.stringify(created)}`,
    ];
    const path = await this.#write(line, `---\n${frontMatter.join('\n')}\n---\n\n${body.trim()}\n`);
    return { path, title: line, labels: checkedLabels };
  }

  @Tool({ description: 'Lists the issue drafts that wait to be sent.' })
  async listDrafts(): Promise<readonly IssueDraft[]> {
    const names = await readdir(this.#folder).catch((error: unknown) => {
      if (isErrno(error, 'ENOENT')) return [];
      throw error;
    });
    const paths = names.filter((name) => name.endsWith('.md')).sort();
    return Promise.all(
      paths.map(async (path) => ({ path, ...parseFrontMatter(await readFile(join(this.#folder, path), 'utf8')) })),
    );
  }

  /** @returns the name of a file that did not exist before: nothing is ever overwritten */
  async #write(title: string, text: string): Promise<string> {
    await mkdir(this.#folder, { recursive: true });
    const base = fileName(title);
    for (let number = 1; number <= MAX_SAME_NAME; number += 1) {
      const name = number === 1 ? `${base}.md` : `${base}-${number}.md`;
      try {
        await writeFile(join(this.#folder, name), text, { flag: 'wx' });
        return name;
      } catch (error) {
        if (!isErrno(error, 'EEXIST')) throw error;
      }
    }
    throw new ToolUserError(`There are ${MAX_SAME_NAME} drafts named '${base}'. Choose another title.`);
  }
}

/** Letters, digits and hyphens only, whatever the title holds: no separators, no dots, no leading hyphen. */
function fileName(title: string): string {
  const characters = Array.from(slug(title).replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')).slice(0, MAX_NAME_LENGTH);
  return characters.join('').replaceAll(/^-+|-+$/g, '') || 'issue';
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

function checkLabels(labels: readonly string[]): readonly string[] {
  if (labels.length > MAX_LABELS) throw new ToolUserError(`'labels' can have at most ${MAX_LABELS} entries.`);
  const cleaned = labels.map((label) => oneLine(requireMaxLength(label, MAX_LABEL_LENGTH, 'labels')));
  return [...new Set(cleaned.filter((label) => label !== ''))];
}

/** Values are written as JSON, which is also YAML; a file from elsewhere shows without what cannot be read. */
function parseFrontMatter(text: string): { readonly title: string; readonly labels: readonly string[] } {
  const [, block = ''] = /^---\n([\s\S]*?)\n---/.exec(text) ?? [];
  const title = parseJson(/^title: (.+)$/m.exec(block)?.[1]);
  const labels = parseJson(/^labels: (.+)$/m.exec(block)?.[1]);
  return {
    title: typeof title === 'string' ? title : '',
    labels: Array.isArray(labels) ? labels.filter((label) => typeof label === 'string') : [],
  };
}

function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isErrno(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
