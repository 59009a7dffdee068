import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { IllegalArgumentException, RecordingLogProvider } from '@toolwright/core';
import {
  AllowListToolExecutionExceptionProcessor,
  FatalToolError,
  FunctionToolCallback,
  ToolArgumentsException,
  type ToolCallback,
  ToolCallingManager,
  ToolExecutionException,
  ToolExecutionExceptionProcessor,
  ToolTimeoutException,
  ToolUserError,
} from '@toolwright/tools';
import { callOf, rejection, respond, texts, tool } from './testTools.js';

const definition = tool('x').definition;
const SECRET = 'connect ECONNREFUSED 10.0.0.5:5432 password=x';
const MASKED = /^The tool 'x' failed\. Reference: ([0-9a-f-]{36})\.$/;

function failed(cause: unknown): ToolExecutionException {
  return new ToolExecutionException(definition, cause);
}

let logs: RecordingLogProvider;
beforeEach(() => {
  logs = RecordingLogProvider.install();
});
afterEach(() => {
  logs.uninstall();
});

describe('AllowListToolExecutionExceptionProcessor', () => {
  const throwing = new AllowListToolExecutionExceptionProcessor([ToolUserError]);
  const masking = new AllowListToolExecutionExceptionProcessor([ToolUserError], { onOther: 'mask' });

  it('[EX-11] tells the model what was written for it', () => {
    class OrderError extends ToolUserError {}
    const message = 'No order 1043 for this customer';
    expect(throwing.process(failed(new ToolUserError(message)))).toBe(message);
    expect(masking.process(failed(new OrderError(message)))).toBe(message);
  });

  it('[EX-12] throws any other failure', () => {
    const exception = failed(new Error(SECRET));
    expect(() => throwing.process(exception)).toThrow(exception);
  });

  it('[EX-12] masks any other failure and logs it under the same reference', () => {
    const exception = failed(new Error(SECRET));
    const reference = MASKED.exec(masking.process(exception))?.[1];
    expect(reference).toBeDefined();
    expect(logs.entries).toEqual([
      {
        loggerName: 'toolwright.tools.execution',
        level: 'error',
        message: `Tool 'x' failed. Reference: ${reference}.`,
        fields: { err: exception, reference },
      },
    ]);
    const system = Object.assign(new Error(SECRET), { syscall: 'connect', code: 'ECONNREFUSED' });
    expect(masking.process(failed(system))).toMatch(MASKED);
  });

  it('ends the turn of a fatal failure also where others are masked', () => {
    const fatal = failed(new FatalToolError('stop'));
    expect(() => masking.process(fatal)).toThrow(fatal);
  });

  it('[EX-13] lets argument errors through', async () => {
    const greet = FunctionToolCallback.builder('greet', () => 'hi')
      .inputSchema('{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}')
      .build();
    const manager = ToolCallingManager.builder().toolExecutionExceptionProcessor(throwing).build();
    const answers = texts(await respond([greet], [callOf('greet', '{}'), callOf('greet', '{"a":', 'second')], manager));
    expect(answers).toEqual([
      "Invalid arguments for tool 'greet': $.city is required",
      "Arguments of tool 'greet' are not valid JSON (position 5). Send one JSON object that matches the tool's schema.",
    ]);
    const strict = new AllowListToolExecutionExceptionProcessor([]);
    expect(strict.process(ToolArgumentsException.notAnObject(definition))).toBe('arguments must be a JSON object');
    expect(strict.process(failed(new ToolTimeoutException('x', 2000)))).toBe("Tool 'x' timed out after 2s");
  });

  it('refuses a missing list, element or exception', () => {
    expect(() => new AllowListToolExecutionExceptionProcessor(null as never)).toThrow(
      new IllegalArgumentException('allowed cannot be null'),
    );
    expect(() => new AllowListToolExecutionExceptionProcessor([null as never])).toThrow(
      new IllegalArgumentException('allowed cannot contain null elements'),
    );
    expect(() => masking.process(null as never)).toThrow(new IllegalArgumentException('exception cannot be null'));
  });
});

describe('errors of a custom callback', () => {
  it('[EX-14] are wrapped before the processor decides', async () => {
    const seen: ToolExecutionException[] = [];
    class Recording extends ToolExecutionExceptionProcessor {
      override process(exception: ToolExecutionException): string {
        seen.push(exception);
        return 'decided';
      }
    }
    const cause = new TypeError('bug');
    const custom = tool('custom', () => {
      throw cause;
    });
    const manager = ToolCallingManager.builder().toolExecutionExceptionProcessor(new Recording()).build();
    expect(texts(await respond([custom], ['custom'], manager))).toEqual(['decided']);
    expect(seen[0]).toBeInstanceOf(ToolExecutionException);
    expect(seen[0]?.cause).toBe(cause);
    expect(seen[0]?.toolDefinition).toBe(custom.definition);
  });
});

describe('[TX-11] what the model is told about a failure', () => {
  async function told(message: string): Promise<string | undefined> {
    const failing: ToolCallback = tool('x', () => {
      throw new Error(message);
    });
    return texts(await respond([failing], ['x']))[0];
  }

  it.each([
    [
      'connect to postgres://admin:hunter2@db.internal:5432/app failed',
      'connect to postgres://***@db.internal:5432/app failed',
    ],
    ['401 for Authorization: Bearer abc.def-ghi', '401 for Authorization: Bearer ***'],
    ['header Basic dXNlcjpwYXNz was refused', 'header Basic *** was refused'],
    ['login failed: password=hunter2; user=bob', 'login failed: password=***; user=bob'],
    ['bad DB_PASSWORD="hunter 2"', 'bad DB_PASSWORD=***'],
    ['body {"apiKey": "k-1", "city": "Rome"}', 'body {"apiKey":"***", "city": "Rome"}'],
    ['key sk-abcdefghijklmnop was refused', 'key *** was refused'],
    ['key 0123456789abcdef0123456789abcdef was refused', 'key *** was refused'],
    ["ENOENT: no such file, open '/srv/app/secrets.json'", "ENOENT: no such file, open '***'"],
    ["ENOENT: no such file, open '/data/orders/list.csv'", "ENOENT: no such file, open '***'"],
    ['bug\n    at run (/srv/app/x.js:10:5)\n    at async y.js:1:2', 'bug'],
    ['see C:\\Users\\bob\\app.ts:3:1', 'see ***'],
    [
      'bug\n    at async Promise.all (index 0)\n    at new Promise (<anonymous>)\n    at run (native)\n    at <anonymous>\n    at node:internal/x:1:2',
      'bug',
    ],
    ['failed at run (/srv/app/x.js:10:5)', 'failed at run (***)'],
    ['body {"password":"a\\"b", "city":"Rome"}', 'body {"password":"***", "city":"Rome"}'],
    ["login failed: password='a\\'b c'; user=bob", 'login failed: password=***; user=bob'],
    ['cannot read ./config/prod.json or ../secrets/key.pem', 'cannot read *** or ***'],
    ['cannot read ~/.ssh/id_rsa', 'cannot read ***'],
    ['bug in src/app/x.ts:10:5, see src/y.js:3', 'bug in ***, see ***'],
    ['no share \\\\files\\orders\\list.csv', 'no share ***'],
  ])('has no secrets, frames or paths: %s', async (message, expected) => {
    expect(await told(message)).toBe(expected);
  });

  it.each([
    'No order 1043 for this customer',
    'Order 7c9e6679-7425-40de-944b-e07fc1f90ae7 is closed',
    'GET https://api.example.com/v1/orders.json answered 404',
    'Basic authentication is not supported, and Bearer authentication failed. Log in again.',
    'Unexpected token: use a/b or c.d, at 10:30',
    'at 10:30:15 we close',
    'at 10:30:15',
    'Ratio 1:2:3, and/or 5/8 of report.v2:1 ...',
    'Either/or.x, see https://example.com/a/b.html:8080 and example.com/a.b',
  ])('is otherwise unchanged: %s', async (message) => {
    expect(await told(message)).toBe(message);
  });

  it('does not depend on the processor', async () => {
    const manager = ToolCallingManager.builder()
      .toolExecutionExceptionProcessor({ process: () => 'token=abc from the processor' })
      .build();
    const failing = tool('x', () => Promise.reject(new Error('a')));
    expect(texts(await respond([failing], ['x'], manager))).toEqual(['token=*** from the processor']);
  });

  it('is found quickly in a long text', async () => {
    const started = performance.now();
    await told(`${'password'.repeat(20_000)} ${'a'.repeat(200_000)} ${'/a'.repeat(50_000)} ${'at '.repeat(50_000)}`);
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('is not needed for the error that ends a turn', async () => {
    const manager = ToolCallingManager.builder()
      .toolExecutionExceptionProcessor(new AllowListToolExecutionExceptionProcessor([]))
      .build();
    const failing = tool('x', () => Promise.reject(new Error(SECRET)));
    expect((await rejection<Error>(respond([failing], ['x'], manager))).message).toBe(SECRET);
  });
});
