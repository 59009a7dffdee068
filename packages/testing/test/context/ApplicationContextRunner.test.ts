import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AutoConfiguration,
  Bean,
  Component,
  ConditionalOnMissingBean,
  ConditionalOnPackage,
  ConditionalOnProperty,
  Configuration,
  type FailureAnalysis,
  FailureAnalyzer,
  NoSuchBeanDefinitionException,
} from '@toolwright/boot';
import { IllegalStateException, LoggerFactory } from '@toolwright/core';
import { ApplicationContextRunner, type AssertableApplicationContext } from '@toolwright/testing';
import { describe, expect, it } from '@jest/globals';

class Greeter {
  closed = 0;
  constructor(readonly text: string) {}
  close(): void {
    this.closed++;
  }
}

@AutoConfiguration()
@ConditionalOnProperty('greeting.enabled', { matchIfMissing: true })
class GreeterAutoConfiguration {
  @Bean()
  @ConditionalOnMissingBean()
  greeter(): Greeter {
    return new Greeter('default');
  }
}

@Configuration()
class OwnGreeter {
  @Bean()
  greeter(): Greeter {
    return new Greeter('own');
  }
}

@Component()
class NeedsGreeter {
  constructor(readonly greeter: Greeter) {}
}

const runner = new ApplicationContextRunner().withAutoConfiguration(GreeterAutoConfiguration);

describe('ApplicationContextRunner', () => {
  it('runs auto-configurations, user configurations, beans and properties, and gives back what the callback returns', async () => {
    expect(await runner.run((context) => context.get(Greeter).text)).toBe('default');
    expect(await runner.withUserConfiguration(OwnGreeter).run((context) => context.get(Greeter).text)).toBe('own');
    const withBean = runner.withBean(Greeter, async () => new Greeter('bean'));
    expect(await withBean.run((context) => [context.get(Greeter).text, context.beanNames.includes('greeter')])).toEqual(
      ['bean', true],
    );
    const two = runner
      .withBean(Greeter, () => new Greeter('a'), 'first')
      .withBean(Greeter, () => new Greeter('b'), 'second');
    expect(await two.run((context) => context.getAll(Greeter).map(({ text }) => text))).toEqual(['a', 'b']);
    expect(await two.run((context) => context.getProvider(Greeter).stream().length)).toBe(2);
    const off = runner.withPropertyValues('greeting.enabled=false');
    expect(await off.run((context) => context.containsBean(Greeter))).toBe(false);
    expect(await off.run((context) => context.conditions().negativeMatches.map(({ source }) => source))).toEqual([
      'GreeterAutoConfiguration',
    ]);
  });

  it('is immutable: a runner that others were made from stays as it is', async () => {
    const off = runner.withPropertyValues({ 'greeting.enabled': false });
    const on = off.withPropertyValues('greeting.enabled=true');
    const named = (own: ApplicationContextRunner): Promise<boolean> =>
      own.run((context) => context.containsBean(Greeter));
    expect([await named(runner), await named(off), await named(on)]).toEqual([true, false, true]);
    expect(off.with((same) => same)).toBe(off);
  });

  it('closes the context when the callback ends, also when it throws', async () => {
    const seen: Greeter[] = [];
    await runner.run(async (context) => {
      seen.push(await context.getAsync(Greeter));
    });
    const failing = runner.run((context) => {
      seen.push(context.get(Greeter));
      throw new Error('the assertion');
    });
    await expect(failing).rejects.toThrow('the assertion');
    expect(seen.map(({ closed }) => closed)).toEqual([1, 1]);
  });

  it('hands a failed start to the callback, with what would have been printed', async () => {
    const failing = new ApplicationContextRunner().withUserConfiguration(NeedsGreeter);
    await failing.run((context) => {
      expect(context.startupFailure).toBeInstanceOf(NoSuchBeanDefinitionException);
      expect(context.output).toContain('APPLICATION FAILED TO START');
      expect(() => context.get(Greeter)).toThrow(IllegalStateException);
      expect(() => context.environment).toThrow("required a bean of type 'Greeter' that could not be found");
    });
    expect(await runner.run((context) => context.startupFailure)).toBeUndefined();
  });

  it('fails with the failure of the start when the callback did not ask for it', async () => {
    const failing = new ApplicationContextRunner().withUserConfiguration(NeedsGreeter);
    await expect(failing.run(() => {})).rejects.toThrow(NoSuchBeanDefinitionException);
  });

  it('sees the variables, arguments, files and packages it is told of, and nothing else of the machine', async () => {
    const key = (name: string) => (context: AssertableApplicationContext) => context.environment.getProperty(name);
    process.env['GREETING_TEXT'] = 'from the machine';
    try {
      expect(await runner.run(key('greeting.text'))).toBeUndefined();
    } finally {
      delete process.env['GREETING_TEXT'];
    }
    expect(await runner.withEnvironmentVariables({ GREETING_TEXT: 'x' }).run(key('greeting.text'))).toBe('x');
    expect(await runner.withArguments('--greeting.text=y').run(key('greeting.text'))).toBe('y');
    const folder = await mkdtemp(join(tmpdir(), 'toolwright-runner-'));
    try {
      await writeFile(join(folder, 'application.properties'), 'greeting.text=z');
      expect(await runner.withConfigFolder(folder).run(key('greeting.text'))).toBe('z');
      await writeFile(join(folder, 'package.json'), '{ "name": "app" }');
      expect(await runner.withDiscoveryFrom(folder).run((context) => context.containsBean(Greeter))).toBe(true);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('starts a context that the caller closes', async () => {
    let greeter: Greeter;
    {
      await using context = await runner.start();
      greeter = context.get(Greeter);
      expect(greeter.closed).toBe(0);
    }
    expect(greeter.closed).toBe(1);
    const failing = new ApplicationContextRunner().withUserConfiguration(NeedsGreeter);
    await expect(failing.start()).rejects.toThrow(NoSuchBeanDefinitionException);
  });

  it('hides packages', async () => {
    @AutoConfiguration()
    @ConditionalOnPackage('inversify')
    class WithInversify {}
    const with_ = new ApplicationContextRunner().withAutoConfiguration(WithInversify);
    const matched = (own: ApplicationContextRunner): Promise<boolean | undefined> =>
      own.run((context) => context.conditions().find('WithInversify')?.matched);
    expect(await matched(with_)).toBe(true);
    expect(await matched(with_.withoutPackages('inversify'))).toBe(false);
  });

  it('touches neither signals nor log provider nor exit code of the process', async () => {
    const before = [process.listenerCount('SIGTERM'), process.listenerCount('SIGINT'), process.exitCode];
    const { provider } = LoggerFactory;
    await runner.run(() => {
      expect([process.listenerCount('SIGTERM'), process.listenerCount('SIGINT'), process.exitCode]).toEqual(before);
      expect(LoggerFactory.provider).toBe(provider);
    });
  });

  it('asks the analyzers that it is given', async () => {
    class Mine extends FailureAnalyzer {
      override analyze(cause: Error): FailureAnalysis {
        return { description: 'mine', action: null, cause };
      }
    }
    const failing = new ApplicationContextRunner().withUserConfiguration(NeedsGreeter).withFailureAnalyzers(new Mine());
    await failing.run((context) => {
      expect(context.startupFailure).toBeDefined();
      expect(context.output).toContain('mine');
    });
  });
});
