import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RecordingLogProvider } from '@toolwright/core';
import {
  ToolCallingManager,
  type ToolCallErrorEvent,
  ToolCallListener,
  type ToolCallStartEvent,
  type ToolCallSuccessEvent,
  ToolExecutionException,
  ToolTimeoutException,
} from '@toolwright/tools';
import { callOf, failingTool, rejection, respond, sleep, texts, tool } from '../execution/testTools.js';

class Recorder extends ToolCallListener {
  readonly starts: ToolCallStartEvent[] = [];
  readonly successes: ToolCallSuccessEvent[] = [];
  readonly errors: ToolCallErrorEvent[] = [];
  readonly order: string[] = [];

  override onStart(event: ToolCallStartEvent): void {
    this.starts.push(event);
    this.order.push(`start ${event.toolCallId}`);
  }

  override onSuccess(event: ToolCallSuccessEvent): void {
    this.successes.push(event);
    this.order.push(`success ${event.toolCallId}`);
  }

  override onError(event: ToolCallErrorEvent): void {
    this.errors.push(event);
    this.order.push(`error ${event.toolCallId}`);
  }
}

let logs: RecordingLogProvider;
beforeEach(() => {
  logs = RecordingLogProvider.install();
});
afterEach(() => {
  logs.uninstall();
});

describe('ToolCallListener', () => {
  it('[TX-15] gets name, id, arguments, duration and result', async () => {
    const recorder = new Recorder();
    const manager = ToolCallingManager.builder().toolCallListeners(recorder).maxResultChars(3).build();
    const slow = tool('slow', async () => {
      await sleep(20);
      return 'result';
    });
    expect(texts(await respond([slow], [callOf('slow', '{"a":1}', 'c1')], manager))).toEqual([
      'res… [truncated: 3 of 6 characters]',
    ]);
    const start = {
      toolCallId: 'c1',
      toolName: 'slow',
      arguments: '{"a":1}',
      toolDefinition: slow.definition,
      toolMetadata: slow.metadata,
    };
    expect(recorder.starts).toEqual([start]);
    expect(recorder.successes).toEqual([
      { ...start, duration: expect.any(Number), attempts: 1, cached: false, result: 'result' },
    ]);
    expect(recorder.successes[0]?.duration).toBeGreaterThan(15);
    expect(recorder.errors).toEqual([]);
  });

  it('[TX-15] gets an empty object for arguments that the model left out', async () => {
    const recorder = new Recorder();
    const manager = ToolCallingManager.builder().toolCallListeners(recorder).build();
    for (const args of [null as never, '', ' ', '{"a":1}']) await respond([tool('x')], [callOf('x', args)], manager);
    expect(recorder.starts.map((event) => event.arguments)).toEqual(['{}', '{}', '{}', '{"a":1}']);
  });

  it('[TX-15] gets exactly one end for each start, and nothing for calls that do not run', async () => {
    const recorder = new Recorder();
    const manager = ToolCallingManager.builder()
      .toolCallListeners(recorder)
      .executionConcurrency(1)
      .executionTimeout(30)
      .build();
    const hanging = tool('hanging', () => sleep(200).then(() => 'late'));
    await respond(
      [tool('good'), failingTool('broken'), hanging],
      ['good', 'broken', 'nobody', 'hanging', callOf('good', '{}', 'last')],
      manager,
    );
    await sleep(250);
    expect(recorder.order).toEqual([
      'start id-good',
      'success id-good',
      'start id-broken',
      'error id-broken',
      'start id-hanging',
      'error id-hanging',
      'start last',
      'success last',
    ]);
    expect(recorder.errors.map(({ error }) => error)).toEqual([
      expect.any(ToolExecutionException),
      expect.any(ToolExecutionException),
    ]);
    expect((recorder.errors[1]?.error as Error).cause).toBeInstanceOf(ToolTimeoutException);
  });

  it('[TX-15] gets the end of a call that was aborted at once', async () => {
    const recorder = new Recorder();
    const manager = ToolCallingManager.builder().toolCallListeners(recorder).build();
    const controller = new AbortController();
    const reason = new Error('gone');
    const running = respond([tool('deaf', () => sleep(100).then(() => 'late'))], ['deaf'], manager, {
      signal: controller.signal,
    });
    setTimeout(() => {
      controller.abort(reason);
    }, 10);
    expect(await rejection(running)).toBe(reason);
    await sleep(150);
    expect(recorder.order).toEqual(['start id-deaf', 'error id-deaf']);
    expect(recorder.errors[0]?.error).toBe(reason);
  });

  it('[TX-15] changes nothing when it throws', async () => {
    class Broken extends ToolCallListener {
      override onStart(): void {
        throw new Error('start');
      }
      override async onSuccess(): Promise<void> {
        throw new Error('success');
      }
    }
    const recorder = new Recorder();
    const manager = ToolCallingManager.builder().toolCallListeners(new Broken(), recorder).build();
    expect(texts(await respond([tool('good')], ['good'], manager))).toEqual(['Mission accomplished!']);
    await sleep(1);
    expect(recorder.order).toEqual(['start id-good', 'success id-good']);
    const line = "A tool call listener of class 'Broken' failed; the call goes on.";
    expect(logs.messages('warn')).toEqual([line, line]);
  });
});
