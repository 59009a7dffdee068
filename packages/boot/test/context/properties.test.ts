import {
  AutoConfiguration,
  Bean,
  BootApplication,
  ConditionalOnProperty,
  Configuration,
  ConfigurationProperties,
  EnableConfigurationProperties,
  PropertyBindingException,
} from '@toolwright/boot';
import { RecordingLogProvider } from '@toolwright/core';
import { describe, expect, it } from '@jest/globals';
import { IsInt, IsString } from 'class-validator';
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

  it('need a prefix', async () => {
    class Plain {}
    @Configuration()
    @EnableConfigurationProperties(Plain)
    class App {}
    const { printed } = await failureOf(App);
    expect(printed).toContain('Plain is no valid bean definition: it is enabled by App, but it declares no prefix.');
  });
});
