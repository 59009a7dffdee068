import {
  ApplicationRunner,
  Bean,
  BootApplication,
  Component,
  describeFailure,
  Inject,
  isBootApplication,
} from '@toolwright/boot';
import { describe, expect, it } from '@jest/globals';
import { runContext } from '../runContext.js';

abstract class Gone {}

class Till {}

const made: string[] = [];

@Component()
class Greeter extends ApplicationRunner {
  override run(): void {
    made.push('run');
  }
}

@BootApplication({ components: [Greeter] })
class Application {
  @Bean({ type: Till })
  async till(): Promise<Till> {
    await Promise.resolve();
    made.push('till');
    return new Till();
  }

  @Bean()
  broken(@Inject(Gone) _gone: Gone): Date {
    return new Date();
  }
}

describe('looking at an application without running it', () => {
  it('registers beans, makes none and calls no runner', async () => {
    const events: string[] = [];
    const listeners = [({ type }: { readonly type: string }) => void events.push(type)];
    const context = await runContext(Application, { inspect: true, listeners });
    expect(events).toEqual(['starting', 'environment-prepared', 'context-initialized', 'prepared']);
    expect(context.beanNames).toContain('broken');
    expect(made).toEqual([]);
    expect(context.getType('till')).toBe(Till);
    expect(context.getType('gone')).toBeUndefined();
    expect(context.beanNamesForType(ApplicationRunner)).toEqual(['greeter']);
    await expect(context.getAsync('till')).resolves.toBeInstanceOf(Till);
    await expect(context.getAsync(Till)).resolves.toBeInstanceOf(Till);
    expect(made).toEqual(['till']);
    await context.close();
    expect(made).toEqual(['till']);
  });

  it('explains what is wrong only when it is asked for', async () => {
    const context = await runContext(Application, { inspect: true });
    const failure = await context.getAsync('broken').catch((error: unknown) => error as Error);
    const text = describeFailure(failure as Error, [], context.environment);
    expect(text).toContain("Parameter 0 of method broken in Application required a bean of type 'Gone'");
    expect(describeFailure(new Error('else'))).toBeNull();
    await context.close();
  });

  it('knows the class that an application is run with', () => {
    expect(isBootApplication(Application)).toBe(true);
    expect(isBootApplication(Till)).toBe(false);
    expect(isBootApplication('Application')).toBe(false);
  });
});
