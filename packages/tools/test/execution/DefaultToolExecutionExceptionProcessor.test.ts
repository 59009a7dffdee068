import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { IllegalArgumentException, IllegalStateException, ToolwrightException } from '@toolwright/core';
import {
  DefaultToolExecutionExceptionProcessor,
  FatalToolError,
  FunctionToolCallback,
  ToolDefinition,
  ToolExecutionException,
  ToolUserError,
} from '@toolwright/tools';

const definition = ToolDefinition.builder().name('toolName').inputSchema('{}').build();
const around = (cause: unknown) => new ToolExecutionException(definition, cause);
const processor = new DefaultToolExecutionExceptionProcessor();

class RuntimeException extends Error {}

/** A port of the loopback interface that nobody listens on. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('ToolExecutionException', () => {
  it('[EX-01] takes the message of its cause and keeps cause and definition', () => {
    const cause = new Error('inner');
    const exception = around(cause);
    expect(exception.message).toBe('inner');
    expect(exception.cause).toBe(cause);
    expect(exception.toolDefinition).toBe(definition);
  });
});

describe('DefaultToolExecutionExceptionProcessor', () => {
  it('[EX-02] tells the model the message', () => {
    expect(processor.process(around(new IllegalStateException('Inner exception')))).toBe('Inner exception');
  });

  it('[EX-03] names the class where there is no message', () => {
    expect(processor.process(around(new IllegalStateException('')))).toBe(
      'Exception occurred in tool: toolName (IllegalStateException)',
    );
    expect(processor.process(around(new RuntimeException('  ')))).toBe(
      'Exception occurred in tool: toolName (RuntimeException)',
    );
    expect(processor.process(around(new (class extends TypeError {})()))).toBe(
      'Exception occurred in tool: toolName (TypeError)',
    );
  });

  it('[EX-04] throws the exception itself on demand', () => {
    const exception = around(new Error('x'));
    const throwing = DefaultToolExecutionExceptionProcessor.builder().alwaysThrow(true).build();
    expect(thrownBy(() => throwing.process(exception))).toBe(exception);
  });

  it('[EX-05] throws listed causes as they are', () => {
    const cause = new IllegalStateException('listed');
    for (const type of [IllegalStateException, ToolwrightException]) {
      for (const alwaysThrow of [true, false]) {
        const rethrowing = DefaultToolExecutionExceptionProcessor.builder()
          .alwaysThrow(alwaysThrow)
          .rethrowExceptions([type])
          .build();
        expect(thrownBy(() => rethrowing.process(around(cause)))).toBe(cause);
      }
    }
  });

  it('[EX-06] tells the model about causes that are not listed', () => {
    const rethrowing = DefaultToolExecutionExceptionProcessor.builder()
      .rethrowExceptions([IllegalStateException])
      .build();
    expect(rethrowing.process(around(new RuntimeException('This exception was not rethrown')))).toBe(
      'This exception was not rethrown',
    );
  });

  it('[EX-07] throws the exception around a fatal cause, whatever is configured', async () => {
    const systemError = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
    const fetchFailure: unknown = await fetch(`http://127.0.0.1:${await closedPort()}/`).catch(
      (error: unknown) => error,
    );
    expect((fetchFailure as Error).message).toBe('fetch failed');
    const controller = new AbortController();
    controller.abort();
    class OutOfStock extends FatalToolError {}
    const fatal = [systemError, fetchFailure, controller.signal.reason, new OutOfStock('none left')];
    for (const cause of fatal) {
      for (const configured of [
        processor,
        new DefaultToolExecutionExceptionProcessor(false, [Error, DOMException]),
        new DefaultToolExecutionExceptionProcessor(true),
      ]) {
        const exception = around(cause);
        expect(thrownBy(() => configured.process(exception))).toBe(exception);
      }
    }
    expect(processor.process(around(new TypeError('x is not a function')))).toBe('x is not a function');
    expect(processor.process(around(new ToolUserError('No order 1043')))).toBe('No order 1043');
  });

  it('[EX-08] needs an exception', () => {
    expect(() => processor.process(null as never)).toThrow(new IllegalArgumentException('exception cannot be null'));
  });

  it('[EX-10] describes what is thrown without being an error', async () => {
    const thrown = async (value: unknown): Promise<ToolExecutionException> => {
      const callback = FunctionToolCallback.builder('toolName', () => {
        throw value;
      }).build();
      return (await callback.call('{}').catch((error: unknown) => error)) as ToolExecutionException;
    };
    const text = await thrown('x');
    expect(text).toBeInstanceOf(ToolExecutionException);
    expect([text.message, text.cause, processor.process(text)]).toEqual(['x', 'x', 'x']);
    const nothing = await thrown(undefined);
    const message = 'Exception occurred in tool: toolName (undefined)';
    expect([nothing.message, nothing.cause, processor.process(nothing)]).toEqual([message, undefined, message]);
    const blank = await thrown(' ');
    expect(processor.process(blank)).toBe('Exception occurred in tool: toolName (string)');
    expect(processor.process(await thrown({ a: 1 }))).toBe('Exception occurred in tool: toolName (Object)');
    expect(processor.process(await thrown(Object.create(null)))).toBe('Exception occurred in tool: toolName (object)');
  });
});
