import { describe, expect, it } from '@jest/globals';
import { ApplicationContext, Bean, Configuration, ContextInitializer, Order } from '@toolwright/boot';

const trace: string[] = [];

class Tracing extends ContextInitializer {
  constructor(private readonly label: string) {
    super();
  }

  override async initialize(): Promise<void> {
    await Promise.resolve();
    trace.push(this.label);
    if (this.label === 'broken') throw new Error('no registry');
  }
}

@Configuration()
class Application {
  @Bean()
  service(): object {
    trace.push('service');
    return {};
  }

  @Bean()
  @Order(2)
  second(): Tracing {
    return new Tracing('second');
  }

  @Bean()
  @Order(1)
  first(): Tracing {
    return new Tracing('first');
  }
}

@Configuration()
class Broken {
  @Bean()
  initializer(): Tracing {
    return new Tracing('broken');
  }

  @Bean()
  service(): object {
    trace.push('service');
    return {};
  }
}

const options = { discover: false, logging: false, registerShutdownHook: false, print: () => undefined } as const;

describe('a ContextInitializer', () => {
  it('is called, by order, before any other bean is made', async () => {
    trace.length = 0;
    const context = await ApplicationContext.run(Application, options);
    expect(trace).toEqual(['first', 'second', 'service']);
    await context.close();
  });

  it('stops the start when it fails', async () => {
    trace.length = 0;
    await expect(ApplicationContext.run(Broken, options)).rejects.toThrow('no registry');
    expect(trace).toEqual(['broken']);
  });
});
