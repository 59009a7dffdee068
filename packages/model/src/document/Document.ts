/** The parts of a {@link Document}. */
export interface DocumentParts {
  /** Unique in a store; default a random UUID. */
  readonly id?: string;
  /** What is embedded and searched. */
  readonly text: string;
  /** Facts that a search may filter by and returns; text, numbers, booleans. Default none. */
  readonly metadata?: Readonly<Record<string, DocumentValue>>;
  /** How near the document is to a query, 0 to 1, higher is nearer; of results only. */
  readonly score?: number | null;
}

/** What the metadata of a document may hold. */
export type DocumentValue = string | number | boolean;

/** A text with facts about it, as a vector store keeps it. Frozen. */
export class Document {
  readonly id: string;
  readonly text: string;
  readonly metadata: Readonly<Record<string, DocumentValue>>;
  /** Null unless the document is the result of a search. */
  readonly score: number | null;

  constructor({ id, text, metadata, score }: DocumentParts) {
    this.id = id ?? crypto.randomUUID();
    this.text = text;
    this.metadata = Object.freeze({ ...metadata });
    this.score = score ?? null;
    Object.freeze(this);
  }

  /** The same document as the result of a search. */
  withScore(score: number): Document {
    return new Document({ id: this.id, text: this.text, metadata: this.metadata, score });
  }
}
