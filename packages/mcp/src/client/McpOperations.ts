import type * as McpSchema from '../sdk/McpSchema.js';
import type { RawResult } from './call/anyResult.js';
import type { McpRequestOptions } from './call/McpRequestOptions.js';
import { readPages } from './call/readPages.js';
import { McpTransportException } from './exception/McpTransportException.js';
import { toTools } from './tool/toTools.js';

/** What a call of a remote tool consists of. */
export interface McpToolCall {
  /** The name on the server. */
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

const DEFAULT_MAX_ITEMS = 1000;

/** The requests of the protocol that a client sends, in the words of its schema. */
export abstract class McpOperations {
  /** The name of the connection. */
  abstract readonly name: string;

  /** Opens the connection unless it is open. */
  abstract initialize(options?: McpRequestOptions): Promise<McpSchema.InitializeResult>;

  /**
   * Sends a request.
   *
   * @returns the result as the server sent it
   */
  abstract request(
    method: string,
    params: Readonly<Record<string, unknown>> | undefined,
    options?: McpRequestOptions,
  ): Promise<RawResult>;

  /**
   * All tools of the server, all pages; none if it has no tools (MP-16).
   *
   * @throws {McpToolListingException} if the server pages without end
   */
  async listTools(
    options: McpRequestOptions & { readonly maxTools?: number } = {},
  ): Promise<readonly McpSchema.Tool[]> {
    const { capabilities } = await this.initialize(options);
    if (capabilities.tools === undefined) return [];
    const items = await this.#list('tools/list', 'tools', options, options.maxTools ?? DEFAULT_MAX_ITEMS);
    return toTools(this.name, items);
  }

  /** Runs a tool; the content of the result is not checked. */
  async callTool(call: McpToolCall, options: McpRequestOptions = {}): Promise<McpSchema.CallToolResult> {
    const { name, meta } = call;
    const params = { name, arguments: call.arguments, ...(meta && { _meta: meta }) };
    const result = await this.request('tools/call', params, options);
    const { content = [], ...rest } = result;
    if (!Array.isArray(content)) {
      throw new McpTransportException(this.name, `Tool '${name}' answered without a list of content`);
    }
    return { ...rest, content: content as McpSchema.ContentBlock[] };
  }

  /** All resources of the server. */
  async listResources(options: McpRequestOptions = {}): Promise<readonly McpSchema.Resource[]> {
    return (await this.#list('resources/list', 'resources', options)) as readonly McpSchema.Resource[];
  }

  /** All templates of resources. */
  async listResourceTemplates(options: McpRequestOptions = {}): Promise<readonly McpSchema.ResourceTemplate[]> {
    const templates = await this.#list('resources/templates/list', 'resourceTemplates', options);
    return templates as readonly McpSchema.ResourceTemplate[];
  }

  async readResource(uri: string, options: McpRequestOptions = {}): Promise<McpSchema.ReadResourceResult> {
    return (await this.request('resources/read', { uri }, options)) as McpSchema.ReadResourceResult;
  }

  /** All prompts of the server. */
  async listPrompts(options: McpRequestOptions = {}): Promise<readonly McpSchema.Prompt[]> {
    return (await this.#list('prompts/list', 'prompts', options)) as readonly McpSchema.Prompt[];
  }

  /** A prompt with its arguments filled in. */
  async getPrompt(
    name: string,
    promptArguments: Readonly<Record<string, string>> = {},
    options: McpRequestOptions = {},
  ): Promise<McpSchema.GetPromptResult> {
    const result = await this.request('prompts/get', { name, arguments: promptArguments }, options);
    return result as McpSchema.GetPromptResult;
  }

  /** Suggestions for an argument of a prompt or template. */
  async complete(
    params: McpSchema.CompleteRequest['params'],
    options: McpRequestOptions = {},
  ): Promise<McpSchema.CompleteResult> {
    return (await this.request('completion/complete', params, options)) as unknown as McpSchema.CompleteResult;
  }

  /** Asks the server to send log messages of this level and above. */
  async setLoggingLevel(level: McpSchema.LoggingLevel, options: McpRequestOptions = {}): Promise<void> {
    await this.request('logging/setLevel', { level }, options);
  }

  async ping(options: McpRequestOptions = {}): Promise<void> {
    await this.request('ping', undefined, options);
  }

  async #list(
    method: string,
    key: string,
    options: McpRequestOptions,
    maxItems = DEFAULT_MAX_ITEMS,
  ): Promise<readonly unknown[]> {
    const readPage = (cursor: string | undefined): Promise<RawResult> =>
      this.request(method, cursor === undefined ? undefined : { cursor }, options);
    return readPages(this.name, key, readPage, maxItems);
  }
}
