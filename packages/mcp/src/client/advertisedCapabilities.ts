import type * as McpSchema from '../sdk/McpSchema.js';
import type { McpClientSettings } from './McpClientSettings.js';

/** What a connection offers its server: that for which there are handlers (MC-21). */
export function advertisedCapabilities({
  handlers,
  roots,
  rootChangeNotification,
}: McpClientSettings): McpSchema.ClientCapabilities {
  return {
    ...(handlers.sampling && { sampling: {} }),
    ...(handlers.elicitation && {
      elicitation: { form: { applyDefaults: true }, ...(handlers.elicitationUrlMode === true && { url: {} }) },
    }),
    ...(roots && { roots: { listChanged: rootChangeNotification } }),
  };
}
