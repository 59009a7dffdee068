/** Key of the tool context under which the search tool finds the session whose tools it searches. */
export const TOOL_SEARCH_TOOL_SESSION_ID_KEY = 'toolSearchToolSessionId';
