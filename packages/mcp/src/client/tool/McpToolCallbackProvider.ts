import { IllegalStateException, LoggerFactory, requireNonNull, requireNonNullElements } from '@toolwright/core';
import { getDuplicateToolNames, ToolCallbackProvider } from '@toolwright/tools';
import type * as McpSchema from '../../sdk/McpSchema.js';
import { describeError } from '../call/describeError.js';
import { McpToolListingFailedEvent } from '../event/McpClientEvent.js';
import type { McpClient } from '../McpClient.js';
import { ToolContextToMcpMetaConverter } from '../meta/ToolContextToMcpMetaConverter.js';
import { DefaultMcpToolNamePrefixGenerator } from '../naming/DefaultMcpToolNamePrefixGenerator.js';
import type { McpToolNamePrefixGenerator } from '../naming/McpToolNamePrefixGenerator.js';
import { acceptedTools } from './acceptedTools.js';
import { McpToolCallback, type McpToolCallbackOptions, type McpResultListener } from './McpToolCallback.js';
import { McpToolFilter, type McpToolFilterFunction } from './McpToolFilter.js';
import { usableTools } from './usableTools.js';

const logger = LoggerFactory.getLogger('toolwright.mcp.client');

/** Everything that a builder has collected for one provider. */
interface McpToolCallbackProviderSettings {
  readonly clients: readonly McpClient[];
  readonly filter: McpToolFilter;
  readonly generator: McpToolNamePrefixGenerator;
  readonly callbackOptions: McpToolCallbackOptions;
  readonly onListError: 'fail' | 'skip';
  readonly maxTools: number;
}

/**
 * The tools of any number of MCP servers. Nothing is sent before the tools are asked for; the list is kept until a
 * server says that it changed or a connection was lost. Safe for concurrent use: one listing serves all who wait.
 */
export class McpToolCallbackProvider extends ToolCallbackProvider {
  readonly #settings: McpToolCallbackProviderSettings;
  readonly #listed = new Map<McpClient, readonly McpSchema.Tool[]>();
  #callbacks: readonly McpToolCallback[] | undefined;
  #listing: Promise<readonly McpToolCallback[]> | undefined;
  #generation = 0;

  /** @internal use {@link McpToolCallbackProvider.builder} */
  constructor(settings: McpToolCallbackProviderSettings) {
    super();
    this.#settings = settings;
    for (const client of settings.clients) client.onToolsInvalidated(() => this.invalidateCache());
  }

  static builder(): McpToolCallbackProvider.Builder {
    return new McpToolCallbackProvider.Builder((settings) => new McpToolCallbackProvider(settings));
  }

  override get remote(): boolean {
    return true;
  }

  /** The connections whose tools it provides. */
  get connectionNames(): readonly string[] {
    return this.#settings.clients.map(({ name }) => name);
  }

  /**
   * The tools of all servers, in the order of the clients, then of each server.
   *
   * @throws {IllegalStateException} `Multiple tools with the same name (…)`
   * @throws {McpToolListingException} if a server lists without end
   */
  override async toolCallbacks(): Promise<readonly McpToolCallback[]> {
    if (this.#callbacks) return [...this.#callbacks];
    this.#listing ??= this.#list();
    return [...(await this.#listing)];
  }

  /** Forgets the list; the next read asks all servers. */
  invalidateCache(): void {
    this.#generation += 1;
    this.#callbacks = undefined;
    this.#listing = undefined;
    this.#listed.clear();
  }

  async #list(): Promise<readonly McpToolCallback[]> {
    const generation = this.#generation;
    try {
      const { clients } = this.#settings;
      const lists = await Promise.all(clients.map((client) => this.#toolsOf(client, generation)));
      const callbacks = await this.#toCallbacks(lists);
      // What changed while the list was read is in no list that may be kept (MP-07); so is what a server left out.
      if (generation === this.#generation && !lists.includes(undefined)) this.#callbacks = callbacks;
      return callbacks;
    } finally {
      if (generation === this.#generation) this.#listing = undefined;
    }
  }

  /** @returns undefined if the server is left out */
  async #toolsOf(client: McpClient, generation: number): Promise<readonly McpSchema.Tool[] | undefined> {
    const known = this.#listed.get(client);
    if (known) return known;
    const { onListError, maxTools } = this.#settings;
    try {
      const all = await client.listTools({ maxTools, impatient: onListError === 'skip' });
      const tools = client.settings.toolNames.select(client.name, usableTools(client.name, all));
      if (generation === this.#generation) this.#listed.set(client, tools);
      return tools;
    } catch (error) {
      if (onListError === 'fail') throw error;
      logger.warn(`The tools of MCP connection '${client.name}' are left out: ${describeError(error)}`);
      client.publish(new McpToolListingFailedEvent(client.name, error));
      return undefined;
    }
  }

  async #toCallbacks(lists: readonly (readonly McpSchema.Tool[] | undefined)[]): Promise<readonly McpToolCallback[]> {
    const { clients, callbackOptions, generator } = this.#settings;
    const callbacks: McpToolCallback[] = [];
    for (const [index, client] of clients.entries()) {
      const occurrences = new Map<string, number>();
      for (const tool of acceptedTools(client, lists[index] ?? [])) {
        if (!(await this.#accepts(client, tool))) continue;
        const occurrence = occurrences.get(tool.name) ?? 0;
        occurrences.set(tool.name, occurrence + 1);
        const name = generator.prefixedToolName(client.connectionInfo, tool, occurrence);
        callbacks.push(
          McpToolCallback.builder()
            .mcpClient(client)
            .tool(tool)
            .prefixedToolName(name)
            .options(callbackOptions)
            .build(),
        );
      }
    }
    const duplicates = getDuplicateToolNames(callbacks);
    if (duplicates.length > 0) {
      throw new IllegalStateException(`Multiple tools with the same name (${duplicates.join(', ')})`);
    }
    return callbacks;
  }

  async #accepts(client: McpClient, tool: McpSchema.Tool): Promise<boolean> {
    try {
      return await this.#settings.filter.test(client.connectionInfo, tool);
    } catch (error) {
      logger.error(
        `The tool filter failed for tool '${tool.name}' of MCP connection '${client.name}', which is left out: ${describeError(error)}`,
      );
      return false;
    }
  }
}

export namespace McpToolCallbackProvider {
  /** Builds an {@link McpToolCallbackProvider}. */
  export class Builder {
    #settings: McpToolCallbackProviderSettings = {
      clients: [],
      filter: McpToolFilter.acceptAll(),
      generator: new DefaultMcpToolNamePrefixGenerator(),
      callbackOptions: {
        converter: ToolContextToMcpMetaConverter.defaultConverter(),
        maxResultSize: 2 ** 20,
        maxDescriptionLength: 4096,
      },
      onListError: 'fail',
      maxTools: 1000,
    };

    /** @internal */
    constructor(private readonly create: (settings: McpToolCallbackProviderSettings) => McpToolCallbackProvider) {}

    /** Replaces the clients. @throws {IllegalArgumentException} `MCP clients list must not be null` */
    mcpClients(clients: readonly McpClient[]): this {
      const checked = requireNonNullElements(
        clients,
        'MCP clients list must not be null',
        'MCP client must not be null',
      );
      return this.#with({ clients: [...checked] });
    }

    /** Appends a client. @throws {IllegalArgumentException} `MCP client must not be null` */
    addMcpClient(client: McpClient): this {
      return this.#with({
        clients: [...this.#settings.clients, requireNonNull(client, 'MCP client must not be null')],
      });
    }

    /** @throws {IllegalArgumentException} `Tool filter must not be null` */
    toolFilter(filter: McpToolFilter | McpToolFilterFunction): this {
      requireNonNull(filter, 'Tool filter must not be null');
      return this.#with({ filter: typeof filter === 'function' ? McpToolFilter.of(filter) : filter });
    }

    /** @throws {IllegalArgumentException} `Tool name prefix generator must not be null` */
    toolNamePrefixGenerator(generator: McpToolNamePrefixGenerator): this {
      return this.#with({ generator: requireNonNull(generator, 'Tool name prefix generator must not be null') });
    }

    /** @throws {IllegalArgumentException} `Tool context to MCP meta converter must not be null` */
    toolContextToMcpMetaConverter(converter: ToolContextToMcpMetaConverter): this {
      return this.#options({
        converter: requireNonNull(converter, 'Tool context to MCP meta converter must not be null'),
      });
    }

    /** Characters that the result of a tool may have; default 1 MiB. */
    maxResultSize(maxResultSize: number): this {
      return this.#options({ maxResultSize });
    }

    /** Characters that the description of a tool may have; default 4096. */
    maxDescriptionLength(maxDescriptionLength: number): this {
      return this.#options({ maxDescriptionLength });
    }

    /** Is told of every result. */
    resultListener(resultListener: McpResultListener): this {
      return this.#options({ resultListener });
    }

    /** Whether a server that cannot list its tools fails the read (default) or is left out. */
    onListError(onListError: 'fail' | 'skip'): this {
      return this.#with({ onListError });
    }

    /** How many tools one server may list; default 1000. */
    maxTools(maxTools: number): this {
      return this.#with({ maxTools });
    }

    build(): McpToolCallbackProvider {
      return this.create(Object.freeze(this.#settings));
    }

    #with(change: Partial<McpToolCallbackProviderSettings>): this {
      this.#settings = { ...this.#settings, ...change };
      return this;
    }

    #options(change: Partial<McpToolCallbackOptions>): this {
      return this.#with({ callbackOptions: { ...this.#settings.callbackOptions, ...change } });
    }
  }
}
