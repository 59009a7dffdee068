import type { ToolCallback } from '@toolwright/tools';

/** A tool that an application has. */
export interface ApplicationTool {
  readonly callback: ToolCallback;
  /** The name of the bean that offers it. */
  readonly bean: string;
  /** Tokens of its definition in a request; null where the application has no counter. */
  readonly tokens: number | null;
}
