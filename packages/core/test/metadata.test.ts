import { describe, expect, it } from '@jest/globals';
import { DecoratorMetadata, nearestNames, shorten, suggestName } from '@toolwright/core';

describe('DecoratorMetadata', () => {
  const metadata = new DecoratorMetadata<{ text: string }>('test/label');
  class Base {
    run(): void {}
  }
  class Derived extends Base {}
  metadata.set(Base, { text: 'base' });
  metadata.set(Base.prototype, { text: 'run' }, 'run');

  it('keeps frozen values per class and member', () => {
    expect(metadata.own(Base)).toEqual({ text: 'base' });
    expect(Object.isFrozen(metadata.own(Base))).toBe(true);
    expect(metadata.own(Base.prototype, 'run')).toEqual({ text: 'run' });
    expect(metadata.own(Base.prototype, 'other')).toBeUndefined();
  });

  it('tells own values from inherited ones', () => {
    expect(metadata.own(Derived)).toBeUndefined();
    expect(metadata.inherited(Derived)).toEqual({ text: 'base' });
    expect(metadata.inherited(Derived.prototype, 'run')).toEqual({ text: 'run' });
  });

  it('shares values between two copies of a decorator', () => {
    expect(new DecoratorMetadata<{ text: string }>('test/label').own(Base)).toEqual({ text: 'base' });
  });
});

describe('name suggestions', () => {
  it('sort by edit distance, ignoring case, ties in the given order', () => {
    expect(nearestNames('getWheather', ['listOrders', 'GetWeather', 'getWeathers'])).toEqual([
      'GetWeather',
      'getWeathers',
      'listOrders',
    ]);
    expect(nearestNames('ab', ['xy', 'cd'], 1)).toEqual(['xy']);
  });

  it('suggest only what is near', () => {
    expect(suggestName('luecne', ['regex', 'lucene'])).toBe('lucene');
    expect(suggestName('banana', ['regex', 'lucene'])).toBeUndefined();
    expect(suggestName('x', [])).toBeUndefined();
  });
});

describe('shorten', () => {
  it('folds white space and leaves short lines alone', () => {
    expect(shorten(' a\n\tb ', 10)).toBe('a b');
  });

  it('cuts between words and never inside a character', () => {
    expect(shorten('one two three four', 14)).toBe('one two three…');
    expect(shorten('😀😀😀', 4)).toBe('😀…');
    expect(shorten('abcdefghij', 5)).toBe('abcd…');
  });
});
