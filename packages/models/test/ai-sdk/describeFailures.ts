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

  it('asks again if the connection breaks before the answer begins', async () => {
    const { body: _body, ...reply } = wire.stream({ text: TEXT });
    server.answer({ ...reply, body: [' '], then: 'break' }, wire.stream({ text: TEXT }));
    const chunks = await collected(wireModel(wire, server.url).stream(new Prompt('Hello')));
    expect(chunks.map(({ result }) => result?.output.text ?? '').join('')).toBe(TEXT.join(''));
    expect(server.requests).toHaveLength(2);
  });

  it('asks again after a failure whose body is no JSON, and shows the status, not the body', async () => {
    const html = { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>secret-host is down</html>' };
    server.answer(html, html, html);
    const error = await wireModel(wire, server.url)
      .call(new Prompt('Hello'))
      .catch((reason: unknown) => reason as ModelRequestException);
    expect(error).toMatchObject({ statusCode: 502, attempts: 3 });
    expect(inspect(error)).not.toContain('secret-host');
    expect((error as Error).message).not.toContain('secret-host');
  });

  if (!wire.lacks?.errorAsAnswer)
    it('asks again if a gateway reports a failure that passes with status 200', async () => {
      server.answer({ body: '{"error":{"code":429,"message":"Too many requests"}}' }, wire.answer({ text: ['done'] }));
      expect((await wireModel(wire, server.url).call(new Prompt('Hello'))).result?.output.text).toBe('done');
    });

  if (wire.streamFailure) describeStreamFailures(wire, wire.streamFailure, () => server);

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

/** What becomes of failures that are reported inside of a stream. */
function describeStreamFailures(
  wire: WireFormat,
  streamFailure: NonNullable<WireFormat['streamFailure']>,
  serverOf: () => ProviderServer,
): void {
  it('fails with what the provider reports in the middle of a stream', async () => {
    const server = serverOf();
    const { body, ...reply } = wire.stream({ text: TEXT });
    const sent = (body as readonly string[]).slice(0, lastText(body));
    server.answer({ ...reply, body: [...sent, streamFailure('overload', 'Out of memory')] });
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

  it.each(['overload', 'rate-limit', 'refusal'] as const)(
    'asks again if a stream begins with a failure that passes: %s',
    async (kind) => {
      const server = serverOf();
      const { body: _body, ...reply } = wire.stream({ text: TEXT });
      const failed = { ...reply, body: streamFailure(kind, 'Not now') };
      server.answer(failed, failed, wire.stream({ text: TEXT }));
      const streamed = collected(wireModel(wire, server.url).stream(new Prompt('Hello')));
      if (kind === 'refusal') {
        await expect(streamed).rejects.toThrow(/ failed( with status \d+)?: Not now\.$/);
        expect(server.requests).toHaveLength(1);
      } else {
        const chunks = await streamed;
        expect(chunks.map(({ result }) => result?.output.text ?? '').join('')).toBe(TEXT.join(''));
        expect(server.requests).toHaveLength(3);
      }
    },
  );
}

function lastText(body: string | readonly string[]): number {
  return (body as readonly string[]).findIndex((piece) => piece.includes('erledigt'));
}
