/** What a server says about itself and how it answers. */
export interface McpServerSettings {
  readonly name: string;
  readonly version: string;
  readonly instructions?: string | undefined;
  /** What clients are offered at all; default everything. */
  readonly capabilities: {
    readonly tool: boolean;
    readonly resource: boolean;
    readonly prompt: boolean;
    readonly completion: boolean;
  };
  /** Which changes clients are told of; default all. */
  readonly changeNotifications: { readonly tool: boolean; readonly resource: boolean; readonly prompt: boolean };
  /** Milliseconds that a request to a client may take; default 20 s. */
  readonly requestTimeout: number;
  /** Whether clients are told what went wrong in a tool, or a reference to the log only; default true. */
  readonly exposeErrorDetails: boolean;
}

/** The settings with their defaults. */
export function mcpServerSettings(settings: Partial<McpServerSettings> = {}): McpServerSettings {
  return {
    name: 'mcp-server',
    version: '1.0.0',
    capabilities: { tool: true, resource: true, prompt: true, completion: true },
    changeNotifications: { tool: true, resource: true, prompt: true },
    requestTimeout: 20_000,
    exposeErrorDetails: true,
    ...settings,
  };
}
