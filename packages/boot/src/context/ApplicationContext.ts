import { type AbstractClassType, type ClassType, IllegalStateException, LoggerFactory } from '@toolwright/core';
import type { BeanDefinition } from '../bean/BeanDefinition.js';
import { BeanDefinitionRegistry } from '../bean/BeanDefinitionRegistry.js';
import { createInstanceDefinition } from '../bean/createBeanDefinition.js';
import type { SuppressedBean } from '../bean/SuppressedBean.js';
import { ConditionEvaluationReport } from '../condition/ConditionEvaluationReport.js';
import { formatConditionReport } from '../condition/formatConditionReport.js';
import { FailureAnalyzer } from '../diagnostics/FailureAnalyzer.js';
import { reportFailure } from '../diagnostics/reportFailure.js';
import { booleanOf } from '../env/booleanOf.js';
import { Environment } from '../env/Environment.js';
import { prepareEnvironment } from '../env/prepareEnvironment.js';
import { BeanFactory } from '../injection/BeanFactory.js';
import { collectBeans } from '../injection/collectBeans.js';
import { DefaultObjectProvider } from '../injection/DefaultObjectProvider.js';
import type { InjectionPoint } from '../injection/InjectionPoint.js';
import type { ObjectProvider } from '../injection/ObjectProvider.js';
import type { ApplicationEventType } from '../lifecycle/ApplicationEvent.js';
import { closeBeans } from '../lifecycle/closeBeans.js';
import { ExitCodeGenerator } from '../lifecycle/ExitCodeGenerator.js';
import { ShutdownHook } from '../lifecycle/ShutdownHook.js';
import { installLogging, type LoggingHandle } from '../logging/installLogging.js';
import { bindProperties } from '../properties/bindProperties.js';
import { ApplicationArguments } from './ApplicationArguments.js';
import { ApplicationRunner } from './ApplicationRunner.js';
import type { BeanDescription } from './BeanDescription.js';
import { CommandLineRunner } from './CommandLineRunner.js';
import { ContextInitializer } from './ContextInitializer.js';
import { type BeanExplanation, explainBean } from './explainBean.js';
import { MainProperties } from './MainProperties.js';
import { type KnownKeys, registerBeans } from './registerBeans.js';
import type { RunOptions } from './RunOptions.js';

const logger = LoggerFactory.getLogger('toolwright.boot.context');

/** The beans of one running application. */
export class ApplicationContext {
  /** The configuration of the application. */
  readonly environment: Environment;
  readonly #options: RunOptions;
  readonly #main: MainProperties;
  readonly #registry: BeanDefinitionRegistry;
  readonly #report = new ConditionEvaluationReport();
  readonly #suppressed: SuppressedBean[] = [];
  readonly #factory: BeanFactory;
  readonly #shutdownHook: ShutdownHook;
  readonly #logging: LoggingHandle | undefined;
  #knownKeys: KnownKeys = { propertiesClasses: [], otherKeys: [] };
  #closing: Promise<void> | undefined;

  /** @internal Use {@link run}; public so that the class can be asked for as a bean. */
  constructor(environment: Environment, options: RunOptions, main: MainProperties, logging: LoggingHandle | undefined) {
    this.environment = environment;
    this.#options = options;
    this.#main = main;
    this.#logging = logging;
    this.#registry = new BeanDefinitionRegistry(main.allowBeanDefinitionOverriding);
    this.#factory = new BeanFactory(this.#registry, () => this.#suppressed);
    this.#shutdownHook = new ShutdownHook(() => this.close(), main.shutdownTimeout);
  }

  /**
   * Starts an application: reads its configuration, registers and creates its beans, and calls its runners.
   *
   * @param application a class with `@BootApplication` or `@Configuration`
   * @returns the context, when all runners have ended; with `inspect`, when all beans are registered
   * @throws the failure of the start, a typed exception, after its analysis was printed and what was created is closed
   */
  static async run(application: AbstractClassType, options: RunOptions = {}): Promise<ApplicationContext> {
    let context: ApplicationContext | undefined;
    let environment: Environment | undefined;
    let logging: LoggingHandle | undefined;
    const emit = async (type: ApplicationEventType, error?: unknown): Promise<void> => {
      for (const listener of options.listeners ?? []) await listener({ type, environment, context, error });
    };
    try {
      await emit('starting');
      environment = await prepareEnvironment(options);
      logging = options.logging === false ? undefined : await installLogging(environment);
      await emit('environment-prepared');
      context = new ApplicationContext(
        environment,
        options,
        await bindProperties(environment, MainProperties),
        logging,
      );
      await emit('context-initialized');
      await context.#register(application);
      await emit('prepared');
      if (options.inspect === true) return context;
      await context.#refresh();
      await emit('refreshed');
      await emit('started');
      await context.#callRunners();
      if (!context.#closing) await emit('ready');
      return context;
    } catch (thrown) {
      const failure =
        thrown instanceof Error ? thrown : new IllegalStateException(`It threw ${String(thrown)}`, { cause: thrown });
      const beans = context ? await context.#failureAnalyzers() : [];
      const analyzers = [...(options.failureAnalyzers ?? []), ...beans];
      reportFailure(failure, analyzers, printOf(options), environment);
      try {
        if (context) await context.#closeAll();
        else logging?.restore();
        await emit('failed', failure);
      } catch (err) {
        logger.warn('Cleaning up after a failed start failed', { err });
      }
      throw failure;
    }
  }

  /**
   * Closes a context and tells what the process should exit with: the first exit code of an `ExitCodeGenerator`, by
   * order, that is not 0; 1 if one of them fails, which is logged.
   */
  static async exit(context: ApplicationContext): Promise<number> {
    try {
      const generators = await context.#all(ExitCodeGenerator);
      return generators.map((generator) => generator.exitCode).find((code) => code !== 0) ?? 0;
    } catch (err) {
      logger.error('An exit code generator failed', { err });
      return 1;
    } finally {
      await context.close();
    }
  }

  /**
   * The bean of a type, or of a name.
   *
   * @param qualifier the name or qualifier of the bean, where there are several of the type
   * @throws {NoSuchBeanDefinitionException} if there is none
   * @throws {NoUniqueBeanDefinitionException} if there are several and none is preferred
   * @throws {IllegalStateException} if the context is closed, or the bean is made asynchronously and not complete yet
   */
  get<T>(type: AbstractClassType<T>, qualifier?: string): T;
  get(name: string): unknown;
  get(what: AbstractClassType | string, qualifier?: string): unknown {
    return this.#factory.get(this.#find(what, qualifier));
  }

  /** Like {@link get}, and waits for a bean that is made asynchronously. */
  getAsync<T>(type: AbstractClassType<T>, qualifier?: string): Promise<T>;
  getAsync(name: string): Promise<unknown>;
  async getAsync(what: AbstractClassType | string, qualifier?: string): Promise<unknown> {
    return await this.#factory.getAsync(this.#find(what, qualifier));
  }

  /** All beans of a type, by order, then by registration. */
  getAll<T>(type: AbstractClassType<T>): readonly T[] {
    return this.getProvider(type).orderedStream();
  }

  /** The beans of a type, asked for later. */
  getProvider<T>(type: AbstractClassType<T>): ObjectProvider<T> {
    this.#requireOpen();
    return new DefaultObjectProvider<T>(this.#factory, point('provider', type));
  }

  /** Whether there is a bean of the type or name, created or not. */
  containsBean(what: AbstractClassType | string): boolean {
    return typeof what === 'string' ? this.#registry.get(what) !== undefined : this.#registry.ofType(what).length > 0;
  }

  /** The declared type of a bean; undefined if there is no bean of that name, or if its declaration says nothing. */
  getType(name: string): AbstractClassType | undefined {
    return this.#registry.get(name)?.declaredType;
  }

  /** Names of the beans of a type and of lists of it, created or not, in the order of registration. */
  beanNamesForType(type: AbstractClassType): readonly string[] {
    return this.#registry.contributors(type).map(({ name }) => name);
  }

  /** Names of all beans, in the order of registration. */
  get beanNames(): readonly string[] {
    return this.#registry.definitions.map(({ name }) => name);
  }

  /** All beans as data, in the order of registration, with what each one needs. */
  beans(): readonly BeanDescription[] {
    return this.#registry.definitions.map((definition) => {
      const { name, declaredType, scope, role, description, primary } = definition;
      const dependencies = this.#factory
        .dependencies(definition)
        .flatMap(({ point, definitions }) => definitions.map((needed) => ({ name: needed.name, kind: point.kind })));
      return { name, type: declaredType?.name ?? null, scope, role, description, primary, dependencies };
    });
  }

  /** What conditions and exclusions decided. */
  conditions(): ConditionEvaluationReport {
    return this.#report;
  }

  /**
   * Why a bean is there, or is not, in at most ten lines and as data (BH-03).
   *
   * @param what a class, or the name of a bean, of a class or of an auto-configuration
   */
  explainBean(what: AbstractClassType | string): BeanExplanation {
    return explainBean(what, this.#registry, this.#report, this.#suppressed);
  }

  /** The properties classes of the container and of every configuration, whether or not its conditions match. */
  get propertiesClasses(): readonly ClassType<object>[] {
    return this.#knownKeys.propertiesClasses;
  }

  /** Keys that conditions and the container itself read, in addition to those of {@link propertiesClasses}. */
  get otherKeys(): readonly string[] {
    return this.#knownKeys.otherKeys;
  }

  /**
   * Closes all singletons, those that need others before these, otherwise in the reverse order of creation. A failure
   * is logged and the rest is still closed. Further calls wait for the first one.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #register(application: AbstractClassType): Promise<void> {
    const { environment } = this;
    const args = new ApplicationArguments(this.#options.args ?? []);
    const own: readonly [string, AbstractClassType, unknown][] = [
      ['applicationContext', ApplicationContext, this],
      ['environment', Environment, environment],
      ['applicationArguments', ApplicationArguments, args],
    ];
    for (const [name, type, instance] of own) {
      this.#registry.register(createInstanceDefinition(name, type, () => instance, 'made by the container'));
    }
    const suppressed = this.#suppressed;
    try {
      this.#knownKeys = await registerBeans(application, this.#options, {
        environment,
        registry: this.#registry,
        report: this.#report,
        suppressed,
      });
    } finally {
      const debug = environment.getProperty('debug');
      if (debug !== undefined && booleanOf(debug) !== false)
        printOf(this.#options)(formatConditionReport(this.#report));
    }
    for (const warning of this.#report.warnings) logger.warn(warning);
  }

  async #refresh(): Promise<void> {
    if (this.#options.registerShutdownHook !== false) this.#shutdownHook.register();
    for (const initializer of await this.#all(ContextInitializer)) await initializer.initialize();
    const lazyByDefault = this.#main.lazyInitialization;
    await this.#factory.createSingletons(
      ({ lazy }) => lazy ?? lazyByDefault,
      () => {
        this.#requireOpen();
      },
    );
  }

  async #callRunners(): Promise<void> {
    const args = this.get(ApplicationArguments);
    for (const runner of await this.#all<ApplicationRunner | CommandLineRunner>(ApplicationRunner, CommandLineRunner)) {
      if (runner instanceof CommandLineRunner) await runner.run(...args.sourceArgs);
      else await runner.run(args);
    }
  }

  /** The beans of the given types, complete, in one order. */
  async #all<T>(...types: readonly AbstractClassType<T>[]): Promise<readonly T[]> {
    const wanted = new Set(types.flatMap((type) => this.#registry.contributors(type)));
    const definitions = this.#registry.definitions.filter((definition) => wanted.has(definition));
    const values: unknown[] = [];
    for (const definition of definitions) values.push(await this.#factory.getAsync(definition));
    return collectBeans(definitions, values, undefined, true) as readonly T[];
  }

  /** Analyzers that are beans, as far as they can be made. */
  async #failureAnalyzers(): Promise<readonly FailureAnalyzer[]> {
    const definitions: BeanDefinition[] = [];
    const values: unknown[] = [];
    for (const definition of this.#registry.contributors(FailureAnalyzer)) {
      try {
        values.push(await this.#factory.getAsync(definition));
        definitions.push(definition);
      } catch (err) {
        logger.debug(`The failure analyzer '${definition.name}' cannot be made`, { err });
      }
    }
    return collectBeans(definitions, values, FailureAnalyzer, true) as readonly FailureAnalyzer[];
  }

  #find(what: AbstractClassType | string, qualifier?: string): BeanDefinition {
    this.#requireOpen();
    const named = typeof what === 'string' ? this.#registry.get(what) : undefined;
    if (named) return named;
    const wanted = typeof what === 'string' ? point('single', undefined, what) : point('single', what, qualifier);
    return this.#factory.resolve(wanted).definitions[0] as BeanDefinition;
  }

  #requireOpen(): void {
    if (this.#closing) throw new IllegalStateException('The application context is closed');
  }

  async #close(): Promise<void> {
    this.#shutdownHook.unregister();
    await closeBeans(this.#factory.takeCreated());
    const { environment } = this;
    for (const listener of this.#options.listeners ?? []) {
      try {
        await listener({ type: 'closed', environment, context: this });
      } catch (err) {
        logger.warn('A listener failed while the application closed', { err });
      }
    }
    this.#logging?.restore();
  }

  /** Closes the context, and the beans that were in creation when it was closed during its own start. */
  async #closeAll(): Promise<void> {
    await this.close();
    await closeBeans(this.#factory.takeCreated());
  }
}

function point(kind: InjectionPoint['kind'], type: AbstractClassType | undefined, qualifier?: string): InjectionPoint {
  return { kind, type, qualifier, optional: false, consumer: 'The application context' };
}

function printOf({ output }: RunOptions): (text: string) => void {
  return output ?? ((text) => process.stderr.write(text));
}
