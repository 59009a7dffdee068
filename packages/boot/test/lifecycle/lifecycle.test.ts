import {
  ApplicationArguments,
  ApplicationContext,
  type ApplicationEventType,
  ApplicationRunner,
  AutoConfiguration,
  Bean,
  BeanCreationException,
  CommandLineRunner,
  Component,
  Configuration,
  Environment,
  ExitCodeGenerator,
  InjectProvider,
  Lazy,
  type ObjectProvider,
  Order,
  PostConstruct,
  PreDestroy,
  Scope,
} from '@toolwright/boot';
import { IllegalStateException, RecordingLogProvider } from '@toolwright/core';
import { describe, expect, it } from '@jest/globals';
import { failureOf, runContext } from '../runContext.js';

describe('the start', () => {
  it('[BL-01] goes through its steps in order; a failure ends them', async () => {
    class Runner extends ApplicationRunner {
      constructor(readonly action: () => void) {
        super();
      }
      override run(): void {
        this.action();
      }
    }
    const steps: (ApplicationEventType | 'runner')[] = [];
    const listeners = [({ type }: { type: ApplicationEventType }): void => void steps.push(type)];
    @Configuration()
    class App {
      @Bean()
      runner(): ApplicationRunner {
        return new Runner(() => steps.push('runner'));
      }
    }
    const context = await runContext(App, { listeners });
    expect(steps).toEqual([
      'starting',
      'environment-prepared',
      'context-initialized',
      'prepared',
      'refreshed',
      'started',
      'runner',
      'ready',
    ]);
    await context.close();
    expect(steps.at(-1)).toBe('closed');

    steps.length = 0;
    @Configuration()
    class Failing {
      @Bean()
      runner(): ApplicationRunner {
        throw new Error('boom');
      }
    }
    await failureOf(Failing, { listeners });
    expect(steps).toEqual(['starting', 'environment-prepared', 'context-initialized', 'prepared', 'closed', 'failed']);
  });

  it('[BL-02] creates singletons in the order of registration, dependencies first', async () => {
    const made: string[] = [];
    class A {}
    class B {}
    class C {}
    @Configuration()
    class App {
      @Bean()
      a(_c: C): A {
        made.push('a');
        return new A();
      }
      @Bean()
      b(): B {
        made.push('b');
        return new B();
      }
      @Bean()
      c(): C {
        made.push('c');
        return new C();
      }
    }
    await runContext(App);
    expect(made).toEqual(['c', 'a', 'b']);
  });

  it('[BL-03] calls @PostConstruct, then the init method, each awaited; a failure stops it', async () => {
    const log: string[] = [];
    class Base {
      constructor(readonly dependency: Environment) {}
      @PostConstruct()
      async prepare(): Promise<void> {
        await Promise.resolve();
        log.push(`prepared with ${typeof this.dependency}`);
      }
    }
    class Started extends Base {
      async start(): Promise<void> {
        await Promise.resolve();
        log.push('started');
      }
    }
    class User {}
    @Configuration()
    class App {
      @Bean({ init: 'start' })
      started(environment: Environment): Started {
        return new Started(environment);
      }
      @Bean()
      user(_started: Started): User {
        log.push('used');
        return new User();
      }
    }
    await runContext(App);
    expect(log).toEqual(['prepared with object', 'started', 'used']);

    @Component()
    class Failing {
      @PostConstruct()
      async prepare(): Promise<void> {
        throw new Error('no disk');
      }
    }
    @Configuration({ imports: [Failing] })
    class FailingApp {}
    const { failure } = await failureOf(FailingApp);
    expect(failure).toBeInstanceOf(BeanCreationException);
    expect(failure.message).toBe(
      "Error creating bean 'failing' defined by class Failing: initialisation failed: no disk",
    );
  });

  it('[BL-08] calls runners by order with the arguments; their failure fails it and closes the context', async () => {
    const log: unknown[] = [];
    let closed = false;
    @Component()
    @Order(2)
    class Second extends ApplicationRunner {
      override run(args: ApplicationArguments): void {
        log.push('second', args.getOptionValues('mode'), args.nonOptionArgs, args.containsOption('none'));
      }
    }
    @Component()
    @Order(1)
    class First extends CommandLineRunner {
      override async run(...args: string[]): Promise<void> {
        await Promise.resolve();
        log.push('first', args);
      }
    }
    @Configuration({ imports: [Second, First] })
    class App {}
    const args = ['--mode=fast', 'file.md'];
    await runContext(App, { args });
    expect(log).toEqual(['first', args, 'second', ['fast'], ['file.md'], false]);

    @Component()
    class Resource {
      close(): void {
        closed = true;
      }
    }
    @Component()
    class Broken extends ApplicationRunner {
      override run(): void {
        throw new IllegalStateException('nothing to do');
      }
    }
    @Configuration({ imports: [Resource, Broken] })
    class BrokenApp {}
    await expect(runContext(BrokenApp)).rejects.toThrow('nothing to do');
    expect(closed).toBe(true);
  });

  it('[BL-09] creates beans at first use under lazy initialization', async () => {
    const made: string[] = [];
    class Item {
      constructor(readonly name: string) {
        made.push(name);
      }
    }
    @Configuration()
    class App {
      @Bean()
      normal(): Item {
        return new Item('normal');
      }
      @Bean()
      @Lazy(false)
      eager(): Item {
        return new Item('eager');
      }
      @Bean()
      bad(): Date {
        throw new Error('bad bean');
      }
    }
    const context = await runContext(App, { properties: { 'main.lazy-initialization': true } });
    expect(made).toEqual(['eager']);
    expect(context.get(Item, 'normal').name).toBe('normal');
    expect(made).toEqual(['eager', 'normal']);
    expect(() => context.get(Date)).toThrow(BeanCreationException);
  });

  it('leaves out beans marked @Lazy, and says what to do about an asynchronous one', async () => {
    let made = 0;
    class Item {}
    @Configuration()
    class App {
      @Bean({ type: Item })
      @Lazy()
      async item(): Promise<Item> {
        made++;
        return new Item();
      }
    }
    const context = await runContext(App);
    expect(made).toBe(0);
    expect(() => context.get(Item)).toThrow(
      "Bean 'item' is made asynchronously and is not complete yet: inject it directly, or use getAsync",
    );
    const item = await context.getAsync(Item);
    expect(context.get(Item)).toBe(item);
  });
});

describe('closing', () => {
  class Recorded {
    static log: string[] = [];
    constructor(readonly name: string) {}
    close(): void {
      Recorded.log.push(this.name);
    }
  }

  it('[BL-04] calls @PreDestroy, then the close method, dependants first, each once, and goes on after a failure', async () => {
    const log: string[] = [];
    class Resource {
      @PreDestroy()
      async release(): Promise<void> {
        await Promise.resolve();
        log.push('resource: release');
      }
      close(): void {
        log.push('resource: close');
      }
    }
    class User {
      shutdown(): void {
        log.push('user: shutdown');
        throw new Error('cannot');
      }
    }
    class Disposable {
      async [Symbol.asyncDispose](): Promise<void> {
        await Promise.resolve();
        log.push('disposable');
      }
    }
    class Named {
      stop(): void {
        log.push('named: stop');
      }
      close(): void {
        log.push('named: close');
      }
    }
    class Untouched {
      close(): void {
        log.push('untouched');
      }
    }
    const recorder = RecordingLogProvider.install();
    try {
      @Configuration()
      class App {
        @Bean()
        user(_resource: Resource): User {
          return new User();
        }
        @Bean()
        resource(): Resource {
          return new Resource();
        }
        @Bean()
        alias(resource: Resource): object {
          return resource;
        }
        @Bean()
        disposable(): Disposable {
          return new Disposable();
        }
        @Bean({ destroy: 'stop' })
        named(): Named {
          return new Named();
        }
        @Bean({ destroy: false })
        untouched(): Untouched {
          return new Untouched();
        }
      }
      const context = await runContext(App);
      await Promise.all([context.close(), context.close()]);
      expect(log).toEqual(['named: stop', 'disposable', 'user: shutdown', 'resource: release', 'resource: close']);
      expect(recorder.messages('warn')).toEqual([
        "Closing bean 'user' defined by method 'user' in App failed in shutdown()",
      ]);
      expect(() => context.get(Resource)).toThrow('The application context is closed');
    } finally {
      recorder.uninstall();
    }
  });

  it('does not call a close method that takes parameters', async () => {
    let calls = 0;
    class Issues {
      close(_number: number): void {
        calls++;
      }
    }
    @Configuration()
    class App {
      @Bean()
      issues(): Issues {
        return new Issues();
      }
    }
    await (await runContext(App)).close();
    expect(calls).toBe(0);
  });

  it('[BL-05] leaves prototypes and beans that were never created alone', async () => {
    Recorded.log = [];
    @Configuration()
    class App {
      @Bean()
      @Scope('prototype')
      prototype(): Recorded {
        return new Recorded('prototype');
      }
      @Bean()
      @Lazy()
      lazy(): Recorded {
        return new Recorded('lazy');
      }
      @Bean()
      singleton(): Recorded {
        return new Recorded('singleton');
      }
    }
    const context = await runContext(App);
    context.get(Recorded, 'prototype');
    await context.close();
    expect(Recorded.log).toEqual(['singleton']);
  });

  it('[BL-06] closes what exists when the start fails half-way, then rejects', async () => {
    Recorded.log = [];
    @Configuration()
    class App {
      @Bean()
      first(): Recorded {
        return new Recorded('first');
      }
      @Bean({ type: Recorded })
      async second(): Promise<Recorded> {
        return new Recorded('second');
      }
      @Bean()
      bad(): Date {
        throw new Error('bad');
      }
      @Bean()
      never(): Recorded {
        return new Recorded('never');
      }
    }
    const { failure } = await failureOf(App);
    expect(failure).toBeInstanceOf(BeanCreationException);
    expect(Recorded.log).toEqual(['second', 'first']);
  });

  it('closes what was in creation when the context is closed during its own start, which then fails', async () => {
    Recorded.log = [];
    @Configuration()
    class App {
      @Bean()
      first(): Recorded {
        return new Recorded('first');
      }
      @Bean({ type: Recorded })
      async closing(context: ApplicationContext): Promise<Recorded> {
        await context.close();
        return new Recorded('closing');
      }
      @Bean()
      never(): Recorded {
        throw new Error('made after the end');
      }
    }
    const steps: ApplicationEventType[] = [];
    const { failure } = await failureOf(App, { listeners: [({ type }) => void steps.push(type)] });
    expect(failure).toBeInstanceOf(IllegalStateException);
    expect(failure.message).toBe('The application context is closed');
    expect(Recorded.log).toEqual(['first', 'closing']);
    expect(steps.slice(-2)).toEqual(['closed', 'failed']);
  });

  it('is not ready any more when a runner closed the context', async () => {
    @Component()
    class Once extends ApplicationRunner {
      constructor(readonly context: ApplicationContext) {
        super();
      }
      override async run(): Promise<void> {
        await this.context.close();
      }
    }
    @Configuration({ imports: [Once] })
    class App {}
    const steps: ApplicationEventType[] = [];
    await runContext(App, { listeners: [({ type }) => void steps.push(type)] });
    expect(steps.slice(-2)).toEqual(['started', 'closed']);
  });

  it('goes on after a listener fails', async () => {
    const recorder = RecordingLogProvider.install();
    try {
      @Configuration()
      class App {}
      const told: string[] = [];
      const context = await runContext(App, {
        listeners: [
          ({ type }) => {
            if (type === 'closed') throw new Error('listener');
          },
          ({ type }) => void told.push(type),
        ],
      });
      await context.close();
      await context.close();
      expect(told.filter((type) => type === 'closed')).toEqual(['closed']);
      expect(recorder.messages('warn')).toEqual(['A listener failed while the application closed']);
    } finally {
      recorder.uninstall();
    }
  });

  it('reports what is thrown and is no error', async () => {
    @Component()
    class Throwing extends ApplicationRunner {
      override run(): void {
        throw 'just a text';
      }
    }
    @Configuration({ imports: [Throwing] })
    class App {}
    const recorder = RecordingLogProvider.install();
    try {
      const { failure } = await failureOf(App);
      expect(failure).toBeInstanceOf(IllegalStateException);
      expect(failure).toMatchObject({ message: 'It threw just a text', cause: 'just a text' });
      expect(recorder.messages('error')).toEqual(['The application failed to start']);
    } finally {
      recorder.uninstall();
    }
  });

  it('closes the context and gives 1 when an exit code generator fails', async () => {
    Recorded.log = [];
    class Broken extends ExitCodeGenerator {
      override get exitCode(): number {
        throw new Error('no code');
      }
    }
    @Configuration()
    class App {
      @Bean()
      broken(): ExitCodeGenerator {
        return new Broken();
      }
      @Bean()
      resource(): Recorded {
        return new Recorded('resource');
      }
    }
    const recorder = RecordingLogProvider.install();
    try {
      expect(await ApplicationContext.exit(await runContext(App))).toBe(1);
      expect(Recorded.log).toEqual(['resource']);
      expect(recorder.messages('error')).toEqual(['An exit code generator failed']);
    } finally {
      recorder.uninstall();
    }
  });

  it('closes a bean before those that its provider may give', async () => {
    Recorded.log = [];
    class Asking {
      constructor(readonly provider: ObjectProvider<Recorded>) {}
      close(): void {
        Recorded.log.push(`asking, then ${this.provider.stream().length}`);
      }
    }
    @Configuration()
    class App {
      @Bean()
      asking(@InjectProvider(Recorded) provider: ObjectProvider<Recorded>): Asking {
        return new Asking(provider);
      }
      @Bean()
      asked(): Recorded {
        return new Recorded('asked');
      }
    }
    const context = await runContext(App);
    await context.close();
    expect(Recorded.log).toEqual(['asking, then 1', 'asked']);
  });

  it('[BL-10] gives the first exit code that is not 0', async () => {
    class Code extends ExitCodeGenerator {
      constructor(
        readonly exitCode: number,
        readonly order: number,
      ) {
        super();
      }
    }
    @Configuration()
    class App {
      @Bean()
      three(): ExitCodeGenerator {
        return new Code(3, 30);
      }
      @Bean()
      two(): ExitCodeGenerator {
        return new Code(2, 20);
      }
      @Bean()
      zero(): ExitCodeGenerator {
        return new Code(0, 10);
      }
    }
    @AutoConfiguration()
    class Empty {}
    expect(await ApplicationContext.exit(await runContext(App))).toBe(2);
    expect(await ApplicationContext.exit(await runContext(Empty))).toBe(0);
  });

  it('makes the context, the environment and the arguments beans', async () => {
    class Seen {
      constructor(
        readonly context: ApplicationContext,
        readonly environment: Environment,
        readonly args: ApplicationArguments,
      ) {}
    }
    @Configuration()
    class App {
      @Bean()
      seen(context: ApplicationContext, environment: Environment, args: ApplicationArguments): Seen {
        return new Seen(context, environment, args);
      }
    }
    const context = await runContext(App, { args: ['x'] });
    const seen = context.get(Seen);
    expect(seen.context).toBe(context);
    expect(seen.environment).toBe(context.environment);
    expect(seen.args.sourceArgs).toEqual(['x']);
  });
});
