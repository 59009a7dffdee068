/** What the model is told about the search tool after the application's own system text. */
export const DEFAULT_SYSTEM_MESSAGE_SUFFIX =
  '\n\nYou have a special tool named `toolSearchTool` that discovers further tools on demand: whenever no tool in your ' +
  'context is suitable for the task, search with it first, then call what it has found.';
