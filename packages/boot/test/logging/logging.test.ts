import { execFile } from 'node:child_process';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  type EnvironmentOptions,
  installLogging,
  type LoggingHandle,
  PropertyBindingException,
} from '@toolwright/boot';
import { LoggerFactory, type LogLevel } from '@toolwright/core';
import { environmentOf } from '../env/configFolder.js';

let handle: LoggingHandle | undefined;

afterEach(() => {
  handle?.restore();
  handle = undefined;
});

async function install(files: Readonly<Record<string, string>>, options: EnvironmentOptions = {}) {
  const lines: string[] = [];
  handle = await installLogging(await environmentOf(files, options), {
    write: (line) => {
      lines.push(line);
    },
  });
  return lines;
}

function lowest(name: string): LogLevel | undefined {
  const levels: LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];
  return levels.find((level) => LoggerFactory.getLogger(name).isLevelEnabled(level));
}

describe('levels', () => {
  it('[BL-11] takes the level of the nearest prefix, in any case, and fails on an unknown one with its origin', async () => {
    await install({
      'application.properties':
        'logging.level.root=warn\nlogging.level.toolwright.chat=debug\nlogging.level.toolwright=Error\nlogging.level.off=OFF\nlogging.level.t=TRACE\nlogging.level.f=fatal\n',
    });
    expect(lowest('other')).toBe('warn');
    expect(lowest('toolwright')).toBe('error');
    expect(lowest('toolwright.chat')).toBe('debug');
    expect(lowest('toolwright.chat.client')).toBe('debug');
    expect(lowest('toolwright.chatter')).toBe('error');
    expect(lowest('t.x')).toBe('trace');
    expect(lowest('f')).toBe('fatal');
    expect(lowest('off.any')).toBeUndefined();

    handle?.restore();
    await install({}, { env: { LOGGING_LEVEL_TOOLWRIGHT_CHAT: 'DEBUG' } });
    expect(lowest('toolwright.chat')).toBe('debug');
    expect(lowest('toolwright')).toBe('info');

    const failure = await install({ 'application.properties': 'a=1\nlogging.level.x=loud\n' }).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(PropertyBindingException);
    expect((failure as PropertyBindingException).violations).toMatchObject([
      {
        key: 'logging.level.x',
        value: 'loud',
        origin: { line: 2, column: 17 },
        validValues: ['DEBUG', 'ERROR', 'FATAL', 'INFO', 'OFF', 'TRACE', 'WARN'],
      },
    ]);
  });

  it('[BL-12] applies the level of a group to its loggers', async () => {
    await install({
      'application.properties':
        'logging.group.mcp=toolwright.mcp,app.mcp\nlogging.level.mcp=trace\nlogging.level.app.mcp.quiet=off\n',
    });
    expect(lowest('toolwright.mcp')).toBe('trace');
    expect(lowest('app.mcp.client')).toBe('trace');
    expect(lowest('app.mcp.quiet')).toBeUndefined();
    expect(lowest('app')).toBe('info');
  });

  it('logs INFO and above unless told otherwise', async () => {
    await install({});
    expect(lowest('any')).toBe('info');
  });
});

describe('lines', () => {
  it('are text by default: time, level, logger, message, fields, error', async () => {
    const lines = await install({ 'application.properties': 'logging.level.deep=debug\n' });
    const cause = new TypeError('no');
    LoggerFactory.getLogger('app.x').warn('careful', { count: 2, name: 'ignored', err: cause });
    LoggerFactory.getLogger('app.x').debug('unseen');
    LoggerFactory.getLogger('deep').error('failed', { err: cause });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z  WARN \[app\.x\] careful count=2: TypeError: no\n$/,
    );
    expect(lines[1]).toMatch(/ERROR \[deep\] failed: TypeError: no\nTypeError: no\n {4}at /);
  });

  it('stay one line each, whatever a model writes', async () => {
    const lines = await install({});
    const cause = new Error('two\nlines');
    LoggerFactory.getLogger('app').warn('unknown tool a\r\nINFO [app] all is well\u001b[2J', {
      name: 'x',
      args: 'b\nc',
      err: cause,
    });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      / WARN \[app\] unknown tool a\\nINFO \[app\] all is well\\u001b\[2J args=b\\nc: Error: two\\nlines\n$/,
    );
  });

  it('are JSON objects with `logging.format=json`', async () => {
    const lines = await install({}, { args: ['--logging.format=json'] });
    LoggerFactory.getLogger('app').info('hello', { count: 2 });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level: 'info', time: expect.stringMatching(/Z$/), name: 'app', msg: 'hello', count: 2 },
    ]);
  });

  it('keep level, time and message apart from fields of those names', async () => {
    const lines = await install({}, { args: ['--logging.format=json'] });
    LoggerFactory.getLogger('app').info('hello', { level: 9, msg: 'other' });
    expect(lines[0]!.match(/"(level|msg)"/g)).toHaveLength(2);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      level: 'info',
      msg: 'hello',
      'field.level': 9,
      'field.msg': 'other',
    });
  });

  it('go to standard error and are all written when the process ends at once', async () => {
    const script = `
      import { installLogging, prepareEnvironment } from '@toolwright/boot';
      import { LoggerFactory } from '@toolwright/core';
      await installLogging(await prepareEnvironment({ env: {}, config: '/nowhere' }));
      const logger = LoggerFactory.getLogger('app');
      for (let line = 0; line < 500; line++) logger.info('line ' + line + ' ' + 'x'.repeat(200));
      process.exit(3);`;
    const { code, stdout, stderr } = await new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
      execFile(process.execPath, ['--input-type=module', '-e', script], { maxBuffer: 1e7 }, (error, stdout, stderr) => {
        resolve({ code: error?.code, stdout, stderr });
      });
    });
    expect(code).toBe(3);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toHaveLength(500);
    expect(stderr).toContain(' INFO [app] line 499 x');
  });
});

describe('restoring', () => {
  it('puts the provider from before back, once', async () => {
    const before = LoggerFactory.provider;
    await install({});
    expect(LoggerFactory.provider).not.toBe(before);
    handle?.restore();
    expect(LoggerFactory.provider).toBe(before);
    handle?.restore();
    expect(LoggerFactory.provider).toBe(before);
  });
});
