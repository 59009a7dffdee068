/** The folder that the assistant may read: its pages and files. */
export class DocsRoot {
  /**
   * @param root absolute, or relative to the working directory
   * @param pagePatterns glob patterns, relative to the root, of the files that are pages; default every Markdown file
   */
  constructor(
    readonly root: string,
    readonly pagePatterns: readonly string[] = ['**/*.md'],
  ) {}
}
