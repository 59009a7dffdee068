import {
  ApplicationContext,
  Bean,
  BootApplication,
  Configuration,
  type FailureAnalyzer,
  PackageLookup,
  type RunOptions,
} from '@toolwright/boot';
import type { AbstractClassType, ClassType, MaybePromise } from '@toolwright/core';
import { AssertableApplicationContext } from './AssertableApplicationContext.js';

/** A bean that a test puts into the context. */
interface TestBean {
  readonly name: string;
  readonly type: AbstractClassType;
  readonly create: () => unknown;
}

/** What a context is made of. */
interface Parts {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly variables: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  readonly configurations: readonly AbstractClassType[];
  readonly autoConfigurations: readonly AbstractClassType[];
  readonly beans: readonly TestBean[];
  readonly failureAnalyzers: readonly FailureAnalyzer[];
  readonly config: string | null;
  readonly root: string | undefined;
  readonly hiddenPackages: readonly string[];
}

/**
 * Starts contexts for tests. It is immutable: every `with…` method gives a new runner, so a runner that several tests
 * share stays as it is.
 *
 * A context reads no files, no environment variables and no announcements of installed packages, and touches neither
 * signals, exit code, log provider nor standard streams of the process, unless a method of the runner asks for it. It is
 * closed when the callback of {@link run} ends.
 */
export class ApplicationContextRunner {
  #parts: Parts = {
    properties: {},
    variables: {},
    args: [],
    configurations: [],
    autoConfigurations: [],
    beans: [],
    failureAnalyzers: [],
    config: null,
    root: undefined,
    hiddenPackages: [],
  };

  /**
   * Adds properties: `'key=value'` texts, or an object of them. A key that was set before is replaced; its old value does
   * not stay as a shadowed one.
   */
  withPropertyValues(...values: readonly (string | Readonly<Record<string, unknown>>)[]): ApplicationContextRunner {
    const properties = Object.assign({}, this.#parts.properties, ...values.map(propertiesOf)) as Parts['properties'];
    return this.#with({ properties });
  }

  /** Adds variables of the environment, the only ones that the context sees. */
  withEnvironmentVariables(variables: Readonly<Record<string, string>>): ApplicationContextRunner {
    return this.#with({ variables: { ...this.#parts.variables, ...variables } });
  }

  /** Adds arguments of the command line. */
  withArguments(...args: readonly string[]): ApplicationContextRunner {
    return this.#with({ args: [...this.#parts.args, ...args] });
  }

  /** Adds components and configurations of the application, registered in this order, before auto-configurations. */
  withUserConfiguration(...configurations: readonly AbstractClassType[]): ApplicationContextRunner {
    return this.#with({ configurations: [...this.#parts.configurations, ...configurations] });
  }

  /** Adds auto-configurations; their order is the one that they declare. */
  withAutoConfiguration(...autoConfigurations: readonly AbstractClassType[]): ApplicationContextRunner {
    return this.#with({ autoConfigurations: [...this.#parts.autoConfigurations, ...autoConfigurations] });
  }

  /**
   * Adds a bean of the application, registered after {@link withUserConfiguration} and before auto-configurations.
   *
   * @param create makes the bean, once per context
   * @param name default: the name of the class with a small first letter
   */
  withBean<T extends object>(
    type: AbstractClassType<T>,
    create: () => MaybePromise<T>,
    name: string = decapitalise(type.name),
  ): ApplicationContextRunner {
    return this.#with({ beans: [...this.#parts.beans, { name, type, create }] });
  }

  /** Adds analyzers that are asked before the built-in ones when the start fails. */
  withFailureAnalyzers(...analyzers: readonly FailureAnalyzer[]): ApplicationContextRunner {
    return this.#with({ failureAnalyzers: [...this.#parts.failureAnalyzers, ...analyzers] });
  }

  /** Reads the configuration files of `folder`, as an application there would. */
  withConfigFolder(folder: string): ApplicationContextRunner {
    return this.#with({ config: folder });
  }

  /** Looks up installed packages from `folder`, and loads the auto-configurations that its dependencies announce. */
  withDiscoveryFrom(folder: string): ApplicationContextRunner {
    return this.#with({ root: folder });
  }

  /** Makes installed packages look as if they were not, for `@ConditionalOnPackage` and discovery. */
  withoutPackages(...names: readonly string[]): ApplicationContextRunner {
    return this.#with({ hiddenPackages: [...this.#parts.hiddenPackages, ...names] });
  }

  /** What `customize` makes of this runner: a way to name a group of settings. */
  with(customize: (runner: ApplicationContextRunner) => ApplicationContextRunner): ApplicationContextRunner {
    return customize(this);
  }

  /**
   * Starts a context, gives it to `use`, and closes it, also when `use` throws. A failed start is given to `use` too: see
   * {@link AssertableApplicationContext.startupFailure}.
   *
   * @returns what `use` returns
   * @throws the failure of the start, if `use` did not ask for it
   */
  async run<T>(use: (context: AssertableApplicationContext) => MaybePromise<T>): Promise<T> {
    let output = '';
    let context: ApplicationContext;
    try {
      context = await ApplicationContext.run(
        this.#application(),
        this.#options((text) => (output += text)),
      );
    } catch (failure) {
      const failed = AssertableApplicationContext.failed(failure, output);
      const result = await use(failed);
      if (!failed.failureSeen) throw failure;
      return result;
    }
    try {
      return await use(AssertableApplicationContext.started(context, () => output));
    } finally {
      await context.close();
    }
  }

  /**
   * Starts a context that the caller closes, by `await using` or after several tests that share it.
   *
   * @throws the failure of the start
   */
  async start(): Promise<ApplicationContext> {
    return await ApplicationContext.run(
      this.#application(),
      this.#options(() => {}),
    );
  }

  #with(change: Partial<Parts>): ApplicationContextRunner {
    const copy = new ApplicationContextRunner();
    copy.#parts = { ...this.#parts, ...change };
    return copy;
  }

  #application(): ClassType {
    const { configurations, autoConfigurations, beans } = this.#parts;
    const imports = beans.length > 0 ? [...configurations, configurationOf(beans)] : [...configurations];
    class TestApplication {}
    BootApplication({ imports, autoConfigurations: [...autoConfigurations] })(TestApplication);
    return TestApplication;
  }

  #options(output: (text: string) => void): RunOptions {
    const { args, variables, config, properties, root, failureAnalyzers, hiddenPackages } = this.#parts;
    return {
      args,
      env: variables,
      config,
      properties,
      discover: root !== undefined,
      registerShutdownHook: false,
      logging: false,
      failureAnalyzers,
      output,
      ...(root === undefined ? {} : { root }),
      ...(hiddenPackages.length === 0 ? {} : { packages: new PackagesWithout(root ?? process.cwd(), hiddenPackages) }),
    };
  }
}

/** Finds what is installed, except some packages. */
class PackagesWithout extends PackageLookup {
  readonly #hidden: ReadonlySet<string>;

  constructor(root: string, hidden: readonly string[]) {
    super(root);
    this.#hidden = new Set(hidden);
  }

  override folderOf(name: string, dependant?: string): string | undefined {
    return this.#hidden.has(name) ? undefined : super.folderOf(name, dependant);
  }
}

/** A configuration with one `@Bean` method per bean. */
function configurationOf(beans: readonly TestBean[]): ClassType {
  class TestBeans {}
  Configuration()(TestBeans);
  const prototype = TestBeans.prototype;
  for (const { name, type, create } of beans) {
    const descriptor: PropertyDescriptor = { value: create, configurable: true, writable: true };
    Object.defineProperty(prototype, name, descriptor);
    Bean({ name, type })(prototype, name, descriptor);
  }
  return TestBeans;
}

function propertiesOf(values: string | Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (typeof values !== 'string') return values;
  const separator = values.indexOf('=');
  return separator < 0 ? { [values]: '' } : { [values.slice(0, separator)]: values.slice(separator + 1) };
}

function decapitalise(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
