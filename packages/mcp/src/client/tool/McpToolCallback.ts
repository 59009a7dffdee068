import { hasText, LoggerFactory, requireNonNull } from '@toolwright/core';
import {
  markHardFailure,
  parseArgumentsObject,
  ToolCallback,
  type ToolContext,
  type ToolDefinition,
  ToolExecutionException,
  type ToolMetadata,
} from '@toolwright/tools';
import type * as McpSchema from '../../sdk/McpSchema.js';
import { describeError } from '../call/describeError.js';
import { MAX_TIMER } from '../call/RequestTimer.js';
import { McpConnectionException } from '../exception/McpConnectionException.js';
import { McpToolExecutionException } from '../exception/McpToolExecutionException.js';
import { McpTransportException } from '../exception/McpTransportException.js';
import type { McpClient } from '../McpClient.js';
import { ToolContextToMcpMetaConverter } from '../meta/ToolContextToMcpMetaConverter.js';
import { McpToolUtils } from '../naming/McpToolUtils.js';
import { toDefinition, toMetadata } from './describeTool.js';
import { limitContent } from './limitContent.js';
import { type OutputSchemaValidator, outputSchemaValidator } from './outputSchemaValidator.js';

const logger = LoggerFactory.getLogger('toolwright.mcp.client');

/** How a server answers the call of a tool that it does not have. */
const INVALID_PARAMS = -32_602;

/** Is told of every result of a remote tool, complete with structured content. */
export type McpResultListener = (result: McpSchema.CallToolResult, callback: McpToolCallback) => void;

/** What callbacks of one provider share. */
export interface McpToolCallbackOptions {
  readonly converter: ToolContextToMcpMetaConverter;
  /** Characters that a result may have; default 1 MiB. */
  readonly maxResultSize: number;
  /** Characters of a description; default 4096. */
  readonly maxDescriptionLength: number;
  readonly resultListener?: McpResultListener | undefined;
}

/**
 * A tool of an MCP server as a tool of ours.
 *
 * What the tool reports as its own failure, and every fault on the way to it, is a {@link ToolExecutionException}, which
 * the model is told about. An error that the server answers with leaves the call as it is (MR-12).
 */
export class McpToolCallback extends ToolCallback {
  override readonly definition: ToolDefinition;
  /** The name of the tool on its server. */
  readonly originalToolName: string;
  readonly #client: McpClient;
  readonly #tool: McpSchema.Tool;
  readonly #metadata: ToolMetadata;
  readonly #options: McpToolCallbackOptions;
  #validator: Promise<OutputSchemaValidator> | undefined;

  private constructor(
    client: McpClient,
    tool: McpSchema.Tool,
    name: string,
    metadata: ToolMetadata | undefined,
    options: McpToolCallbackOptions,
  ) {
    super();
    this.#client = client;
    this.#tool = tool;
    this.#options = options;
    this.originalToolName = tool.name;
    this.definition = toDefinition(client.name, tool, name, options.maxDescriptionLength);
    this.#metadata = metadata ?? toMetadata(client, tool);
  }

  static builder(): McpToolCallback.Builder {
    return new McpToolCallback.Builder((...parts) => new McpToolCallback(...parts));
  }

  override get metadata(): ToolMetadata {
    return this.#metadata;
  }

  /** The name of the connection that the tool belongs to. */
  get connectionName(): string {
    return this.#client.name;
  }

  /** The tool as its server declares it. */
  get tool(): McpSchema.Tool {
    return this.#tool;
  }

  override async call(toolInput: string, toolContext?: ToolContext): Promise<string> {
    const result = await this.callForResult(toolInput, toolContext);
    const { content, structuredContent } = result;
    if (content.length === 0 && structuredContent !== undefined) {
      return this.#limit([{ type: 'text', text: JSON.stringify(structuredContent) }], ([item]) =>
        item?.type === 'text' ? item.text : '',
      );
    }
    return this.#limit(content, (items) => JSON.stringify(items));
  }

  /**
   * Runs the tool.
   *
   * @returns all that the server answered, without limit
   * @throws {ToolArgumentsException} if the input is not one JSON object; the server is not asked
   * @throws {ToolExecutionException} if the tool reports an error, its result breaks its schema, or no answer came
   */
  async callForResult(toolInput: string, toolContext?: ToolContext): Promise<McpSchema.CallToolResult> {
    const toolArguments = this.#parse(toolInput);
    const result = await this.#send(toolArguments, toolContext);
    this.#options.resultListener?.(result, this);
    if (result.isError === true) {
      throw new McpToolExecutionException(
        this.definition,
        `Error calling tool: ${this.#limit(result.content, describe)}`,
        result,
      );
    }
    await this.#validate(result);
    return result;
  }

  #parse(toolInput: string): Readonly<Record<string, unknown>> {
    if (!hasText(toolInput)) {
      logger.warn(
        `Tool call arguments are null or empty for MCP tool: ${this.originalToolName}. Using empty JSON object as default.`,
      );
      return {};
    }
    return parseArgumentsObject(toolInput, this.definition);
  }

  async #send(
    toolArguments: Readonly<Record<string, unknown>>,
    toolContext: ToolContext | undefined,
  ): Promise<McpSchema.CallToolResult> {
    const client = this.#client;
    const { trusted } = client.settings;
    try {
      return await client.callTool(
        { name: this.originalToolName, arguments: toolArguments, meta: toolContext && this.#meta(toolContext) },
        {
          signal: toolContext?.signal,
          timeout: this.#timeout(),
          replay: trusted && this.#tool.annotations?.idempotentHint === true,
        },
      );
    } catch (error) {
      if (error instanceof McpTransportException || error instanceof McpConnectionException) {
        throw new ToolExecutionException(this.definition, error);
      }
      if (toolContext?.signal.aborted === true) throw error;
      // A server that removed or renamed the tool without a word says so now; the next turn must not see it again.
      if ((error as { code?: unknown }).code === INVALID_PARAMS) client.invalidateTools();
      // The server answered with an error of the protocol, which no other arguments mend (MR-12).
      throw markHardFailure(error as Error);
    }
  }

  #meta(toolContext: ToolContext): Readonly<Record<string, unknown>> {
    const { name, settings } = this.#client;
    return this.#options.converter.convert(toolContext, {
      connectionName: name,
      local: settings.transport.local,
      policy: settings.toolContextMeta,
    });
  }

  /** The tool's own limit wins over the connection's (MR-16); null means none. */
  #timeout(): number | undefined {
    const own = this.#metadata.attributes['timeout'];
    if (own === undefined) return undefined;
    return typeof own === 'number' ? own : MAX_TIMER;
  }

  async #validate(result: McpSchema.CallToolResult): Promise<void> {
    const { outputSchema } = this.#tool;
    if (outputSchema === undefined) return;
    const fail = (reason: string): McpToolExecutionException =>
      new McpToolExecutionException(
        this.definition,
        `The result of tool '${this.originalToolName}' of MCP connection '${this.connectionName}' ${reason}`,
        result,
      );
    if (result.structuredContent === undefined)
      throw fail('has no structured content, which its output schema demands');
    this.#validator ??= outputSchemaValidator(outputSchema);
    let violation: string | undefined;
    try {
      violation = (await this.#validator)(result.structuredContent);
    } catch (cause) {
      logger.warn(
        `The output schema of tool '${this.originalToolName}' of MCP connection '${this.connectionName}' cannot be used; ` +
          `results are not validated: ${describeError(cause)}`,
      );
      this.#validator = Promise.resolve(() => undefined);
      return;
    }
    if (violation !== undefined) throw fail(`breaks its output schema: ${violation}`);
  }

  #limit(
    content: readonly McpSchema.ContentBlock[],
    toText: (items: readonly McpSchema.ContentBlock[]) => string,
  ): string {
    const { maxResultSize } = this.#options;
    const limited = limitContent(content, maxResultSize);
    if (limited.limited) {
      logger.warn(
        `The result of tool '${this.originalToolName}' of MCP connection '${this.connectionName}' has more than ` +
          `${maxResultSize} characters and was cut. Raise mcp.client.max-result-size if that is right.`,
      );
    }
    return toText(limited.content);
  }
}

function describe(content: readonly McpSchema.ContentBlock[]): string {
  const texts = content.flatMap((item) => (item.type === 'text' ? [item.text] : []));
  return texts.length > 0 ? texts.join('\n') : JSON.stringify(content);
}

export namespace McpToolCallback {
  /** Builds an {@link McpToolCallback}. */
  export class Builder {
    #client: McpClient | undefined;
    #tool: McpSchema.Tool | undefined;
    #prefixedToolName: string | undefined;
    #metadata: ToolMetadata | undefined;
    #options: McpToolCallbackOptions = {
      converter: ToolContextToMcpMetaConverter.defaultConverter(),
      maxResultSize: 2 ** 20,
      maxDescriptionLength: 4096,
    };

    /** @internal */
    constructor(
      private readonly create: (
        client: McpClient,
        tool: McpSchema.Tool,
        name: string,
        metadata: ToolMetadata | undefined,
        options: McpToolCallbackOptions,
      ) => McpToolCallback,
    ) {}

    /** @throws {IllegalArgumentException} `MCP client must not be null` */
    mcpClient(client: McpClient): this {
      this.#client = requireNonNull(client, 'MCP client must not be null');
      return this;
    }

    /** @throws {IllegalArgumentException} `MCP tool must not be null` */
    tool(tool: McpSchema.Tool): this {
      this.#tool = requireNonNull(tool, 'MCP tool must not be null');
      return this;
    }

    /** The name for the model; default: the server's, formatted. Used as it is. */
    prefixedToolName(name: string): this {
      this.#prefixedToolName = name;
      return this;
    }

    /** How the tool behaves; its attribute `timeout` wins over the connection's request timeout. */
    toolMetadata(metadata: ToolMetadata): this {
      this.#metadata = metadata;
      return this;
    }

    /** @throws {IllegalArgumentException} `ToolContextToMcpMetaConverter must not be null` */
    toolContextToMcpMetaConverter(converter: ToolContextToMcpMetaConverter): this {
      requireNonNull(converter, 'ToolContextToMcpMetaConverter must not be null');
      this.#options = { ...this.#options, converter };
      return this;
    }

    /** Replaces everything that callbacks of one provider share. */
    options(options: McpToolCallbackOptions): this {
      this.#options = options;
      return this;
    }

    /** Is told of every result, errors included. */
    resultListener(resultListener: McpResultListener): this {
      this.#options = { ...this.#options, resultListener };
      return this;
    }

    /** @throws {IllegalArgumentException} `MCP client must not be null`, `MCP tool must not be null` */
    build(): McpToolCallback {
      const client = requireNonNull(this.#client, 'MCP client must not be null');
      const tool = requireNonNull(this.#tool, 'MCP tool must not be null');
      const name = this.#prefixedToolName ?? McpToolUtils.format(tool.name);
      return this.create(client, tool, name, this.#metadata, this.#options);
    }
  }
}
