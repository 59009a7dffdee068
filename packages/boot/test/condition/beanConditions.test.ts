import {
  AutoConfiguration,
  Bean,
  type ConditionEvaluation,
  ConditionalOnBean,
  ConditionalOnMissingBean,
  ConditionalOnProperty,
  ConditionalOnSingleCandidate,
  Configuration,
  Primary,
  Component,
} from '@toolwright/boot';
import type { AbstractClassType } from '@toolwright/core';
import { describe, expect, it } from '@jest/globals';
import { runContext } from '../runContext.js';

abstract class ToolIndex {}
class RegexToolIndex extends ToolIndex {}
class DefaultIndex extends ToolIndex {}
class A {}
class B {}
class Result {}

@AutoConfiguration()
class DefaultIndexAutoConfiguration {
  @Bean()
  @ConditionalOnMissingBean()
  defaultIndex(): ToolIndex {
    return new DefaultIndex();
  }
}

async function evaluation(
  application: AbstractClassType,
  auto: AbstractClassType,
  method: string,
): Promise<ConditionEvaluation | undefined> {
  const context = await runContext(application, { autoConfigurations: [auto] });
  return context.conditions().find(auto.name, method);
}

@Configuration()
class Empty {}

describe('@ConditionalOnMissingBean', () => {
  const autoConfigurations = [DefaultIndexAutoConfiguration];

  it('[BC-10a] yields to a bean declared as the type or as a subclass of it', async () => {
    @Configuration()
    class SameType {
      @Bean()
      index(): ToolIndex {
        return new RegexToolIndex();
      }
    }
    @Configuration()
    class SubType {
      @Bean()
      index(): RegexToolIndex {
        return new RegexToolIndex();
      }
    }
    expect((await runContext(SameType, { autoConfigurations })).containsBean('defaultIndex')).toBe(false);
    expect((await runContext(SubType, { autoConfigurations })).containsBean('defaultIndex')).toBe(false);
    expect((await runContext(Empty, { autoConfigurations })).get(ToolIndex)).toBeInstanceOf(DefaultIndex);
  });

  it('[BC-10b] looks at the declared type only, not at what a method returns', async () => {
    @Configuration()
    class Undeclared {
      @Bean()
      index(): object {
        return new RegexToolIndex();
      }
    }
    const context = await runContext(Undeclared, { autoConfigurations });
    expect(context.get(ToolIndex)).toBeInstanceOf(DefaultIndex);
    expect(context.get('index')).toBeInstanceOf(RegexToolIndex);
  });

  it('[BC-11] yields to a bean of the name, whatever its type', async () => {
    @Configuration()
    class App {
      @Bean()
      a(): B {
        return new B();
      }
    }
    @AutoConfiguration()
    class Auto {
      @Bean()
      @ConditionalOnMissingBean({ value: A, name: 'a' })
      other(): A {
        return new A();
      }
    }
    const found = await evaluation(App, Auto, 'other');
    expect(found?.matched).toBe(false);
    expect(found?.results).toMatchObject([
      {
        condition: 'OnMissingBeanCondition',
        matched: false,
        message: '@ConditionalOnMissingBean (types: A; names: a) found beans named a',
      },
    ]);
  });

  it('on an imported component yields as well', async () => {
    @Configuration()
    class App {
      @Bean()
      mine(): A {
        return new A();
      }
    }
    @Component()
    @ConditionalOnMissingBean(A)
    class Replacement extends A {}
    @AutoConfiguration({ imports: [Replacement] })
    class Auto {}
    const context = await runContext(App, { autoConfigurations: [Auto] });
    expect(context.containsBean('replacement')).toBe(false);
  });
});

describe('@ConditionalOnBean', () => {
  it('[BC-12] needs every type, and says which is missing', async () => {
    @Configuration()
    class App {
      @Bean()
      a(): A {
        return new A();
      }
    }
    @AutoConfiguration()
    class Auto {
      @Bean()
      @ConditionalOnBean(A, B)
      result(): Result {
        return new Result();
      }
    }
    const found = await evaluation(App, Auto, 'result');
    expect(found?.results[0]?.message).toBe('@ConditionalOnBean (types: A, B) did not find any beans of type B');
  });

  it('[BC-13] does not see what a later auto-configuration registers', async () => {
    @AutoConfiguration()
    class Provider {
      @Bean()
      a(): A {
        return new A();
      }
    }
    @AutoConfiguration({ before: [Provider] })
    class Early {
      @Bean()
      @ConditionalOnBean(A)
      early(): Result {
        return new Result();
      }
    }
    @AutoConfiguration({ after: [Provider] })
    class Late {
      @Bean()
      @ConditionalOnBean(A)
      late(): Result {
        return new Result();
      }
    }
    const context = await runContext(Empty, { autoConfigurations: [Late, Early, Provider] });
    expect(context.containsBean('early')).toBe(false);
    expect(context.containsBean('late')).toBe(true);
  });

  it('[BC-14] ignores beans that cannot be injected or are no default candidates', async () => {
    @Configuration()
    class App {
      @Bean({ autowireCandidate: false })
      hidden(): A {
        return new A();
      }
      @Bean({ defaultCandidate: false })
      special(): B {
        return new B();
      }
    }
    @AutoConfiguration()
    class Auto {
      @Bean()
      @ConditionalOnBean(A)
      onA(): Result {
        return new Result();
      }
      @Bean()
      @ConditionalOnBean(B)
      onB(): Result {
        return new Result();
      }
      @Bean()
      @ConditionalOnMissingBean(A)
      missingA(): Result {
        return new Result();
      }
      @Bean()
      @ConditionalOnMissingBean(B)
      missingB(): Result {
        return new Result();
      }
    }
    const context = await runContext(App, { autoConfigurations: [Auto] });
    expect(['onA', 'onB', 'missingA', 'missingB'].map((name) => context.containsBean(name))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(context.get(B, 'special')).toBeInstanceOf(B);
  });
});

describe('@ConditionalOnSingleCandidate', () => {
  @AutoConfiguration()
  class Auto {
    @Bean()
    @ConditionalOnSingleCandidate(A)
    result(): Result {
      return new Result();
    }
  }

  @Configuration()
  class One {
    @Bean()
    x(): A {
      return new A();
    }
  }
  @Configuration()
  class TwoOnePrimary {
    @Bean()
    @Primary()
    x(): A {
      return new A();
    }
    @Bean()
    y(): A {
      return new A();
    }
  }
  @Configuration()
  class TwoNonePrimary {
    @Bean()
    x(): A {
      return new A();
    }
    @Bean()
    y(): A {
      return new A();
    }
  }
  @Configuration()
  class TwoPrimary {
    @Bean()
    @Primary()
    x(): A {
      return new A();
    }
    @Bean()
    @Primary()
    y(): A {
      return new A();
    }
  }

  const about = '@ConditionalOnSingleCandidate (types: A)';

  async function outcome(application: AbstractClassType): Promise<[boolean | undefined, string | undefined]> {
    const found = await evaluation(application, Auto, 'result');
    return [found?.matched, found?.results[0]?.message];
  }

  it('[BC-15a] matches a single bean', async () => {
    expect(await outcome(One)).toEqual([true, `${about} found a single bean 'x'`]);
  });

  it('[BC-15b] matches the primary one of two', async () => {
    expect(await outcome(TwoOnePrimary)).toEqual([true, `${about} found a single primary bean 'x' among 'x', 'y'`]);
  });

  it('[BC-15c] does not match two of which none is primary', async () => {
    expect(await outcome(TwoNonePrimary)).toEqual([false, `${about} found multiple beans 'x', 'y'`]);
  });

  it('[BC-15d] does not match two that are primary', async () => {
    expect(await outcome(TwoPrimary)).toEqual([false, `${about} found multiple primary beans 'x', 'y'`]);
  });

  it('[BC-15e] does not match none', async () => {
    expect(await outcome(Empty)).toEqual([false, `${about} did not find any beans`]);
  });
});

@AutoConfiguration()
@ConditionalOnProperty('outer.enabled')
class Outer {
  @Bean()
  @ConditionalOnMissingBean()
  outer(): A {
    return new A();
  }
}
namespace Outer {
  @Configuration()
  @ConditionalOnProperty('inner.enabled')
  export class Inner {
    @Bean()
    inner(): B {
      return new B();
    }
  }
}

describe('a class whose condition fails', () => {
  it('[BC-17] rules out its methods and nested configurations without asking them', async () => {
    const context = await runContext(Empty, {
      autoConfigurations: [Outer],
      properties: { 'inner.enabled': 'true' },
    });
    expect(context.containsBean(A)).toBe(false);
    expect(context.containsBean(B)).toBe(false);
    const report = context.conditions();
    expect(report.find('Outer', 'outer')).toBeUndefined();
    expect(report.find('Outer.Inner')?.results.map(({ message }) => message)).toEqual(['Ancestor Outer did not match']);
  });

  it('registers them all when it matches', async () => {
    const context = await runContext(Empty, {
      autoConfigurations: [Outer],
      properties: { 'inner.enabled': 'true', 'outer.enabled': 'true' },
    });
    expect(context.containsBean(A)).toBe(true);
    expect(context.containsBean(B)).toBe(true);
  });
});

describe('a conditional bean of the application', () => {
  it('[BH-12] is reported when the bean it asks for is registered later', async () => {
    @Configuration()
    class App {
      @Bean()
      @ConditionalOnBean(B)
      early(): A {
        return new A();
      }
      @Bean()
      late(): B {
        return new B();
      }
    }
    const context = await runContext(App);
    expect(context.containsBean('early')).toBe(false);
    expect(context.conditions().warnings).toEqual([
      "Bean method 'early' in 'App' was left out, although a bean that its condition asks for is registered later: " +
        'declare that bean first, or move the conditional one into an auto-configuration',
    ]);
  });
});
