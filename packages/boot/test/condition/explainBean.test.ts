import {
  AutoConfiguration,
  Bean,
  ConditionalOnBean,
  ConditionalOnMissingBean,
  ConditionalOnPackage,
  ConditionalOnProperty,
  Configuration,
  NoneNestedConditions,
  Conditional,
  OnPropertyCondition,
} from '@toolwright/boot';
import { describe, expect, it } from '@jest/globals';
import { failureOf, runContext } from '../runContext.js';
import { configFolder } from '../env/configFolder.js';

abstract class ToolIndex {}
class RegexToolIndex extends ToolIndex {}

@Configuration()
class App {}

@AutoConfiguration()
@ConditionalOnProperty('search.enabled')
class SearchAutoConfiguration {
  @Bean()
  @ConditionalOnMissingBean(ToolIndex)
  toolIndex(): RegexToolIndex {
    return new RegexToolIndex();
  }
}

const options = { autoConfigurations: [SearchAutoConfiguration] };

describe('conditions() as data', () => {
  it('[BH-03] holds class, method, outcome, reason and the origin of each property, and survives JSON', async () => {
    const context = await runContext(App, { ...options, args: ['--search.enabled=false'] });
    const report: unknown = JSON.parse(JSON.stringify(context.conditions()));
    expect(report).toEqual({
      evaluations: [
        {
          source: 'SearchAutoConfiguration',
          className: 'SearchAutoConfiguration',
          matched: false,
          results: [
            {
              condition: 'OnPropertyCondition',
              matched: false,
              message: "@ConditionalOnProperty (search.enabled) found different value in property 'search.enabled'",
              properties: [
                {
                  key: 'search.enabled',
                  value: 'false',
                  origin: { source: 'command line' },
                  matched: false,
                  enabledBy: 'true',
                },
              ],
              missingPackages: [],
            },
          ],
        },
      ],
      exclusions: [],
      unconditionalClasses: [],
      warnings: [],
    });
    const on = await runContext(App, { ...options, args: ['--search.enabled'] });
    const method = on.conditions().find('SearchAutoConfiguration', 'toolIndex');
    expect(method).toMatchObject({ method: 'toolIndex', matched: true });
  });

  it('masks the value of a secret', async () => {
    @AutoConfiguration()
    @ConditionalOnProperty('store.password')
    class WithPassword {}
    const context = await runContext(App, {
      autoConfigurations: [WithPassword],
      properties: { 'store.password': 'hunter2' },
    });
    expect(context.conditions().find('WithPassword')?.results[0]?.properties[0]?.value).toBe('******');
    expect(JSON.stringify(context.conditions())).not.toContain('hunter2');
  });
});

describe('why (not) this bean', () => {
  it('[BH-03] is answered for a bean that is missing, with property, value, origin and remedy', async () => {
    const config = configFolder({ 'application.properties': '# search\nsearch.enabled=false\n' });
    const context = await runContext(App, { ...options, config });
    const explanation = context.explainBean('toolIndex');
    expect(explanation.outcome).toBe('absent');
    expect(explanation.lines).toEqual([
      "'toolIndex' is not there.",
      "Bean method 'toolIndex' in 'SearchAutoConfiguration' not loaded because @ConditionalOnProperty " +
        "(search.enabled) found different value in property 'search.enabled'",
      expect.stringMatching(/^ {2}Set 'search\.enabled' to 'true' \(now 'false', .*application\.properties - 2:16\)$/),
    ]);
    const [absent] = explanation.absent;
    expect(absent).toMatchObject({ name: 'toolIndex', properties: [{ key: 'search.enabled', value: 'false' }] });
    expect(JSON.parse(JSON.stringify(explanation))).toEqual(explanation);
    expect(context.explainBean(ToolIndex).absent).toEqual(explanation.absent);
    expect(context.explainBean('RegexToolIndex').absent).toEqual(explanation.absent);
    expect(context.explainBean('SearchAutoConfiguration').absent.map(({ source }) => source)).toEqual([
      "Class 'SearchAutoConfiguration'",
    ]);
  });

  it('[BH-03] is answered for a bean that is there, with the conditions that matched', async () => {
    const context = await runContext(App, { ...options, properties: { 'search.enabled': true } });
    const explanation = context.explainBean('ToolIndex');
    expect(explanation.outcome).toBe('present');
    expect(explanation.lines).toEqual([
      "'toolIndex' (RegexToolIndex) is there, defined by method 'toolIndex' in SearchAutoConfiguration.",
      '  because @ConditionalOnProperty (search.enabled) matched',
      '  because @ConditionalOnMissingBean (types: ToolIndex) did not find any beans',
    ]);
  });

  it('[BH-03] takes at most ten lines', async () => {
    @Configuration()
    class Many {}
    for (let index = 0; index < 12; index++) {
      const method = `index${index}`;
      Object.defineProperty(Many.prototype, method, { value: () => new RegexToolIndex(), configurable: true });
      const descriptor = Object.getOwnPropertyDescriptor(Many.prototype, method);
      Bean({ type: RegexToolIndex })(Many.prototype, method, descriptor as PropertyDescriptor);
      ConditionalOnProperty(`index.on${index}`)(Many.prototype, method);
    }
    const { lines, absent } = (await runContext(Many)).explainBean(ToolIndex);
    expect(absent).toHaveLength(12);
    expect(lines).toHaveLength(10);
    expect(lines[9]).toBe('... and 16 more lines');
  });

  it('suggests a name for one that nothing declares', async () => {
    const context = await runContext(App, options);
    expect(context.explainBean('tolIndex')).toMatchObject({ outcome: 'unknown', suggestion: 'toolIndex' });
    expect(context.explainBean('tolIndex').lines).toEqual([
      "Nothing in this application declares 'tolIndex'. Did you mean 'toolIndex'?",
    ]);
  });

  it('tells that an auto-configuration was excluded', async () => {
    const properties = { 'autoconfigure.exclude': 'SearchAutoConfiguration', 'search.enabled': 'true' };
    const context = await runContext(App, { ...options, properties });
    expect(context.explainBean('toolIndex').lines).toEqual([
      "'toolIndex' is not there.",
      "Bean method 'toolIndex' in 'SearchAutoConfiguration' not loaded because auto-configuration " +
        "'SearchAutoConfiguration' was excluded",
    ]);
  });
});

describe('beans() as data', () => {
  it('names each bean with what it needs', async () => {
    class Client {
      constructor(readonly index: ToolIndex) {}
    }
    @Configuration()
    class WithClient {
      @Bean()
      client(index: ToolIndex): Client {
        return new Client(index);
      }
    }
    const context = await runContext(WithClient, { ...options, properties: { 'search.enabled': true } });
    expect(context.beans().find(({ name }) => name === 'client')).toEqual({
      name: 'client',
      type: 'Client',
      scope: 'singleton',
      role: 'application',
      description: "defined by method 'client' in WithClient",
      primary: false,
      dependencies: [
        { name: 'withClient', kind: 'single' },
        { name: 'toolIndex', kind: 'single' },
      ],
    });
  });
});

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

describe('a missing bean that was kept out', () => {
  it('[BH-04] by a property: names key, present value, origin and the value that would enable it', async () => {
    @AutoConfiguration()
    class Typed {
      @Bean()
      @ConditionalOnProperty('search.index-type', { havingValue: 'regex' })
      regexIndex(): RegexToolIndex {
        return new RegexToolIndex();
      }
    }
    const config = configFolder({ 'application.properties': 'search.index-type=lucene\n' });
    const { printed } = await failureOf(NeedsIndex, {
      config,
      autoConfigurations: [SearchAutoConfiguration, Typed],
    });
    expect(printed.replaceAll(config, 'app')).toContain(
      [
        "Consider revisiting the entries above or defining a bean of type 'ToolIndex' in your configuration.",
        '',
        'To let a candidate in:',
        '',
        "Bean method 'toolIndex' in 'SearchAutoConfiguration':",
        "\t- Set 'search.enabled' to 'true' (not set now)",
        "Bean method 'regexIndex' in 'Typed':",
        "\t- Set 'search.index-type' to 'regex' (now 'lucene', app/application.properties - 1:19)",
        '',
      ].join('\n'),
    );
  });

  it('[BH-04] by a property that must not be set: says so', async () => {
    class NotLocal extends NoneNestedConditions {
      constructor() {
        super(new OnPropertyCondition({ name: 'search.remote' }), new OnPropertyCondition({ name: 'search.off' }));
      }
    }
    @AutoConfiguration()
    @Conditional(NotLocal)
    class LocalIndex {
      @Bean()
      localIndex(): RegexToolIndex {
        return new RegexToolIndex();
      }
    }
    const { printed } = await failureOf(NeedsIndex, {
      autoConfigurations: [LocalIndex],
      args: ['--search.remote=true'],
    });
    expect(printed).toContain("\t- Change or remove 'search.remote' (now 'true', command line)\n");
    expect(printed).not.toContain("'search.off' (");
  });

  it('by a package that a property needs: names the npm install line, and warns', async () => {
    @AutoConfiguration()
    @ConditionalOnPackage('not-there', '@scope/not-there/sub', { install: 'not-there@6 @scope/not-there' })
    @ConditionalOnProperty('search.index-type', { havingValue: 'remote' })
    class Remote {
      @Bean()
      remoteIndex(): RegexToolIndex {
        return new RegexToolIndex();
      }
    }
    const parts = { autoConfigurations: [Remote], args: ['--search.index-type=remote'] };
    const { printed } = await failureOf(NeedsIndex, parts);
    expect(printed).toContain(
      "Bean method 'remoteIndex' in 'Remote':\n" +
        '\t- Install what is missing: npm install not-there@6 @scope/not-there\n',
    );
    expect((await runContext(App, parts)).conditions().warnings).toEqual([
      "Class 'Remote' was left out, although 'search.index-type=remote' (command line) asks for it: packages " +
        "'not-there', '@scope/not-there/sub' not installed. Run: npm install not-there@6 @scope/not-there",
    ]);
    expect((await runContext(App, { ...parts, args: [] })).conditions().warnings).toEqual([]);
    expect((await runContext(App, { ...parts, args: ['--search.index-type=x'] })).conditions().warnings).toEqual([]);
  });

  it('by an import that fails in its method: names the npm install line', async () => {
    @Configuration()
    class Importing {
      @Bean({ type: RegexToolIndex })
      async index(): Promise<RegexToolIndex> {
        const name = 'not-there-either/sub';
        return ((await import(name)) as { index: RegexToolIndex }).index;
      }
    }
    const { printed } = await failureOf(Importing);
    expect(printed).toContain(
      "The bean 'index', defined by method 'index' in Importing, needs the package 'not-there-either', which is not installed.",
    );
    expect(printed).toContain('Action:\n\nInstall it: npm install not-there-either\n');
  });
});

describe('a bean of the application in the wrong order', () => {
  class A {}
  class B {}

  it('[BH-12] is reported also where an auto-configuration registers what the condition asks for', async () => {
    @Configuration()
    class Early {
      @Bean()
      @ConditionalOnBean(ToolIndex)
      early(): A {
        return new A();
      }
    }
    const context = await runContext(Early, { ...options, properties: { 'search.enabled': true } });
    expect(context.conditions().warnings).toEqual([
      "Bean method 'early' in 'Early' was left out, although a bean that its condition asks for is registered later: " +
        'declare that bean first, or move the conditional one into an auto-configuration',
    ]);
  });

  it('[BH-12] is reported where a default of the application does not yield to a later bean', async () => {
    @Configuration()
    class Defaults {
      @Bean()
      @ConditionalOnMissingBean()
      fallback(): A {
        return new A();
      }
      @Bean()
      @ConditionalOnMissingBean(A, B)
      other(): B {
        return new B();
      }
      @Bean()
      own(): A {
        return new A();
      }
    }
    const context = await runContext(Defaults);
    expect(context.conditions().warnings).toEqual([
      "Bean method 'fallback' in 'Defaults' was registered, although a bean that its condition looks for is registered " +
        'later: declare that bean first, or move the conditional one into an auto-configuration',
    ]);
  });

  it('[BH-12] is silent where the order is right, and where a default of an auto-configuration yields', async () => {
    @Configuration()
    class Right {
      @Bean()
      own(): RegexToolIndex {
        return new RegexToolIndex();
      }
      @Bean()
      @ConditionalOnBean(ToolIndex)
      needs(): A {
        return new A();
      }
      @Bean()
      @ConditionalOnMissingBean()
      fallback(): B {
        return new B();
      }
    }
    const context = await runContext(Right, { ...options, properties: { 'search.enabled': true } });
    expect(context.beanNames).toEqual(expect.arrayContaining(['own', 'needs', 'fallback']));
    expect(context.conditions().warnings).toEqual([]);
  });
});
