import {
  Bean,
  Conditional,
  ConditionalOnProperty,
  Configuration,
  type ConditionContext,
  type ConditionOutcome,
  Condition,
  ConditionEvaluationException,
  match,
  AllNestedConditions,
  AnyNestedCondition,
  NoneNestedConditions,
  OnPropertyCondition,
  type OnPropertyOptions,
} from '@toolwright/boot';
import { describe, expect, it } from '@jest/globals';
import { configFolder } from '../env/configFolder.js';
import { failureOf, runContext } from '../runContext.js';

class Marker {}

function conditional(options: OnPropertyOptions): abstract new () => object {
  @Configuration()
  class App {
    @Bean()
    @ConditionalOnProperty(options)
    marker(): Marker {
      return new Marker();
    }
  }
  return App;
}

async function matches(options: OnPropertyOptions, properties: Record<string, unknown>): Promise<boolean> {
  const context = await runContext(conditional(options), { properties });
  return context.containsBean(Marker);
}

async function reason(options: OnPropertyOptions, properties: Record<string, unknown>): Promise<string | undefined> {
  const context = await runContext(conditional(options), { properties });
  return context.conditions().find('App', 'marker')?.results[0]?.message;
}

describe('@ConditionalOnProperty', () => {
  it('[BC-01a] matches any value but false', async () => {
    const options = { prefix: 'x', name: 'a' };
    expect(await matches(options, { 'x.a': 'true' })).toBe(true);
    expect(await matches(options, { 'x.a': 'foo' })).toBe(true);
    expect(await matches(options, { 'x.a': 'false' })).toBe(false);
    expect(await matches(options, { 'x.a': 'FALSE' })).toBe(false);
    expect(await matches(options, { 'x.a': '' })).toBe(true);
  });

  it('[BC-01b] matches only true where true is expected', async () => {
    const options = { prefix: 'x', name: 'a', havingValue: 'true' };
    expect(await matches(options, { 'x.a': 'true' })).toBe(true);
    expect(await matches(options, { 'x.a': 'false' })).toBe(false);
    expect(await matches(options, { 'x.a': 'foo' })).toBe(false);
  });

  it('[BC-01c] matches only the expected value', async () => {
    const values = ['true', 'false', 'foo'];
    const matching = async (havingValue: string): Promise<boolean[]> =>
      Promise.all(values.map((value) => matches({ prefix: 'x', name: 'a', havingValue }, { 'x.a': value })));
    expect(await matching('false')).toEqual([false, true, false]);
    expect(await matching('foo')).toEqual([false, false, true]);
  });

  it('[BC-02a] matches an absent key only if missing is said to match', async () => {
    expect(await matches({ name: 'x.a' }, {})).toBe(false);
    expect(await matches({ name: 'x.a', matchIfMissing: true }, {})).toBe(true);
    expect(await matches({ name: 'x.a', matchIfMissing: true, havingValue: 'regex' }, {})).toBe(true);
  });

  it('[BC-02b] compares ignoring case', async () => {
    expect(await matches({ name: 'x.a', havingValue: 'regex' }, { 'x.a': 'REGEX' })).toBe(true);
  });

  it('[BC-02c] does not match a present value that differs, even if missing matches', async () => {
    const options = { name: 'x.a', havingValue: 'regex', matchIfMissing: true };
    expect(await matches(options, { 'x.a': '' })).toBe(false);
    expect(await matches(options, { 'x.a': 'vector' })).toBe(false);
  });

  it('reads words as the properties class of the key does', async () => {
    const having = (havingValue: string, value: string) => matches({ name: 'x.a', havingValue }, { 'x.a': value });
    for (const word of ['on', 'YES', '1', ' true ']) expect([word, await having('true', word)]).toEqual([word, true]);
    for (const word of ['off', 'No', '0', '', 'foo']) expect([word, await having('true', word)]).toEqual([word, false]);
    for (const word of ['off', 'No', '0']) expect([word, await having('false', word)]).toEqual([word, true]);
    for (const word of ['in-memory', 'IN_MEMORY', 'inMemory'])
      expect([word, await having('in-memory', word)]).toEqual([word, true]);
    for (const [word, matching] of [
      ['off', false],
      ['no', false],
      ['0', true],
      ['on', true],
    ] as const) {
      expect([word, await matches({ name: 'x.a' }, { 'x.a': word })]).toEqual([word, matching]);
    }
    const config = configFolder({ 'application.yaml': 'x:\n  a: on\n' });
    expect((await runContext(conditional({ name: 'x.a', havingValue: 'true' }), { config })).containsBean(Marker)).toBe(
      true,
    );
  });

  it('[BC-03] takes a prefix with or without dot and blanks', async () => {
    for (const prefix of ['x', 'x.', ' x ']) expect(await matches({ prefix, name: 'a' }, { 'x.a': 'true' })).toBe(true);
  });

  it('[BC-04] needs all names, and says which is missing', async () => {
    const options = { prefix: 'x', name: ['a', 'b'] };
    expect(await matches(options, { 'x.a': 'true' })).toBe(false);
    expect(await reason(options, { 'x.a': 'true' })).toBe("@ConditionalOnProperty (x.[a,b]) did not find property 'b'");
  });

  it('[BC-05] rejects name and value together, and neither', async () => {
    const both = await failureOf(conditional({ name: 'a', value: 'b' }));
    expect(both.failure.message).toContain('The name and value attributes of @ConditionalOnProperty are exclusive');
    const neither = await failureOf(conditional({}));
    expect(neither.failure.message).toContain(
      'The name or value attribute of @ConditionalOnProperty must be specified',
    );
  });

  it('[BC-06] does not match a list that is set by index', async () => {
    expect(await matches({ name: 'example.values' }, { 'example.values[0]': 'a' })).toBe(false);
  });

  it('[BC-07a] finds the key in camel case', async () => {
    const App = conditional({ name: 'tools.limits.max-total-tool-calls' });
    const config = configFolder({ 'application.properties': 'tools.limits.maxTotalToolCalls=5\n' });
    expect((await runContext(App, { config })).containsBean(Marker)).toBe(true);
    expect((await runContext(App, { args: ['--tools.limits.maxTotalToolCalls=5'] })).containsBean(Marker)).toBe(true);
    expect((await runContext(App)).containsBean(Marker)).toBe(false);
  });

  it('[BC-07b] finds the key in an environment variable', async () => {
    const App = conditional({ name: 'tools.limits.max-total-tool-calls' });
    const context = await runContext(App, { env: { TOOLS_LIMITS_MAXTOTALTOOLCALLS: '5' } });
    expect(context.containsBean(Marker)).toBe(true);
    expect(context.conditions().find('App', 'marker')?.results[0]?.properties).toMatchObject([
      { origin: { source: 'environment variable TOOLS_LIMITS_MAXTOTALTOOLCALLS' }, value: '5' },
    ]);
  });

  it('[BC-08] all of several conditions must match', async () => {
    @Configuration()
    class App {
      @Bean()
      @ConditionalOnProperty('x.a')
      @ConditionalOnProperty('x.b')
      marker(): Marker {
        return new Marker();
      }
    }
    const present = async (properties: Record<string, unknown>): Promise<boolean> =>
      (await runContext(App, { properties })).containsBean(Marker);
    expect(await present({ 'x.a': 1 })).toBe(false);
    expect(await present({ 'x.b': 1 })).toBe(false);
    expect(await present({ 'x.a': 1, 'x.b': 1 })).toBe(true);
  });

  it('reports a different value', async () => {
    expect(await reason({ name: 'x.a', havingValue: 'v' }, { 'x.a': 'w' })).toBe(
      "@ConditionalOnProperty (x.a=v) found different value in property 'x.a'",
    );
  });
});

describe('composed conditions', () => {
  const a = new OnPropertyCondition({ name: 'a' });
  const b = new OnPropertyCondition({ name: 'b' });

  async function table(condition: Condition): Promise<boolean[]> {
    @Configuration()
    class App {
      @Bean()
      @Conditional(condition)
      marker(): Marker {
        return new Marker();
      }
    }
    const results: boolean[] = [];
    for (const properties of [{}, { a: 1 }, { b: 1 }, { a: 1, b: 1 }]) {
      results.push((await runContext(App, { properties })).containsBean(Marker));
    }
    return results;
  }

  it('[BC-18] combine by and, or, nor', async () => {
    expect(await table(new AllNestedConditions(a, b))).toEqual([false, false, false, true]);
    expect(await table(new AnyNestedCondition(a, b))).toEqual([false, true, true, true]);
    expect(await table(new NoneNestedConditions(a, b))).toEqual([true, false, false, false]);
  });
});

describe('a condition that throws', () => {
  class Failing extends Condition {
    override matches(_context: ConditionContext): ConditionOutcome {
      throw new Error('boom');
    }
  }

  it('[BC-19] stops the start and names the class or the method', async () => {
    @Configuration()
    @Conditional(Failing)
    class OnClass {}
    @Configuration()
    class OnMethod {
      @Bean()
      @Conditional(Failing)
      marker(): Marker {
        return new Marker();
      }
    }
    const onClass = await failureOf(OnClass);
    expect(onClass.failure).toBeInstanceOf(ConditionEvaluationException);
    expect(onClass.failure.message).toBe('Error processing condition on OnClass: boom');
    expect(onClass.failure.cause).toEqual(new Error('boom'));
    const onMethod = await failureOf(OnMethod);
    expect(onMethod.failure.message).toBe('Error processing condition on OnMethod.marker: boom');
  });

  it('is given what is registered so far and what it decides about', async () => {
    const seen: unknown[] = [];
    class Recording extends Condition {
      override matches({ registry, beanType, source, environment }: ConditionContext): ConditionOutcome {
        seen.push(registry.get('first') !== undefined, beanType, source, environment.getProperty('k'));
        return match('always');
      }
    }
    @Configuration()
    class App {
      @Bean()
      first(): Marker {
        return new Marker();
      }
      @Bean()
      @Conditional(Recording)
      second(): Marker {
        return new Marker();
      }
    }
    await runContext(App, { properties: { k: 'v' } });
    expect(seen).toEqual([true, Marker, 'App.second', 'v']);
  });
});
