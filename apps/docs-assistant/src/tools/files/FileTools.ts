import { Component } from '@toolwright/boot';
import { Tool, ToolParam, ToolSignal, ToolUserError } from '@toolwright/tools';
import { requireMaxLength } from '../input/requireMaxLength.js';
import { requireRange } from '../input/requireRange.js';
import { ConfinedFolder, type FolderEntry } from './ConfinedFolder.js';

const MAX_FOUND = 200;
const MAX_MATCHES = 50;
const MAX_LINE_LENGTH = 200;

/** Looks at the files of one folder; nothing outside it can be reached, nothing is changed. */
@Component()
export class FileTools {
  constructor(private readonly folder: ConfinedFolder) {}

  @Tool({ description: 'Lists the files and subfolders of a folder, with sizes.' })
  async listFiles(
    @ToolParam({ description: 'Folder path; default: the top', required: false }) folder?: string,
  ): Promise<readonly FolderEntry[]> {
    return this.folder.list(folder ?? '.');
  }

  @Tool({ description: 'Reads the content of a text file, for example source code or configuration.' })
  async readTextFile(
    @ToolParam({ description: 'File path' }) path: string,
    @ToolParam({ description: 'Most characters to return', type: 'integer' }) maxChars: number = 10_000,
  ): Promise<{ path: string; text: string; truncated: boolean }> {
    requireRange(maxChars, 1, 100_000, 'maxChars');
    const text = await this.folder.readText(path);
    const facts = await this.folder.facts(path);
    // Counted in characters, so that an emoji is never cut in half.
    const characters = text.length > maxChars ? Array.from(text) : [];
    const truncated = characters.length > maxChars;
    return { path: facts.path, text: truncated ? characters.slice(0, maxChars).join('') : text, truncated };
  }

  @Tool({ description: 'Tells the size, type, number of lines and last change of a file.' })
  async fileInfo(
    @ToolParam({ description: 'File path' }) path: string,
  ): Promise<{ path: string; type: string; bytes: number; lines: number | null; modified: string }> {
    const facts = await this.folder.facts(path);
    const lines = facts.type === 'file' ? await this.#countLines(path) : null;
    return { path: facts.path, type: facts.type, bytes: facts.bytes, lines, modified: facts.modified.toISOString() };
  }

  @Tool({ description: 'Finds files whose names match a glob pattern such as **/*.json.' })
  async findFiles(
    @ToolParam({ description: 'Glob pattern' }) pattern: string,
  ): Promise<{ files: readonly string[]; total: number }> {
    const files = await this.folder.find(pattern);
    return { files: files.slice(0, MAX_FOUND), total: files.length };
  }

  @Tool({ description: 'Searches all text files for an exact phrase (grep) and returns the matching lines.' })
  async searchInFiles(
    @ToolParam({ description: 'Exact text, upper or lower case' }) text: string,
    @ToolParam({ description: 'Only in this folder', required: false }) folder?: string,
    @ToolSignal() signal?: AbortSignal,
  ): Promise<{ matches: readonly { path: string; line: number; text: string }[]; truncated: boolean }> {
    const needle = fold(requireMaxLength(text, 200, 'text')).trim();
    if (needle === '') throw new ToolUserError("'text' is empty. Pass the words to look for.");
    const matches: { path: string; line: number; text: string }[] = [];
    for (const path of await this.folder.find('**/*', folder)) {
      signal?.throwIfAborted();
      const content = await this.#textOrNull(path);
      if (content === null || !fold(content).includes(needle)) continue;
      for (const [index, line] of content.split(/\r?\n/).entries()) {
        if (!fold(line).includes(needle)) continue;
        if (matches.length === MAX_MATCHES) return { matches, truncated: true };
        matches.push({ path, line: index + 1, text: line.trim().slice(0, MAX_LINE_LENGTH) });
      }
    }
    return { matches, truncated: false };
  }

  async #countLines(path: string): Promise<number | null> {
    const text = await this.#textOrNull(path);
    return text === null ? null : text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
  }

  /** Binary and oversized files have no text. */
  async #textOrNull(path: string): Promise<string | null> {
    try {
      return await this.folder.readText(path);
    } catch (error) {
      if (error instanceof ToolUserError) return null;
      throw error;
    }
  }
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
