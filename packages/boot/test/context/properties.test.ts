import {
  AutoConfiguration,
  Bean,
  BootApplication,
  ConditionalOnProperty,
  Configuration,
  ConfigurationProperties,
  EnableConfigurationProperties,
  InvalidBeanDefinitionException,
  IsMapOf,
  PropertyBindingException,
} from '@toolwright/boot';
import { type ClassType, RecordingLogProvider } from '@toolwright/core';
import { describe, expect, it } from '@jest/globals';
import { IsInt, IsString, ValidateNested } from 'class-validator';
import { failureOf, runContext } from '../runContext.js';

@ConfigurationProperties('tools')
class ToolsProperties {
  @IsInt()
  maxCalls: number = 40;
}

class Limits {
  constructor(readonly maxCalls: number) {}
}

@Configuration()
@EnableConfigurationProperties(ToolsProperties)
class ToolsConfiguration {
  @Bean()
  limits(properties: ToolsProperties): Limits {
    return new Limits(properties.maxCalls);
  }
}

@AutoConfiguration()
@ConditionalOnProperty('search.enabled')
@EnableConfigurationProperties(ToolsProperties)
class SearchAutoConfiguration {}

describe('properties classes', () => {
  it('[BP-22] are one bean each, named by prefix and class, however often they are enabled', async () => {
    const context = await runContext(ToolsConfiguration, {
      autoConfigurations: [SearchAutoConfiguration],
      properties: { 'tools.max-calls': '5', 'search.enabled': 'true' },
    });
    expect(context.beanNames.filter((name) => name.includes('ToolsProperties'))).toEqual(['tools-ToolsProperties']);
    expect(context.get(ToolsProperties).maxCalls).toBe(5);
    expect(context.get(Limits).maxCalls).toBe(5);
  });

  it('[BP-23] fill what a bean method returns', async () => {
    class Another {
      @IsString()
      name: string = 'none';
    }
    @Configuration()
    class App {
      @Bean()
      @ConfigurationProperties('another')
      another(): Another {
        return new Another();
      }
    }
    const context = await runContext(App, { properties: { 'another.name': 'set' } });
    expect(context.get(Another).name).toBe('set');
  });

  it('[BC-09] with a default do not make a condition see the key', async () => {
    @AutoConfiguration()
    class Auto {
      @Bean()
      @ConditionalOnProperty('tools.max-calls')
      conditional(): Date {
        return new Date(0);
      }
    }
    const options = { autoConfigurations: [Auto] };
    expect((await runContext(ToolsConfiguration, options)).containsBean(Date)).toBe(false);
    const set = await runContext(ToolsConfiguration, { ...options, properties: { 'tools.max-calls': 40 } });
    expect(set.containsBean(Date)).toBe(true);
  });

  it('stop the start with the exception of the binder when a value is wrong', async () => {
    const { failure } = await failureOf(ToolsConfiguration, { properties: { 'tools.max-calls': 'many' } });
    expect(failure).toBeInstanceOf(PropertyBindingException);
  });

  it('warn of unknown keys, but not of those that conditions read or that are switched off', async () => {
    const recorder = RecordingLogProvider.install();
    try {
      @AutoConfiguration()
      @ConditionalOnProperty('tools.extra.enabled')
      class Extra {}
      @BootApplication({ autoConfigurations: [Extra] })
      class App {}
      await runContext(App, {
        autoConfigurations: [SearchAutoConfiguration],
        properties: { 'tools.max-cals': '5', 'tools.extra.enabled': 'false', 'main.lazy-initialisation': 'true' },
      });
      const [warning, ...others] = recorder.messages('warn');
      expect(others).toEqual([]);
      expect(warning).toContain('tools.max-cals');
      expect(warning).toContain('tools.max-calls');
      expect(warning).toContain('main.lazy-initialization');
      expect(warning).not.toContain('tools.extra.enabled');
    } finally {
      recorder.uninstall();
    }
  });

  it('warn of a mistyped key under logging.*', async () => {
    const recorder = RecordingLogProvider.install();
    try {
      await runContext(ToolsConfiguration, {
        properties: { 'logging.formt': 'json', 'logging.level.any.name': 'info' },
      });
      expect(recorder.messages('warn')).toEqual([
        "properties of the application: unknown configuration key 'logging.formt'; did you mean 'logging.format'?",
      ]);
    } finally {
      recorder.uninstall();
    }
  });

  it('[BH-10] make a condition on one of their lists or maps a definition error', async () => {
    class Nested {
      @IsString({ each: true })
      names: string[] = [];
      @IsMapOf('int')
      byName: Map<string, number> = new Map();
      @IsInt()
      size: number = 1;
    }
    @ConfigurationProperties('group')
    class GroupProperties {
      @ValidateNested()
      nested: Nested = new Nested();
    }
    const conditionOn = (key: string): ClassType => {
      @AutoConfiguration({ name: 'Conditional' })
      @ConditionalOnProperty(key)
      class Conditional {}
      return Conditional;
    };
    @Configuration()
    @EnableConfigurationProperties(GroupProperties)
    class App {}
    const on = (key: string) => failureOf(App, { autoConfigurations: [conditionOn(key)] });
    const list = await on('group.nested.names');
    expect(list.failure).toBeInstanceOf(InvalidBeanDefinitionException);
    expect(list.printed).toContain(
      "Conditional is no valid bean definition: its @ConditionalOnProperty asks for 'group.nested.names', which is a list " +
        'of string in GroupProperties and has no single value.',
    );
    expect(list.printed).toContain(
      'Ask for a key with one value, such as an "enabled" flag, or write a Condition that reads the elements.',
    );
    expect((await on('group.nested.byName')).printed).toContain('which is a map of int in GroupProperties');
    for (const key of ['group.nested.size', 'group.nested.by-name.some', 'group.nested.names[0]', 'other.names']) {
      await expect(runContext(App, { autoConfigurations: [conditionOn(key)] })).resolves.toBeDefined();
    }
  });

  it('need a prefix', async () => {
    class Plain {}
    @Configuration()
    @EnableConfigurationProperties(Plain)
    class App {}
    const { printed } = await failureOf(App);
    expect(printed).toContain('Plain is no valid bean definition: it is enabled by App, but it declares no prefix.');
  });
});
