/** The folder that the assistant may read: its pages and files. */
export class DocsRoot {
  /** @param root absolute, or relative to the working directory */
  constructor(readonly root: string) {}
}
