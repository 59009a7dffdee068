import type { McpClientBuilder } from '@toolwright/mcp';
import type { McpClientCustomizer } from './McpClientCustomizer.js';

/** Applies the customizers of the application, in their order. A bean of this type replaces all of them (MC-16). */
export class McpClientConfigurer {
  readonly #customizers: readonly McpClientCustomizer[];

  constructor(customizers: readonly McpClientCustomizer[] = []) {
    this.#customizers = customizers;
  }

  configure(connectionName: string, spec: McpClientBuilder): McpClientBuilder {
    for (const customizer of this.#customizers) customizer.customize(connectionName, spec);
    return spec;
  }
}
