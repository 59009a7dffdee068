import { describe, expect, it } from '@jest/globals';
import { FatalToolError, ToolContext, ToolContextValueMissingException } from '@toolwright/tools';

describe('ToolContext', () => {
  it('is read-only', () => {
    const context = new ToolContext({ tenant: 'a' });
    expect(() => {
      (context.context as Record<string, unknown>)['tenant'] = 'b';
    }).toThrow(TypeError);
    expect(context.get('tenant')).toBe('a');
  });

  it('[EG-05] knows where the request is: its values, the defaults, else the process', () => {
    const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    expect(new ToolContext()).toMatchObject({ locale, timeZone });
    const defaults = { locale: 'de-DE', timeZone: 'Europe/Berlin' };
    expect(new ToolContext({ locale: '' }, {}, defaults)).toMatchObject(defaults);
    const values = { locale: 'ko-KR', timeZone: 'Asia/Seoul' };
    expect(new ToolContext(values, {}, defaults)).toMatchObject(values);
    expect(new ToolContext(values).withSignal(new AbortController().signal)).toMatchObject(values);
  });

  it('ends the turn when a required value is missing', () => {
    const context = new ToolContext({ tenant: 'a', empty: null });
    expect(context.require('tenant')).toBe('a');
    for (const key of ['empty', 'user']) {
      expect(() => context.require(key)).toThrow(new ToolContextValueMissingException(key));
    }
    expect(new ToolContextValueMissingException('user')).toBeInstanceOf(FatalToolError);
  });

  it('does not take inherited members for values', () => {
    const context = new ToolContext({});
    expect(context.get('constructor')).toBeUndefined();
    expect(() => context.require('toString')).toThrow("Tool context has no value for 'toString'");
  });

  it('shares its turn with the contexts made from it', () => {
    const context = new ToolContext({ tenant: 'a' });
    const { signal } = new AbortController();
    const derived = context.withSignal(signal);
    derived.turn.set('calls', 1);
    expect(context.turn.get('calls')).toBe(1);
    expect(derived.signal).toBe(signal);
    expect(derived.context).toBe(context.context);
    expect(new ToolContext().turn.size).toBe(0);
  });
});
