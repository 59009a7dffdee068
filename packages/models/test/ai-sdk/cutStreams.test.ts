import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { RecordingLogProvider } from '@toolwright/core';
import { Prompt } from '@toolwright/model';
import { AiSdkChatModel, RequestPolicy } from '@toolwright/models';
import { collected } from './collected.js';
import { anthropic } from './wire/anthropic.js';
import { google } from './wire/google.js';
import { mistral } from './wire/mistral.js';
import { ollama } from './wire/ollama.js';
import { openAiChat } from './wire/openAiChat.js';
import { openAiCompatible } from './wire/openAiCompatible.js';
import { openAiResponses } from './wire/openAiResponses.js';
import type { WireAnswer, WireFormat } from './wire/WireFormat.js';
import { CALLS, TEXT } from './wireModel.js';

/** Every how many bytes a stream is cut; a prime, so that events and characters are hit everywhere. */
const STEP = 41;

/** What is handed out of a stream that ends, without an error, after so many bytes; undefined if that fails. */
async function handedOut(wire: WireFormat, bytes: Uint8Array, length: number): Promise<string | undefined> {
  const { headers } = wire.stream({});
  const fetchCut: typeof fetch = async () => new Response(bytes.slice(0, length), headers ? { headers } : {});
  const model = new AiSdkChatModel(wire.model('http://127.0.0.1:9', { fetch: fetchCut }), {
    policy: new RequestPolicy({ retry: { maxAttempts: 1 } }),
  });
  try {
    const outputs = (await collected(model.stream(new Prompt('Hello')))).map(({ result }) => result?.output);
    const calls = outputs.flatMap((output) => output?.toolCalls ?? []);
    return [...outputs.map((output) => output?.text ?? ''), ...calls.map((call) => call.arguments)].join('');
  } catch {
    return undefined;
  }
}

describe.each([openAiChat, openAiResponses, anthropic, google, ollama, mistral, openAiCompatible])(
  'a stream that is cut: $name',
  (wire) => {
    let log: RecordingLogProvider;
    beforeAll(() => {
      log = RecordingLogProvider.install();
      // A package writes there what it cannot read.
      jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    });
    afterAll(() => {
      log.uninstall();
      jest.restoreAllMocks();
    });

    it.each<[string, WireAnswer, string]>([
      ['text', { text: TEXT }, TEXT.join('')],
      ['calls', CALLS, CALLS.calls?.map(({ input }) => JSON.stringify(input)).join('') ?? ''],
    ])('never makes a whole answer of a part: %s', async (_name, answer, whole) => {
      const { body } = wire.stream(answer);
      const bytes = new TextEncoder().encode((body as readonly string[]).join(''));
      expect(await handedOut(wire, bytes, bytes.length)).toBe(whole);
      let failures = 0;
      for (let length = 0; length < bytes.length; length += STEP) {
        const text = await handedOut(wire, bytes, length);
        if (text === undefined) failures += 1;
        else expect([length, text]).toEqual([length, whole]);
      }
      expect(failures).toBeGreaterThan(0);
    });
  },
);
