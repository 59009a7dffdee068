/** What is known of one parameter of a tool without its whole schema. */
export interface ToolParameterReference {
  readonly name: string;
  readonly description?: string;
  /** The allowed values, if the schema lists them. */
  readonly enum?: readonly unknown[];
}

/** A tool as an index knows it: enough to find it by, not enough to call it. */
export interface ToolReference {
  /** The name under which the tool is attached to the request. */
  readonly toolName: string;
  /** What the tool does, in the words of its definition. */
  readonly summary: string;
  /** The tool's own parameters in the order of its schema; absent if it has none (Spec NT-09). */
  readonly parameters?: readonly ToolParameterReference[];
  /** The group that the application has put the tool in; absent if it is in none. */
  readonly category?: string;
  /** How well the tool fits the query, higher is better, on the scale of the index; present in search results only. */
  readonly relevanceScore?: number;
}
