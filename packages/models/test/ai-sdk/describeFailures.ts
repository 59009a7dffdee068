import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import { Prompt } from '@toolwright/model';
import { ModelRequestException, ModelResponseException } from '@toolwright/models';
import { collected } from './collected.js';
import { ProviderServer } from './ProviderServer.js';
import type { WireFormat } from './wire/WireFormat.js';
import { TEXT, wireModel } from './wireModel.js';

/** What becomes of requests that a provider refuses or does not answer to the end. */
export function describeFailures(wire: WireFormat): void {
  let server: ProviderServer;
  beforeAll(async () => {
    server = await ProviderServer.start();
  });
  afterAll(async () => {
    await server.close();
  });

  it('asks again after an overload, as late as the provider wants, in call and stream', async () => {
    const busy = { ...wire.failure(429, 'Slow down'), headers: { 'retry-after': '0' } };
    server.answer(busy, wire.failure(503, 'Overloaded'), wire.answer({ text: ['done'] }));
    expect((await wireModel(wire, server.url).call(new Prompt('Hello'))).result?.output.text).toBe('done');
    expect(server.requests).toHaveLength(3);
    server.answer(busy, wire.stream({ text: ['done'] }));
    const chunks = await collected(wireModel(wire, server.url).stream(new Prompt('Hello')));
    expect(chunks.map(({ result }) => result?.output.text ?? '').join('')).toBe('done');
  });

  it('gives up after the last attempt, and at once where asking again is of no use', async () => {
    const failure = wire.failure(500, 'Out of order');
    server.answer(failure, failure, failure);
    const error = await wireModel(wire, server.url)
      .call(new Prompt('Hello'))
      .catch((reason: unknown) => reason as ModelRequestException);
    expect(error).toBeInstanceOf(ModelRequestException);
    expect(error).toMatchObject({ code: 'MODEL_REQUEST_FAILED', statusCode: 500, retryable: true, attempts: 3 });
    expect((error as Error).message).toMatch(/ failed with status 500 \(3 attempts\): .*Out of order\.$/);
    server.answer(wire.failure(401, 'Bad key'));
    await expect(wireModel(wire, server.url).call(new Prompt('Hello'))).rejects.toThrow(
      /failed with status 401: .*Bad key\. Check the API key/,
    );
    expect(server.requests).toHaveLength(1);
    server.answer({ ...failure, status: 429, headers: { 'retry-after': '3600' } });
    await expect(wireModel(wire, server.url).call(new Prompt('Hello'))).rejects.toThrow('asks to wait 3600000 ms');
    expect(server.requests).toHaveLength(1);
  });

  it('fails if the stream breaks off, and hands out no half answer as a whole one', async () => {
    const { body, ...reply } = wire.stream({ text: TEXT });
    server.answer({ ...reply, body: body.slice(0, lastText(body)), then: 'break' });
    const texts: string[] = [];
    const read = async () => {
      for await (const { result } of wireModel(wire, server.url).stream(new Prompt('Hello')))
        texts.push(result?.output.text ?? '');
    };
    await expect(read()).rejects.toThrow();
    expect(TEXT.join('').startsWith(texts.join(''))).toBe(true);
    expect(texts.join('')).not.toBe(TEXT.join(''));
  });

  const { streamFailure } = wire;
  if (streamFailure)
    it('fails with what the provider reports in the middle of a stream', async () => {
      const { body, ...reply } = wire.stream({ text: TEXT });
      const sent = (body as readonly string[]).slice(0, lastText(body));
      server.answer({ ...reply, body: [...sent, streamFailure('Out of memory')] });
      const texts: string[] = [];
      const read = async () => {
        for await (const { result } of wireModel(wire, server.url).stream(new Prompt('Hello')))
          texts.push(result?.output.text ?? '');
      };
      const error = await read().catch((reason: unknown) => reason as Error);
      expect(error).toBeInstanceOf(ModelRequestException);
      expect((error as Error).message).toMatch(/ failed( with status \d+)?: Out of memory\.$/);
      expect(texts.filter((text) => text !== '')).toEqual(TEXT.slice(0, 2));
      expect(server.requests).toHaveLength(1);
    });

  it('reports an answer of another form without quoting it', async () => {
    server.answer({ body: wire.malformed ?? '{"secret":"tell nobody"}' });
    const error = await wireModel(wire, server.url)
      .call(new Prompt('Hello'))
      .catch((reason: unknown) => reason as Error);
    expect(error).toBeInstanceOf(ModelResponseException);
    expect((error as Error).message).not.toContain('tell nobody');
    expect(inspect(error)).not.toContain('tell nobody');
  });
}

function lastText(body: string | readonly string[]): number {
  return (body as readonly string[]).findIndex((piece) => piece.includes('erledigt'));
}
