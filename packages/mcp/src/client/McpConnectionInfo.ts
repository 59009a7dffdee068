import { requireNonNull } from '@toolwright/core';
import type * as McpSchema from '../sdk/McpSchema.js';

/** What is known about the two ends of a connection. */
export class McpConnectionInfo {
  private constructor(
    /** What our side offered. */
    readonly clientCapabilities: McpSchema.ClientCapabilities,
    /** How our side introduced itself: name `<client> - <connection>`, title = connection. */
    readonly clientInfo: McpSchema.Implementation,
    /** What the server answered; null if the connection was never initialized. */
    readonly initializeResult: McpSchema.InitializeResult | null,
  ) {
    Object.freeze(this);
  }

  /** The name of the connection in the configuration. */
  get connectionName(): string {
    return this.clientInfo.title ?? this.clientInfo.name;
  }

  static builder(): McpConnectionInfo.Builder {
    return new McpConnectionInfo.Builder((...parts) => new McpConnectionInfo(...parts));
  }
}

export namespace McpConnectionInfo {
  /** Builds an {@link McpConnectionInfo}. */
  export class Builder {
    #clientCapabilities: McpSchema.ClientCapabilities | undefined;
    #clientInfo: McpSchema.Implementation | undefined;
    #initializeResult: McpSchema.InitializeResult | null = null;

    /** @internal */
    constructor(
      private readonly create: (
        clientCapabilities: McpSchema.ClientCapabilities,
        clientInfo: McpSchema.Implementation,
        initializeResult: McpSchema.InitializeResult | null,
      ) => McpConnectionInfo,
    ) {}

    clientCapabilities(clientCapabilities: McpSchema.ClientCapabilities): this {
      this.#clientCapabilities = clientCapabilities;
      return this;
    }

    clientInfo(clientInfo: McpSchema.Implementation): this {
      this.#clientInfo = clientInfo;
      return this;
    }

    initializeResult(initializeResult: McpSchema.InitializeResult | null): this {
      this.#initializeResult = initializeResult;
      return this;
    }

    /** @throws {IllegalArgumentException} `clientCapabilities should not be null`, `clientInfo should not be null` */
    build(): McpConnectionInfo {
      return this.create(
        requireNonNull(this.#clientCapabilities, 'clientCapabilities should not be null'),
        requireNonNull(this.#clientInfo, 'clientInfo should not be null'),
        this.#initializeResult,
      );
    }
  }
}
