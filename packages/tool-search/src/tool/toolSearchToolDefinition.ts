import { ToolDefinition } from '@toolwright/tools';

/** Name of the built-in search tool. */
export const TOOL_SEARCH_TOOL_NAME = 'toolSearchTool';

/** Results that a model gets if neither it nor the application says how many. */
export const DEFAULT_MAX_RESULTS = 5;

/** Results that a model may ask for, unless the application allows more. */
const HIGHEST_MAX_RESULTS = 10;

/** How many references one search may return. */
export interface ToolSearchLimits {
  /** What a model gets that asks for no number. */
  readonly defaultMaxResults: number;
  /** What a model gets that asks for too many. */
  readonly highestMaxResults: number;
}

/** The limits that follow from the application's setting, null if there is none (Spec SX-13a). */
export function toolSearchLimits(maxResults: number | null): ToolSearchLimits {
  return {
    defaultMaxResults: maxResults ?? DEFAULT_MAX_RESULTS,
    highestMaxResults: Math.max(HIGHEST_MAX_RESULTS, maxResults ?? 0),
  };
}

/**
 * What the model is told about the search tool; the numbers are the ones that hold.
 *
 * @param categories those of the tools that are searched; without any there is nothing to filter by (Spec SX-14). Null if
 *   they are not known
 */
export function toolSearchToolDefinition(
  limits: ToolSearchLimits,
  categories: readonly string[] | null,
): ToolDefinition {
  return ToolDefinition.builder()
    .name(TOOL_SEARCH_TOOL_NAME)
    .description(DESCRIPTION)
    .inputSchema(JSON.stringify(inputSchema(limits, categories)))
    .build();
}

const DESCRIPTION =
  'Search the registry of tools for tools that help with the task. Use it whenever the tools at hand do not suffice. ' +
  'The names, descriptions and parameter information of all tools are searched. The result is a list of references ' +
  'to tools; they become full definitions, which you can call in your next step.';

/** More categories are not listed: they would cost tokens in every round. */
const MOST_LISTED_CATEGORIES = 20;

function inputSchema(
  { defaultMaxResults, highestMaxResults }: ToolSearchLimits,
  categories: readonly string[] | null,
): unknown {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      query: {
        type: 'string',
        description:
          'What the tool should be able to do: a specific description in natural language, with the keywords that matter.',
      },
      maxResults: {
        type: 'integer',
        description: `Maximum number of tool references to return (1-${highestMaxResults}). Default is ${defaultMaxResults}.`,
      },
      ...(categories?.length === 0 ? {} : { categoryFilter: categoryFilter(categories ?? []) }),
    },
    required: ['query'],
    additionalProperties: false,
  };
}

function categoryFilter(categories: readonly string[]): unknown {
  const isListed = categories.length > 0 && categories.length <= MOST_LISTED_CATEGORIES;
  return {
    type: 'string',
    description: `Only look for tools of this category${isListed ? `: ${categories.join(', ')}` : ''}.`,
  };
}
