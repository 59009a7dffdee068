import { Component } from '@toolwright/boot';
import { ConfinedFolder } from '../files/ConfinedFolder.js';
import { requireMaxLength } from '../input/requireMaxLength.js';

const MAX_TEXT_LENGTH = 2_000_000;
const MAX_PATH_LENGTH = 300;

/** Data that a model passes as text, or by the path of a file in the folder. */
@Component()
export class DataSource {
  constructor(private readonly folder: ConfinedFolder) {}

  /**
   * @param textOrPath a single line that ends in the extension is a path, everything else is the data
   * @param extension with the dot: `.json`
   * @throws {ToolUserError} if the path is refused or the text is too long
   */
  async read(textOrPath: string, extension: string): Promise<string> {
    const trimmed = textOrPath.trim();
    const isPath =
      trimmed.length <= MAX_PATH_LENGTH && trimmed.toLowerCase().endsWith(extension) && !/[\n{"]/.test(trimmed);
    // The byte order mark that some programs write is no data.
    if (isPath) return (await this.folder.readText(trimmed)).replace(/^\uFEFF/, '');
    return requireMaxLength(textOrPath, MAX_TEXT_LENGTH, 'data');
  }
}
