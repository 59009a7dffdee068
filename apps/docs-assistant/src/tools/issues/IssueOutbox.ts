/** Where drafts of issues are written. */
export class IssueOutbox {
  /** @param folder absolute, or relative to the working directory; created at the first draft */
  constructor(readonly folder: string) {}
}
