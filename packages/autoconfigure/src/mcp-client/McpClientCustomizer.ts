import type { McpClientBuilder } from '@toolwright/mcp';

/** Changes the settings of connections before they are opened: roots, consumers, timeouts. */
export abstract class McpClientCustomizer {
  /** Called once per connection, after the handlers of the application were installed. */
  abstract customize(connectionName: string, spec: McpClientBuilder): void;
}
