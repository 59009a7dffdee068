import {
  AutoConfiguration,
  AutoConfigurationCycleException,
  Bean,
  BootApplication,
  Component,
  ConditionalOnBean,
  ConditionalOnMissingBean,
  Configuration,
  sortAutoConfigurations,
} from '@toolwright/boot';
import type { AbstractClassType } from '@toolwright/core';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { failureOf, runContext } from '../runContext.js';

type Relations = { before?: (AbstractClassType | string)[]; after?: (AbstractClassType | string)[]; order?: number };

function auto(name: string, relations: Relations = {}): AbstractClassType {
  const type = { [name]: class {} }[name]!;
  AutoConfiguration(relations)(type);
  return type;
}

function names(types: readonly AbstractClassType[]): string {
  return types.map(({ name }) => name).join(', ');
}

describe('sortAutoConfigurations', () => {
  it('[BO-01] sorts by name, then by order, whatever the input order', () => {
    const a = auto('A', { order: 1 });
    const b = auto('B');
    const c = auto('C', { order: -5 });
    const d = auto('D');
    fc.assert(
      fc.property(fc.shuffledSubarray([a, b, c, d], { minLength: 4 }), (input) => {
        expect(names(sortAutoConfigurations(input))).toBe('C, B, D, A');
      }),
    );
  });

  it('[BO-02a] follows after', () => {
    const c = auto('C');
    const b = auto('B', { after: [c] });
    const a = auto('A', { after: [b] });
    expect(names(sortAutoConfigurations([a, b, c]))).toBe('C, B, A');
  });

  it('[BO-02b] follows before', () => {
    const x = auto('X');
    const y = auto('Y', { before: [x] });
    const z = auto('Z', { before: [y] });
    expect(names(sortAutoConfigurations([x, y, z]))).toBe('Z, Y, X');
  });

  const related = (): Record<'a' | 'b' | 'c' | 'w' | 'x', AbstractClassType> => {
    const c = auto('C');
    const b = auto('B', { after: [c, auto('D'), auto('E')] });
    return { a: auto('A', { after: [b] }), b, c, w: auto('W', { before: [b] }), x: auto('X') };
  };

  it('[BO-03a] mixes before and after', () => {
    const { a, b, c, w, x } = related();
    expect(names(sortAutoConfigurations([a, b, c, w, x]))).toBe('C, W, B, A, X');
  });

  it('[BO-03b] mixes before and after, whatever the input order', () => {
    const { a, b, c, w, x } = related();
    expect(names(sortAutoConfigurations([w, x, a, b, c]))).toBe('C, W, B, A, X');
  });

  it('[BO-04a] lets relations pass through classes that are not listed', () => {
    const e = auto('E');
    const b = auto('B', { after: [e] });
    const a = auto('A', { after: [b] });
    expect(names(sortAutoConfigurations([a, e]))).toBe('E, A');
  });

  it('[BO-04b] ignores names that are not installed', () => {
    const a = auto('A', { after: ['NotInstalledAutoConfiguration'] });
    const b = auto('B', { before: ['A'] });
    expect(names(sortAutoConfigurations([a, b]))).toBe('B, A');
  });

  it('[BO-05] fails on a cycle and prints all of it', async () => {
    const a = auto('A', { after: ['B'] });
    const b = auto('B', { after: ['D'] });
    const d = auto('D', { after: ['A'] });
    expect(() => sortAutoConfigurations([a, b, d])).toThrow(
      'AutoConfigure cycle detected between A and B: A after B after D after A.',
    );
    const { failure, printed } = await failureOf(Empty, { autoConfigurations: [a, b, d] });
    expect(failure).toBeInstanceOf(AutoConfigurationCycleException);
    expect((failure as AutoConfigurationCycleException).cycle).toEqual(['A', 'B', 'D']);
    expect(printed).toContain('AutoConfigure cycle detected between A and B');
  });
});

@Configuration()
class Empty {}

describe('registration', () => {
  class Value {
    constructor(readonly text: string) {}
  }

  it('[BO-06] puts all beans of the application before the first auto-configuration', async () => {
    @AutoConfiguration()
    class AaaAutoConfiguration {
      @Bean()
      @ConditionalOnMissingBean()
      value(): Value {
        return new Value('default');
      }
    }
    @Configuration()
    class Zzz {
      @Bean()
      own(): Value {
        return new Value('own');
      }
    }
    @BootApplication({ autoConfigurations: [AaaAutoConfiguration], imports: [Zzz] })
    class App {}
    const context = await runContext(App);
    expect(context.get(Value).text).toBe('own');
    expect(context.getAll(Value)).toHaveLength(1);
  });

  it('[BO-07] goes nested configurations first, then own methods, each in declaration order', async () => {
    const context = await runContext(Outer);
    const own = context.beanNames.filter((name) => ['n1', 'n2', 'imported', 'm1', 'm2'].includes(name));
    expect(own).toEqual(['n1', 'n2', 'imported', 'm1', 'm2']);
    expect(context.containsBean('dependsOnNested')).toBe(true);
  });

  it('[BO-08] uses an auto-configuration that is listed twice once', async () => {
    let made = 0;
    @AutoConfiguration()
    class Auto {
      @Bean()
      value(): Value {
        made++;
        return new Value('x');
      }
    }
    const context = await runContext(Empty, { autoConfigurations: [Auto, Auto] });
    expect(context.getAll(Value)).toHaveLength(1);
    expect(made).toBe(1);
  });

  it('takes components and imports of the application in their order', async () => {
    @Component()
    class First {}
    @Component('renamed')
    class Second {}
    @BootApplication({ components: [First, Second] })
    class App {}
    const context = await runContext(App);
    expect(context.beanNames.slice(-3)).toEqual(['first', 'renamed', 'app']);
  });

  it('refuses a class without decorator', async () => {
    class Plain {}
    @BootApplication({ components: [Plain] })
    class App {}
    const { printed } = await failureOf(App);
    expect(printed).toContain('Plain is no valid bean definition: it is registered, but it is neither');
    expect(printed).toContain('Decorate it with @Component() or @Configuration().');
  });
});

class Nested1 {}
class Nested2 {}
class Imported {}
class Own {}

@Configuration()
class ImportedConfiguration {
  @Bean()
  imported(): Imported {
    return new Imported();
  }
}

@Configuration({ imports: [ImportedConfiguration] })
class Outer {
  @Bean()
  m1(): Own {
    return new Own();
  }
  @Bean()
  m2(): Own {
    return new Own();
  }
  @Bean()
  @ConditionalOnBean(Nested1)
  dependsOnNested(): Own {
    return new Own();
  }
}
namespace Outer {
  @Configuration()
  export class First {
    @Bean()
    n1(): Nested1 {
      return new Nested1();
    }
  }
  @Configuration()
  export class Second {
    @Bean()
    n2(): Nested2 {
      return new Nested2();
    }
  }
}
