import type { ModelProvider } from './ModelProvider.js';

/** What somebody wants a project to be. */
export interface ProjectOptions {
  /** Absolute path of its folder, which is made if there is none. */
  readonly folder: string;
  /** Its name as an npm package. */
  readonly name: string;
  readonly provider: ModelProvider;
  /** Whether it offers its tools to clients of the Model Context Protocol, too. */
  readonly mcp: boolean;
}
