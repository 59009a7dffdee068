import { describe, expect, it } from '@jest/globals';
import {
  hasText,
  IllegalArgumentException,
  IllegalStateException,
  isToolwrightException,
  requireArgument,
  requireNonNull,
  requireNonNullElements,
  requireState,
  requireText,
  ToolwrightException,
  UnsupportedOperationException,
} from '@toolwright/core';

describe('exceptions', () => {
  it('carry their class name, a constant code and the cause', () => {
    const cause = new Error('inner');
    const exception = new IllegalStateException('outer', { cause });
    expect(exception).toBeInstanceOf(Error);
    expect({ name: exception.name, code: exception.code, message: exception.message }).toEqual({
      name: 'IllegalStateException',
      code: 'ILLEGAL_STATE',
      message: 'outer',
    });
    expect(exception.cause).toBe(cause);
    expect(new IllegalArgumentException('x').code).toBe('ILLEGAL_ARGUMENT');
    expect(new UnsupportedOperationException('x').code).toBe('UNSUPPORTED_OPERATION');
  });

  it('take the name of a subclass', () => {
    class QuotaExceededException extends ToolwrightException {
      override readonly code = 'QUOTA_EXCEEDED';
    }
    expect(new QuotaExceededException('x').name).toBe('QuotaExceededException');
  });

  it('are recognised by their brand, not by their class', () => {
    const fromAnotherCopy = { [Symbol.for('@toolwright/exception')]: true };
    expect(isToolwrightException(new IllegalArgumentException('x'))).toBe(true);
    expect(isToolwrightException(fromAnotherCopy)).toBe(true);
    expect(isToolwrightException(new Error('x'))).toBe(false);
    expect(isToolwrightException(null)).toBe(false);
  });
});

describe('assertions', () => {
  it('pass good values through', () => {
    expect(requireNonNull(0, 'm')).toBe(0);
    expect(requireText(' a ', 'm')).toBe(' a ');
    expect(requireNonNullElements([1, 2], 'list', 'element')).toEqual([1, 2]);
  });

  it.each([
    ['null', () => requireNonNull(null, 'value cannot be null'), 'value cannot be null'],
    ['undefined', () => requireNonNull(undefined, 'value cannot be null'), 'value cannot be null'],
    ['blank text', () => requireText(' \t', 'name cannot be empty'), 'name cannot be empty'],
    ['a missing list', () => requireNonNullElements(null, 'no list', 'no element'), 'no list'],
    ['a missing element', () => requireNonNullElements([1, null], 'no list', 'no element'), 'no element'],
    ['a false condition', () => requireArgument(false, 'wrong'), 'wrong'],
  ])('refuse %s with an IllegalArgumentException', (_what, run, message) => {
    expect(run).toThrow(new IllegalArgumentException(message));
  });

  it('refuse a wrong state with an IllegalStateException', () => {
    expect(() => requireState(false, 'closed')).toThrow(new IllegalStateException('closed'));
  });

  it('know text from blanks', () => {
    expect([hasText('a'), hasText(' '), hasText(''), hasText(null), hasText(1)]).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
