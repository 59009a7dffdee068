import { ContextInitializer, HIGHEST_PRECEDENCE, Order } from '@toolwright/boot';
import { ProtocolOutput } from '@toolwright/mcp';

/** Keeps standard output for the protocol from before the first bean of the application is made (MS-04). */
@Order(HIGHEST_PRECEDENCE)
export class McpStandardOutput extends ContextInitializer {
  #output: ProtocolOutput | undefined;

  override initialize(): void {
    this.#output = ProtocolOutput.claim();
  }

  close(): void {
    this.#output?.release();
  }
}
