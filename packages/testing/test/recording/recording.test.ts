import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChatClient } from '@toolwright/chat';
import {
  AssistantMessage,
  ChatOptions,
  ChatResponse,
  Generation,
  Prompt,
  UserMessage,
  usageOf,
} from '@toolwright/model';
import {
  asserting,
  chunkedReply,
  recordedChatModel,
  RecordingChatModel,
  RecordingMismatchException,
  ReplayingChatModel,
  ScriptedChatModel,
  type ScriptedReply,
  textReply,
  toolCall,
} from '@toolwright/testing';
import { FunctionToolCallback, ToolCallingChatOptions } from '@toolwright/tools';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recording-'));
  file = join(folder, 'deep/turn.json');
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const weather = (description = 'The weather') =>
  FunctionToolCallback.builder('weather', ({ city }: { city: string }) => `sun in ${city}`)
    .description(description)
    .inputSchema('{"type":"object","properties":{"city":{"type":"string"}}}')
    .build();

const scripted = (script: readonly ScriptedReply[]) =>
  new ScriptedChatModel(script, { defaultOptions: new ToolCallingChatOptions({ model: 'm', temperature: 0.5 }) });

const turn = (model: ConstructorParameters<typeof RecordingChatModel>[0], question: string, tool = weather()) =>
  ChatClient.create(model).prompt(question).tools(tool).toolContext({ tenant: 'acme' });

describe('a recorded turn', () => {
  it('is replayed, in call and stream, without the real model', async () => {
    const recorder = new RecordingChatModel(
      scripted([
        toolCall('weather', { city: 'Oslo' }, 'c1'),
        textReply('Sun.', usageOf(7, 2)),
        chunkedReply('Sun ', 'again.'),
      ]),
    );
    await turn(recorder, 'Weather in Oslo?').call().content();
    for await (const _chunk of turn(recorder, 'And now?').stream().content());
    await recorder.save(file);
    expect(await readdir(join(folder, 'deep'))).toEqual(['turn.json']);

    const replay = await ReplayingChatModel.load(file);
    expect(replay.remaining).toBe(3);
    const response = await turn(replay, 'Weather in Oslo?').call().chatResponse();
    expect(response?.result?.output.text).toBe('Sun.');
    expect(response?.metadata.usage.totalTokens).toBe(9);
    const chunks: string[] = [];
    for await (const chunk of turn(replay, 'And now?').stream().content()) chunks.push(chunk);
    expect(chunks).toEqual(['Sun ', 'again.']);
    expect(replay.remaining).toBe(0);
    expect(await readFile(file, 'utf8')).not.toContain('acme');
  });

  it('fails on a request that changed, with the lines that differ', async () => {
    const recorder = new RecordingChatModel(scripted(['Sun.']));
    await turn(recorder, 'Weather?').call().content();
    await recorder.save(file);
    const replay = await ReplayingChatModel.load(file);
    const changed = turn(replay, 'Weather?', weather('The weather of today')).call().content();
    const error = await changed.catch((reason: unknown) => reason as RecordingMismatchException);
    expect(error).toBeInstanceOf(RecordingMismatchException);
    expect((error as Error).message).toBe(
      `Request 1 differs from the one in ${file} (- recorded, + now). Record it again if that is meant.
@@ -13,7 +13,7 @@
   "tools": [
     {
       "name": "weather",
-      "description": "The weather",
+      "description": "The weather of today",
       "inputSchema": {
         "type": "object",
         "properties": {`,
    );
  });

  it('fails when it is asked more than was recorded, or in another mode', async () => {
    const recorder = new RecordingChatModel(scripted(['Sun.']));
    await recorder.call(new Prompt('Weather?'));
    const { recording } = recorder;
    const replay = new ReplayingChatModel(recording, 'memory');
    await expect(replay.stream(new Prompt('Weather?'))[Symbol.asyncIterator]().next()).rejects.toThrow(
      '-  "mode": "call",\n+  "mode": "stream",',
    );
    await replay.call(new Prompt('Weather?'));
    await expect(replay.call(new Prompt('Weather?'))).rejects.toThrow(
      'memory has no answer for request 3. Record it again.',
    );
  });

  it('answers concurrent requests in any order', async () => {
    const recorder = new RecordingChatModel(scripted([async () => 'a', 'b']));
    await Promise.all([recorder.call(new Prompt('first')), recorder.call(new Prompt('second'))]);
    const replay = new ReplayingChatModel(recorder.recording, 'memory');
    const answers = await Promise.all([replay.call(new Prompt('second')), replay.call(new Prompt('first'))]);
    expect(answers.map(({ result }) => result?.output.text)).toEqual(['b', 'a']);
  });

  it('keeps metadata, thoughts and times of an answer', async () => {
    const created = new Date(0);
    const output = new AssistantMessage('x', {
      metadata: { reasoningContent: 'Hm', providerContent: [{ type: 'text' }] },
    });
    const answer = new ChatResponse([new Generation(output, { finishReason: 'STOP' })], { id: 'r1', created });
    const recorder = new RecordingChatModel(scripted([answer]));
    await recorder.call(new Prompt('x'));
    const replayed = await new ReplayingChatModel(recorder.recording, 'memory').call(new Prompt('x'));
    expect(replayed.result?.output.metadata).toEqual(output.metadata);
    expect(replayed.metadata).toMatchObject({ id: 'r1', created });
  });

  it('of a model without tools is replayed as one', async () => {
    const model = new ScriptedChatModel(['x'], { defaultOptions: new ChatOptions({ model: 'plain' }) });
    const recorder = new RecordingChatModel(model);
    await recorder.call(new Prompt('x'));
    const replay = new ReplayingChatModel(recorder.recording, 'memory');
    expect(replay.defaultOptions).toEqual(new ChatOptions({ model: 'plain' }));
    expect(replay.capabilities).toEqual({});
  });

  it('has no request that failed, and of a stream what was read', async () => {
    const recorder = new RecordingChatModel(scripted([new Error('down'), chunkedReply('a', 'b')]));
    await expect(recorder.call(new Prompt('x'))).rejects.toThrow('down');
    for await (const _chunk of recorder.stream(new Prompt('y'))) break;
    expect(recorder.recording.exchanges.map(({ responses }) => responses.length)).toEqual([1]);
  });
});

describe('keys and data of persons', () => {
  const KEY = `sk-proj-${'a1'.repeat(16)}`;
  const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N';

  it.each([
    [`key ${KEY}`, 'key [key]'],
    [`Authorization: Bearer ${'x'.repeat(20)}`, 'Authorization: Bearer [token]'],
    [`token ${TOKEN}`, 'token [token]'],
    ['write to eva.muster@example.co.uk today', 'write to [email] today'],
    ['card 4111 1111 1111 1111 expires', 'card [card] expires'],
    ['IBAN DE89 3704 0044 0532 0130 00.', 'IBAN [iban].'],
    ['call +49 151 2345 6789', 'call [phone]'],
    ['number 4111 1111 1111 1112', 'number 4111 1111 1111 1112'],
    ['order 1001 of 2026-11-30 costs 129.00', 'order 1001 of 2026-11-30 costs 129.00'],
  ])('are replaced in %j', async (text, scrubbed) => {
    const recorder = new RecordingChatModel(scripted([text]));
    await recorder.call(new Prompt([new UserMessage(text)]));
    const [exchange] = recorder.recording.exchanges;
    expect(exchange?.request.messages[0]?.text).toBe(scrubbed);
    expect(exchange?.responses[0]?.results[0]?.message.text).toBe(scrubbed);
  });

  it('do not keep a turn from being replayed', async () => {
    const recorder = new RecordingChatModel(scripted([toolCall('weather', { city: 'eva@example.org' }, 'c1'), 'ok']));
    await turn(recorder, 'I am eva@example.org').call().content();
    const replay = new ReplayingChatModel(recorder.recording, 'memory');
    // Other persons, the same turn.
    expect(await turn(replay, 'I am adam@example.com').call().content()).toBe('ok');
  });

  it('of one application are replaced by its own rule', async () => {
    const scrub = (text: string) => text.replace(/\d{4}-\d{2}-\d{2}/g, '[date]');
    const recorder = new RecordingChatModel(scripted(['ok']), { scrub });
    await recorder.call(new Prompt('Today is 2026-11-30'));
    const replay = new ReplayingChatModel(recorder.recording, 'memory', { scrub });
    expect((await replay.call(new Prompt('Today is 2027-01-01'))).result?.output.text).toBe('ok');
  });
});

describe('recordedChatModel', () => {
  it('records on request and replays otherwise', async () => {
    const first = await recordedChatModel(file, () => scripted(['real']), { record: true });
    await first.model.call(new Prompt('x'));
    await first.finish();
    const second = await recordedChatModel(file, () => {
      throw new Error('the real model must not be made');
    });
    expect((await second.model.call(new Prompt('x'))).result?.output.text).toBe('real');
    await second.finish();
  });

  it('fails without a recording, or with something else', async () => {
    await expect(recordedChatModel(file, () => scripted([]))).rejects.toThrow(
      `There is no recording ${file}. Run the test with TOOLWRIGHT_RECORD=true to make it.`,
    );
    const other = join(folder, 'other.json');
    await writeFile(other, '{"version":2}');
    await expect(recordedChatModel(other, () => scripted([]))).rejects.toThrow('is no recording of version 1');
  });
});

describe('a scripted reply with an assertion', () => {
  it('answers if it holds, and ends the turn if not', async () => {
    const model = scripted([
      asserting(({ userMessage }) => {
        expect(userMessage.text).toBe('Hello');
      }, 'Hi'),
      asserting(() => {
        throw new Error('not what was expected');
      }, 'never'),
    ]);
    expect(await ChatClient.create(model).prompt('Hello').call().content()).toBe('Hi');
    await expect(ChatClient.create(model).prompt('Hello').call().content()).rejects.toThrow('not what was expected');
  });
});
