import {
  AutoConfiguration,
  Bean,
  BootApplication,
  CircularDependencyException,
  ConditionalOnProperty,
  Configuration,
  FailureAnalyzer,
  type FailureAnalysis,
  Inject,
  InvalidExclusionException,
  NoSuchBeanDefinitionException,
  Order,
  type RunOptions,
} from '@toolwright/boot';
import { RecordingLogProvider } from '@toolwright/core';
import { describe, expect, it } from '@jest/globals';
import type { ImportedForItsType as ToolIndexType } from './ImportedForItsType.js';
import { failureOf, runContext } from '../runContext.js';

class ToolIndex {}
class Consumer {
  constructor(readonly index: ToolIndex) {}
}

@Configuration()
class NeedsIndex {
  @Bean()
  consumer(index: ToolIndex): Consumer {
    return new Consumer(index);
  }
}

@AutoConfiguration()
@ConditionalOnProperty('index.enabled')
class IndexAutoConfiguration {
  @Bean()
  toolIndex(): ToolIndex {
    return new ToolIndex();
  }
}

@AutoConfiguration()
class OtherAutoConfiguration {
  @Bean()
  @ConditionalOnProperty('index.type', { havingValue: 'other' })
  otherIndex(): ToolIndex {
    return new ToolIndex();
  }
}

describe('a failed start', () => {
  it('[BR-02] prints a block with description and action; the stack only at debug level', async () => {
    const recorder = RecordingLogProvider.install();
    try {
      const { failure, printed } = await failureOf(NeedsIndex);
      expect(printed).toBe(
        [
          '',
          '',
          '***************************',
          'APPLICATION FAILED TO START',
          '***************************',
          '',
          'Description:',
          '',
          "Parameter 0 of method consumer in NeedsIndex required a bean of type 'ToolIndex' that could not be found.",
          '',
          'Action:',
          '',
          "Consider defining a bean of type 'ToolIndex' in your configuration.",
          '',
        ].join('\n'),
      );
      const logged = recorder.entries.filter(({ fields }) => fields['err'] === failure);
      expect(logged.map(({ level }) => level)).toEqual(['debug']);
    } finally {
      recorder.uninstall();
    }
  });

  it('[BR-05] names the candidates that conditions kept out, and what each lacked', async () => {
    const { failure, printed } = await failureOf(NeedsIndex, {
      autoConfigurations: [IndexAutoConfiguration, OtherAutoConfiguration],
    });
    expect(printed).toContain(
      [
        "Parameter 0 of method consumer in NeedsIndex required a bean of type 'ToolIndex' that could not be found.",
        '',
        'The following candidates were found but could not be injected:',
        "\t- Bean method 'toolIndex' in 'IndexAutoConfiguration' not loaded because @ConditionalOnProperty " +
          "(index.enabled) did not find property 'index.enabled'",
        "\t- Bean method 'otherIndex' in 'OtherAutoConfiguration' not loaded because @ConditionalOnProperty " +
          "(index.type=other) did not find property 'index.type'",
        '',
        'Action:',
        '',
        "Consider revisiting the entries above or defining a bean of type 'ToolIndex' in your configuration.",
      ].join('\n'),
    );
    const { missing } = failure as NoSuchBeanDefinitionException;
    expect(missing.type).toBe(ToolIndex);
    expect(missing.suppressed.map(({ name }) => name)).toEqual(['toolIndex', 'otherIndex']);
  });

  it('names a bean that is asked for by name', async () => {
    const context = await runContext(NeedsIndex, {
      autoConfigurations: [IndexAutoConfiguration],
      properties: { 'index.enabled': 'true' },
    });
    expect(() => context.get('toolIndexx')).toThrow(
      "The application context required a bean named 'toolIndexx' that could not be found.",
    );
  });

  it('names a type with a similar name, and another class of the same name', async () => {
    const Twin = { ToolIndex: class {} }.ToolIndex;
    @Configuration()
    class App {
      @Bean({ type: Twin })
      twin(): object {
        return new Twin();
      }
      @Bean()
      consumer(index: ToolIndex): Consumer {
        return new Consumer(index);
      }
    }
    const { printed } = await failureOf(App);
    expect(printed).toContain(
      "The bean 'twin' has a type of the same name that is another class: the package that defines it is probably " +
        'installed twice.',
    );
    expect(printed).toContain('Beans that exist: twin (ToolIndex)');
  });

  it('names the cause when the compiler recorded no class for a parameter', async () => {
    interface Shape {
      readonly side: number;
    }
    @Configuration()
    class App {
      @Bean()
      consumer(_shape: Shape): Consumer {
        return new Consumer(new ToolIndex());
      }
    }
    @Configuration()
    class TypeOnly {
      @Bean()
      consumer(_provider: ToolIndexType): Consumer {
        return new Consumer(new ToolIndex());
      }
    }
    expect((await failureOf(TypeOnly)).printed).toContain(
      "The compiler recorded 'Function' as the type of the parameter.",
    );
    const { printed } = await failureOf(App);
    expect(printed).toContain("required a bean of type 'Object' that could not be found.");
    expect(printed).toContain("That happens when the class is imported with 'import type'");
    expect(printed).toContain("Import the class without 'type', or name it with @Inject(TheClass).");
  });

  it('[BR-06] lists the candidates and where they are defined', async () => {
    @Configuration()
    class C {
      @Bean()
      a(): ToolIndex {
        return new ToolIndex();
      }
      @Bean()
      b(): ToolIndex {
        return new ToolIndex();
      }
    }
    @BootApplication({ imports: [C, NeedsIndex] })
    class App {}
    const { printed } = await failureOf(App);
    expect(printed).toContain(
      [
        'Parameter 0 of method consumer in NeedsIndex required a single bean, but 2 were found:',
        "\t- a: defined by method 'a' in C",
        "\t- b: defined by method 'b' in C",
      ].join('\n'),
    );
    expect(printed).toContain(
      'Consider marking one of the beans as @Primary, updating the consumer to accept multiple beans (@InjectAll, ' +
        '@InjectProvider), or using @Qualifier to identify the bean that should be consumed.',
    );
  });
});

describe('a cycle', () => {
  class A {}
  class B {}
  class C {}
  class Lead {}
  let made: string[] = [];

  @Configuration()
  class Cycle {
    @Bean()
    harmless(): Date {
      made.push('harmless');
      return new Date(0);
    }
    @Bean()
    lead(_a: A): Lead {
      made.push('lead');
      return new Lead();
    }
    @Bean()
    a(_date: Date, _b: B): A {
      made.push('a');
      return new A();
    }
    @Bean()
    b(_c: C): B {
      made.push('b');
      return new B();
    }
    @Bean()
    c(@Inject(A) _a: unknown): C {
      made.push('c');
      return new C();
    }
  }

  it('[BR-07a] is drawn with each bean once, and what leads into it above', async () => {
    const { printed } = await failureOf(Cycle);
    expect(printed).toContain(
      [
        'The dependencies of some of the beans in the application context form a cycle:',
        '',
        "   lead defined by method 'lead' in Cycle, by parameter 0 of method lead in Cycle",
        '      ↓',
        '┌─────┐',
        "|  a defined by method 'a' in Cycle, by parameter 1 of method a in Cycle",
        '↑     ↓',
        "|  b defined by method 'b' in Cycle, by parameter 0 of method b in Cycle",
        '↑     ↓',
        "|  c defined by method 'c' in Cycle, by parameter 0 of method c in Cycle",
        '└─────┘',
      ].join('\n'),
    );
  });

  it('[BR-07b] of a bean that needs itself is drawn for a single bean', async () => {
    @Configuration()
    class Self {
      @Bean()
      a(_a: A): A {
        return new A();
      }
    }
    const { printed } = await failureOf(Self);
    expect(printed).toContain(
      ['┌──->──┐', "|  a defined by method 'a' in Self, by parameter 0 of method a in Self", '└──<-──┘'].join('\n'),
    );
  });

  it('[BH-13] is found before any factory runs, with the parameter of each edge', async () => {
    made = [];
    const { failure } = await failureOf(Cycle);
    expect(failure).toBeInstanceOf(CircularDependencyException);
    const { leading, cycle } = failure as CircularDependencyException;
    expect(leading.map(({ definition }) => definition.name)).toEqual(['lead']);
    expect(cycle.map(({ definition, point }) => [definition.name, point?.consumer])).toEqual([
      ['a', 'Parameter 1 of method a in Cycle'],
      ['b', 'Parameter 0 of method b in Cycle'],
      ['c', 'Parameter 0 of method c in Cycle'],
    ]);
    expect(made).toEqual([]);
  });
});

describe('own analyzers', () => {
  class Fixed extends FailureAnalyzer {
    constructor(readonly description: string | null) {
      super();
    }
    override analyze(failure: Error): FailureAnalysis | null {
      return this.description === null ? null : { description: this.description, action: null, cause: failure };
    }
  }
  class Broken extends FailureAnalyzer {
    override analyze(): FailureAnalysis | null {
      throw new Error('analyzer is broken');
    }
  }

  it('[BR-10] are asked in order; the first that has something to say wins, a failing one is skipped', async () => {
    const registered: RunOptions = {
      failureAnalyzers: [new Broken(), new Fixed(null), new Fixed('mine'), new Fixed('late')],
    };
    expect((await failureOf(NeedsIndex, registered)).printed).toContain('Description:\n\nmine\n');

    @BootApplication({ imports: [NeedsIndex] })
    class App {
      @Bean()
      last(): FailureAnalyzer {
        return new Fixed('last bean');
      }
      @Bean()
      @Order(2)
      second(): FailureAnalyzer {
        return new Fixed('second bean');
      }
      @Bean()
      @Order(1)
      first(): FailureAnalyzer {
        return new Broken();
      }
    }
    expect((await failureOf(App)).printed).toContain('Description:\n\nsecond bean\n');
  });
});

describe('exclusions', () => {
  const autoConfigurations = [IndexAutoConfiguration];
  const enabled = { 'index.enabled': 'true' };

  it('[BR-11] are the reason why a bean is missing', async () => {
    const { printed } = await failureOf(NeedsIndex, {
      autoConfigurations,
      properties: { ...enabled, 'autoconfigure.exclude': 'IndexAutoConfiguration' },
    });
    expect(printed).toContain(
      "\t- Bean method 'toolIndex' in 'IndexAutoConfiguration' not loaded because auto-configuration " +
        "'IndexAutoConfiguration' was excluded",
    );
  });

  it('[BR-12] by annotation, by property and by both are not evaluated; others cannot be excluded', async () => {
    @AutoConfiguration()
    class First {}
    @AutoConfiguration()
    class Second {}
    @AutoConfiguration()
    class Third {}
    @BootApplication({ exclude: [First, 'Second'] })
    class App {}
    const all = [First, Second, Third, IndexAutoConfiguration];
    const byAnnotation = await runContext(App, { autoConfigurations: all });
    expect(byAnnotation.conditions().exclusions).toEqual(['First', 'Second']);
    expect(byAnnotation.conditions().find('IndexAutoConfiguration')).toBeDefined();

    const byBoth = await runContext(App, {
      autoConfigurations: all,
      properties: { 'autoconfigure.exclude': 'Third, org.example.IndexAutoConfiguration' },
    });
    expect(byBoth.conditions().exclusions).toEqual(['First', 'Second', 'Third', 'IndexAutoConfiguration']);
    expect(byBoth.conditions().find('IndexAutoConfiguration')).toBeUndefined();
    expect(byBoth.conditions().unconditionalClasses).toEqual([]);

    @BootApplication({ exclude: [NeedsIndex] })
    class Wrong {}
    const byClass = await failureOf(Wrong);
    expect(byClass.failure).toBeInstanceOf(InvalidExclusionException);
    expect(byClass.printed).toContain(
      'The following classes could not be excluded because they are not auto-configuration classes:\n\t- NeedsIndex',
    );
    const byName = await failureOf(App, { properties: { 'autoconfigure.exclude': 'App' } });
    expect((byName.failure as InvalidExclusionException).names).toEqual(['App']);
  });

  it('of what is not installed are warned about, with the nearest name', async () => {
    const recorder = RecordingLogProvider.install();
    try {
      @Configuration()
      class App {}
      await runContext(App, { autoConfigurations, properties: { 'autoconfigure.exclude': 'IndxAutoConfiguration' } });
      expect(recorder.messages('warn')).toEqual([
        "The excluded auto-configuration 'IndxAutoConfiguration' is not installed. Did you mean 'IndexAutoConfiguration'?",
      ]);
    } finally {
      recorder.uninstall();
    }
  });
});
