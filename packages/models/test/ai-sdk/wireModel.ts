import { AiSdkChatModel, AiSdkChatOptions, RequestPolicy } from '@toolwright/models';
import type { WireAnswer, WireFormat } from './wire/WireFormat.js';

/** Characters of two, three and four bytes. */
export const TEXT = ['Grüße ', '– ', 'erledigt 🎉'];

/** Two calls at a time, of the tools `status` and `stock`. */
export const CALLS: WireAnswer = {
  calls: [
    { id: 'call_a', name: 'status', input: { number: 7 } },
    { id: 'call_b', name: 'stock', input: { number: 8 } },
  ],
};

/** The model of a provider that answers at this address, with the settings that the expected requests have. */
export function wireModel(wire: WireFormat, url: string, options?: { readonly fetch?: typeof fetch }): AiSdkChatModel {
  return new AiSdkChatModel(wire.model(url, options), {
    defaultOptions: new AiSdkChatOptions({ model: wire.modelId, maxTokens: 300, temperature: 0.2 }),
    policy: new RequestPolicy({ retry: { initialInterval: 0 } }),
  });
}
