import type * as McpSchema from '../../sdk/McpSchema.js';
import type { McpConnectionInfo } from '../McpConnectionInfo.js';
import { formatToolName, lastCodePoints, MAX_TOOL_NAME_LENGTH } from './formatToolName.js';

/** Chooses the name under which a remote tool is offered to the model. */
export abstract class McpToolNamePrefixGenerator {
  /**
   * The name of a tool; used as it is.
   *
   * @param connection where the tool comes from
   * @param tool as the server declares it
   * @param occurrence how many tools of this name came before it in the same listing of the same server
   */
  abstract prefixedToolName(connection: McpConnectionInfo, tool: McpSchema.Tool, occurrence?: number): string;

  /** Every tool keeps the name that its server gave it. */
  static noPrefix(): McpToolNamePrefixGenerator {
    return NO_PREFIX;
  }

  /**
   * `<connection>_<tool>`, both formatted, the last 64 characters (MN-14).
   *
   * @param options `asciiNames` drops letters outside ASCII too; default false
   */
  static connectionPrefix(options: { readonly asciiNames?: boolean } = {}): McpToolNamePrefixGenerator {
    return new ConnectionPrefixGenerator(options.asciiNames ?? false);
  }
}

class NoPrefixGenerator extends McpToolNamePrefixGenerator {
  override prefixedToolName(_connection: McpConnectionInfo, tool: McpSchema.Tool): string {
    return tool.name;
  }
}

class ConnectionPrefixGenerator extends McpToolNamePrefixGenerator {
  readonly #asciiNames: boolean;

  constructor(asciiNames: boolean) {
    super();
    this.#asciiNames = asciiNames;
  }

  override prefixedToolName(connection: McpConnectionInfo, tool: McpSchema.Tool): string {
    const name = `${formatToolName(connection.connectionName, this.#asciiNames)}_${formatToolName(tool.name, this.#asciiNames)}`;
    return lastCodePoints(name, MAX_TOOL_NAME_LENGTH);
  }
}

const NO_PREFIX = new NoPrefixGenerator();
