import { describe, expect, it } from '@jest/globals';
import { ChatClient } from '@toolwright/chat';
import { EmbeddingModel } from '@toolwright/model';
import { clientOf, embeddingModels } from './models.js';

/** Anthropic's service, as far as a short answer needs it; busy at the first request. */
function service() {
  const requests: { readonly model: string; readonly max_tokens: number }[] = [];
  const fetch = async (_url: unknown, init?: { readonly body?: unknown }) => {
    requests.push(JSON.parse(String(init?.body)) as (typeof requests)[number]);
    if (requests.length === 1) return new Response('{}', { status: 529, headers: { 'retry-after-ms': '1' } });
    const answer = {
      type: 'message',
      id: 'm-1',
      model: requests.at(-1)?.model,
      role: 'assistant',
      content: [{ type: 'text', text: 'Hello.' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 1, output_tokens: 1 },
    };
    return Response.json(answer);
  };
  return { requests, fetch: fetch as typeof globalThis.fetch };
}

describe('the snippets about models', () => {
  it('send requests to a provider, and again when it is busy', async () => {
    const { requests, fetch } = service();
    const { client, patient } = clientOf('key', fetch);
    expect(await ChatClient.create(patient).prompt('Hi').call().content()).toBe('Hello.');
    expect(requests).toHaveLength(2);
    expect(await client.prompt('Hi').call().content()).toBe('Hello.');
    expect(requests[2]).toMatchObject({ model: 'claude-sonnet-4-5', max_tokens: 2000 });
  });

  it('make embedding models', () => {
    const { hosted, local } = embeddingModels('key');
    expect(hosted).toBeInstanceOf(EmbeddingModel);
    expect(local).toBeInstanceOf(EmbeddingModel);
  });
});
