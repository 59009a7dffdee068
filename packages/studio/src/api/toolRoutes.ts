import { errorTypeOf, LoggerFactory } from '@toolwright/core';
import { KeywordToolIndex, rankTools } from '@toolwright/tool-search';
import { causeOfToolFailure, type CollectedTool, ToolContext } from '@toolwright/tools';
import { notFound } from '../http/RequestProblem.js';
import { answer, type Route } from '../http/Route.js';
import type { ToolCallRequest, ToolCallResult, ToolInfo, ToolList, ToolRanking } from '../protocol/index.js';
import { cutAt } from '../recording/StoredText.js';
import type { Studio } from '../Studio.js';
import { TokenCosts } from '../view/TokenCosts.js';
import { TOOL_CALL_SCHEMA } from './bodySchemas.js';
import { checkBody } from './checkBody.js';
import { wholeNumber } from './pageOf.js';

const logger = LoggerFactory.getLogger('toolwright.studio');

/** UTF-16 units of a result that are sent. */
const RESULT_TEXT = 1_000_000;
/** Milliseconds for which the list of tools is not asked for again: a search box asks at every key. */
const TOOLS_ARE_FRESH = 2000;

/** What pages ask about the tools of the application. */
export function toolRoutes(studio: Studio, signal: AbortSignal): readonly Route[] {
  const { tools } = studio.application;
  if (!tools) return [];
  let known: { readonly at: number; readonly tools: Promise<readonly CollectedTool[]> } | undefined;
  const fallbackIndex = new KeywordToolIndex();

  function collected(): Promise<readonly CollectedTool[]> {
    if (!known || performance.now() - known.at > TOOLS_ARE_FRESH) {
      known = { at: performance.now(), tools: Promise.resolve(tools?.() ?? []) };
      known.tools.catch(() => {
        known = undefined;
      });
    }
    return known.tools;
  }

  return [
    {
      method: 'GET',
      path: '/api/tools',
      handle: async () => {
        const [found, costs] = await Promise.all([collected(), TokenCosts.load()]);
        const infos = found.map((tool) => toolInfo(tool, costs));
        const tokens = infos.reduce((sum, info) => sum + (info.tokens ?? 0), 0);
        return answer({ tools: infos, tokens } satisfies ToolList);
      },
    },
    {
      method: 'GET',
      path: '/api/tools/search',
      handle: async ({ query }) => {
        const index = (await studio.application.toolIndex?.()) ?? fallbackIndex;
        const callbacks = (await collected()).map(({ callback }) => callback);
        const limit = Math.max(1, wholeNumber(query, 'limit', 10));
        return answer((await rankTools(index, callbacks, query.get('query') ?? '', limit)) satisfies ToolRanking);
      },
    },
    {
      method: 'POST',
      path: '/api/tools/:name/call',
      handle: async ({ params, body, response }) => {
        const request = await checkBody<ToolCallRequest>(await body(), TOOL_CALL_SCHEMA);
        const tool = (await collected()).find(({ callback }) => callback.definition.name === params['name']);
        if (!tool) throw notFound('The application has no such tool.');
        const gone = new AbortController();
        response.once('close', () => {
          gone.abort(new DOMException('The page has gone.', 'AbortError'));
        });
        return answer(await tryTool(tool, request, AbortSignal.any([gone.signal, signal])));
      },
    },
  ];
}

function toolInfo({ callback, bean }: CollectedTool, costs: TokenCosts): ToolInfo {
  const { definition, metadata } = callback;
  const { approval, ...attributes } = metadata.attributes;
  return {
    name: definition.name,
    description: definition.description,
    inputSchema: schemaOf(definition.inputSchema),
    source: bean,
    tokens: costs.ofTool(definition),
    approval: approval === 'required' ? 'required' : typeof approval === 'function' ? 'conditional' : null,
    returnDirect: metadata.returnDirect,
    attributes: Object.fromEntries(Object.entries(attributes).filter(([, value]) => isPlain(value))),
  };
}

async function tryTool(
  { callback }: CollectedTool,
  { arguments: args, toolContext = {} }: ToolCallRequest,
  signal: AbortSignal,
): Promise<ToolCallResult> {
  const context = new ToolContext(toolContext, { signal });
  const tool = callback.dependsOnContext ? callback.inContext(context) : callback;
  logger.info(`The studio runs the tool ${tool.definition.name}, as its page asked for.`);
  const start = performance.now();
  const outcome = (result: string, errorType: string | null): ToolCallResult => ({
    status: errorType === null ? 'succeeded' : 'failed',
    result: result.slice(0, cutAt(result, RESULT_TEXT)),
    length: result.length,
    errorType,
    duration: performance.now() - start,
  });
  try {
    const result: string | null | undefined = await tool.call(JSON.stringify(args), context);
    return outcome(result ?? '', null);
  } catch (error) {
    const root = causeOfToolFailure(error);
    return outcome(root instanceof Error ? root.message : String(root), errorTypeOf(root));
  }
}

function schemaOf(inputSchema: string): unknown {
  try {
    return JSON.parse(inputSchema) as unknown;
  } catch {
    return inputSchema;
  }
}

/** Whether a page can be told the value of an attribute; functions and schemas of libraries are left out. */
function isPlain(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  return typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype
    ? Object.values(value).every(isPlain)
    : false;
}
