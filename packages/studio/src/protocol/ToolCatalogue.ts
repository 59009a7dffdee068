/** `GET /api/tools`: the tools of the application, sorted by name. */
export interface ToolList {
  readonly tools: readonly ToolInfo[];
  /** Of all tools together; null if they are not counted. */
  readonly tokens: number | null;
}

/** A tool of the application. Definitions are no content: the model is told them in every request. */
export interface ToolInfo {
  readonly name: string;
  readonly description: string;
  /** JSON Schema; a text if it cannot be parsed. */
  readonly inputSchema: unknown;
  /** Name of the bean that offers it. */
  readonly source: string;
  readonly tokens: number | null;
  /** Whether a call needs an approval: `required`, `conditional`, or null. */
  readonly approval: 'required' | 'conditional' | null;
  readonly returnDirect: boolean;
  /** The rest of what was declared, as far as it is JSON. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** `GET /api/tools/search?query=…&limit=…`: the tools in the order in which a search finds them. */
export interface ToolRanking {
  /** The class of the index that was asked. */
  readonly index: string;
  readonly query: string;
  /** How many tools fit, shown or not. */
  readonly totalMatches: number;
  readonly tools: readonly RankedTool[];
}

/** A tool that a search has found. */
export interface RankedTool {
  readonly name: string;
  /** Higher is better, on the scale of the index; null where the index gives none. */
  readonly score: number | null;
  readonly description: string;
  /** Where the query was found; empty where the index compares meanings. */
  readonly matches: readonly FieldMatch[];
}

/** Words of the query that were found in one text of a tool. */
export interface FieldMatch {
  readonly field: 'toolName' | 'summary' | 'parameterName' | 'parameterDescription' | 'parameterEnum' | 'category';
  /** In lower case. */
  readonly words: readonly string[];
}

/** `POST /api/tools/:name/call`: runs a tool once, for trying, without a model. */
export interface ToolCallRequest {
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Values that the tool finds in its `ToolContext`. */
  readonly toolContext?: Readonly<Record<string, unknown>>;
}

/** The outcome of a try. It is sent whether content is hidden or not: whoever tries has just asked for it. */
export interface ToolCallResult {
  readonly status: 'succeeded' | 'failed';
  /** What a model would be told; its beginning, if it is longer than 1,000,000 UTF-16 units. */
  readonly result: string;
  /** UTF-16 units of the whole result. */
  readonly length: number;
  /** Name of the error's class; null after a success. */
  readonly errorType: string | null;
  /** Milliseconds. */
  readonly duration: number;
}
