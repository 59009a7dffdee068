/** Where a configuration value was written. */
export interface Origin {
  /** What a person can look up: `config/application.properties`, `environment variable TOOLS_X`, `command line`. */
  readonly source: string;
  /** Line of the value, from 1, where the source is a file. */
  readonly line?: number;
  /** Column of the value's first character, from 1. */
  readonly column?: number;
}

/** The origin as text: `config/application.properties - 7:35`, or the source alone. */
export function describeOrigin(origin: Origin): string {
  return origin.line === undefined ? origin.source : `${origin.source} - ${origin.line}:${origin.column ?? 1}`;
}
