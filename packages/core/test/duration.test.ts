import { describe, expect, it } from '@jest/globals';
import { IllegalArgumentException, parseDuration } from '@toolwright/core';

describe('parseDuration', () => {
  it.each([
    ['500', 500],
    ['500ms', 500],
    ['30s', 30_000],
    ['1.5m', 90_000],
    ['0.25S', 250],
    ['2d', 172_800_000],
    ['-5m', -300_000],
    ['10us', 0.01],
    ['PT1M30S', 90_000],
    ['-PT1M', -60_000],
  ])('reads %j', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  it('reads plain numbers in the given unit', () => {
    expect(parseDuration('30', 's')).toBe(30_000);
    expect(parseDuration('30ms', 's')).toBe(30);
  });

  it.each([
    ['soon', "'soon' is not a valid duration"],
    ['5x', "'5x' is not a valid simple duration"],
    ['30 m', "'30 m' is not a valid duration"],
    ['1.s', "'1.s' is not a valid duration"],
    ['PT', "'PT' is not a valid duration"],
    ['', "'' is not a valid duration"],
  ])('refuses %j', (text, message) => {
    expect(() => parseDuration(text)).toThrow(new IllegalArgumentException(message));
  });
});
