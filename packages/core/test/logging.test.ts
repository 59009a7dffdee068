import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ConsoleLogProvider, LoggerFactory, RecordingLogProvider } from '@toolwright/core';

describe('loggers', () => {
  let recorder: RecordingLogProvider | undefined;
  afterEach(() => {
    recorder?.uninstall();
    recorder = undefined;
  });

  it('write through a provider that was installed after they were created', () => {
    const logger = LoggerFactory.getLogger('toolwright.test');
    recorder = RecordingLogProvider.install();
    logger.trace('a');
    logger.debug('b');
    logger.info('c', { size: 3 });
    logger.warn('d');
    logger.error('e');
    expect(recorder.entries.map(({ level, message }) => `${level} ${message}`)).toEqual([
      'trace a',
      'debug b',
      'info c',
      'warn d',
      'error e',
    ]);
    expect(recorder.entries[2]).toEqual({
      loggerName: 'toolwright.test',
      level: 'info',
      message: 'c',
      fields: { size: 3 },
    });
    expect(recorder.messages('warn')).toEqual(['d']);
  });

  it('are restored by uninstall', () => {
    const before = LoggerFactory.provider;
    recorder = RecordingLogProvider.install();
    recorder.uninstall();
    expect(LoggerFactory.provider).toBe(before);
  });

  it('write warnings and worse to standard error without a provider', () => {
    const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      const provider = new ConsoleLogProvider();
      expect(provider.isLevelEnabled('x', 'info')).toBe(false);
      expect(provider.isLevelEnabled('x', 'warn')).toBe(true);
      provider.write('toolwright.test', 'error', 'It broke', { err: new TypeError('bad') });
      expect(write).toHaveBeenCalledWith('ERROR [toolwright.test] It broke: TypeError: bad\n');
      provider.write('toolwright.test', 'warn', 'named \r\nERROR [x] forged');
      expect(write).toHaveBeenLastCalledWith('WARN [toolwright.test] named \\nERROR [x] forged\n');
    } finally {
      write.mockRestore();
    }
  });
});
