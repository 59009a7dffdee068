import type { AbstractClassType, ClassType } from '@toolwright/core';
import { AUTO_CONFIGURATION } from '../autoconfigure/AutoConfiguration.js';
import { ENABLED_PROPERTIES } from '../autoconfigure/EnableConfigurationProperties.js';
import type { BeanDefinition } from '../bean/BeanDefinition.js';
import { BeanDefinitionRegistry } from '../bean/BeanDefinitionRegistry.js';
import { classHierarchy } from '../bean/classHierarchy.js';
import { COMPONENT } from '../bean/Component.js';
import { CONFIGURATION } from '../bean/Configuration.js';
import {
  createClassDefinition,
  createInstanceDefinition,
  createMethodDefinition,
} from '../bean/createBeanDefinition.js';
import { declaredBeanType } from '../bean/declaredBeanType.js';
import { InvalidBeanDefinitionException } from '../bean/InvalidBeanDefinitionException.js';
import { type DeclaredBeanMethod, readBeanMethods } from '../bean/readBeanMethods.js';
import type { SuppressedBean, Suppression } from '../bean/SuppressedBean.js';
import type { ConditionEvaluationReport } from '../condition/ConditionEvaluationReport.js';
import type { ConditionEvaluator, ConditionTarget, FailedCondition } from '../condition/ConditionEvaluator.js';
import { describeOrigin } from '../env/Origin.js';
import { configurationPropertiesOf } from '../properties/ConfigurationProperties.js';

/** Where the values of properties classes come from. @internal */
export interface PropertiesSource {
  /** The instance of an enabled class; asked after all definitions are registered. */
  instanceOf(type: ClassType<object>): object;
  /** Sets the fields of an object that a bean method made. */
  bindTo(target: object, prefix: string): Promise<void>;
}

/** Turns classes into bean definitions, as far as their conditions allow. @internal */
export class ConfigurationReader {
  readonly #registry: BeanDefinitionRegistry;
  readonly #evaluator: ConditionEvaluator;
  readonly #report: ConditionEvaluationReport;
  readonly #properties: PropertiesSource;
  readonly #seen = new Set<AbstractClassType>();
  readonly #suppressed: SuppressedBean[] = [];
  readonly #enabledProperties = new Set<ClassType<object>>();
  readonly #knownProperties = new Set<ClassType<object>>();
  readonly #suppressedClasses = new Set<AbstractClassType>();
  /** What conditions of the application kept out, although a bean registered later may satisfy them. */
  readonly #leftOut: { readonly on: ConditionTarget; readonly source: string }[] = [];
  /** What conditions of the application let in, although a bean registered later may keep it out. */
  readonly #letIn: { readonly on: ConditionTarget; readonly source: string }[] = [];

  constructor(
    registry: BeanDefinitionRegistry,
    evaluator: ConditionEvaluator,
    report: ConditionEvaluationReport,
    properties: PropertiesSource,
  ) {
    this.#registry = registry;
    this.#evaluator = evaluator;
    this.#report = report;
    this.#properties = properties;
  }

  /** What was declared but kept out. */
  get suppressed(): readonly SuppressedBean[] {
    return this.#suppressed;
  }

  /** The properties classes of configurations that matched. */
  get enabledProperties(): readonly ClassType<object>[] {
    return [...this.#enabledProperties];
  }

  /** The properties classes of all configurations, whether or not they matched. */
  get knownProperties(): readonly ClassType<object>[] {
    return [...this.#knownProperties];
  }

  /** Whether `name` is a class that was read. */
  knowsClass(name: string): boolean {
    return [...this.#seen].some((type) => type.name === name);
  }

  /**
   * Registers a configuration or component and what belongs to it; a class that was read before is left out.
   *
   * @throws {InvalidBeanDefinitionException} if the class carries neither decorator
   */
  register(type: AbstractClassType, role: BeanDefinition['role'], outer?: string): void {
    if (this.#seen.has(type)) return;
    this.#seen.add(type);
    const configuration = CONFIGURATION.own(type);
    const component = COMPONENT.own(type);
    if (!configuration && !component) {
      throw new InvalidBeanDefinitionException(
        type.name,
        'it is registered, but it is neither a component nor a configuration',
        'Decorate it with @Component() or @Configuration().',
      );
    }
    const label = labelOf(type, outer);
    const on: ConditionTarget = { target: type, className: label, beanType: component ? type : undefined };
    if (AUTO_CONFIGURATION.own(type) && !this.#evaluator.hasConditions(on)) this.#report.recordUnconditional(label);
    const failed = this.#evaluate(on, role);
    if (failed !== undefined) {
      this.suppress(type, suppressionBy(failed), outer);
      return;
    }
    for (const nested of nestedConfigurations(type)) this.register(nested, role, label);
    for (const imported of configuration?.imports ?? []) this.register(imported, role);
    for (const properties of ENABLED_PROPERTIES.own(type) ?? []) this.#enableProperties(properties, label);
    const name = configuration?.name ?? component?.name ?? decapitalise(label);
    const owner = createClassDefinition(type, name, label, role);
    this.#registry.register(owner);
    for (const beanMethod of readBeanMethods(type)) this.#registerMethod(owner, beanMethod);
  }

  /** Notes what a class would have registered, and why it did not. */
  suppress(type: AbstractClassType, why: Suppression, outer?: string): void {
    if (this.#suppressedClasses.has(type)) return;
    this.#suppressedClasses.add(type);
    const label = labelOf(type, outer);
    for (const properties of ENABLED_PROPERTIES.own(type) ?? []) this.#knownProperties.add(properties);
    this.#suppressed.push({
      name: CONFIGURATION.own(type)?.name ?? COMPONENT.own(type)?.name ?? decapitalise(label),
      types: classHierarchy(type),
      source: sourceOf({ className: label }),
      ...why,
    });
    for (const beanMethod of readBeanMethods(type)) {
      this.#evaluator.noteUnasked({ ...conditionTarget(beanMethod, label), beanType: undefined });
      this.#suppressMethod(beanMethod, label, why);
    }
    for (const nested of nestedConfigurations(type)) this.#suppressDescendant(nested, label, why, label);
    for (const imported of CONFIGURATION.own(type)?.imports ?? []) {
      if (!this.#seen.has(imported)) this.#suppressDescendant(imported, label, why, undefined);
    }
  }

  /**
   * Warns of beans of the application whose conditions would have been answered otherwise after a bean that was registered
   * later (BH-12). For beans that were let in only the application's own beans count: defaults yield to them.
   */
  warnOfOrder(): void {
    for (const { on, source } of this.#leftOut) {
      if (!this.#evaluator.wouldMatch(on)) continue;
      this.#report.recordWarning(
        `${source} was left out, although a bean that its condition asks for is registered later: declare that bean ` +
          'first, or move the conditional one into an auto-configuration',
      );
    }
    for (const { on, source } of this.#letIn) {
      if (this.#evaluator.wouldMatch(on, this.#applicationWithout(on))) continue;
      this.#report.recordWarning(
        `${source} was registered, although a bean that its condition looks for is registered later: declare that bean ` +
          'first, or move the conditional one into an auto-configuration',
      );
    }
  }

  /** The beans of the application, except the one that a class or method defines. */
  #applicationWithout({ className, method }: ConditionTarget): BeanDefinitionRegistry {
    const others = new BeanDefinitionRegistry(true);
    const own =
      method === undefined ? `defined by class ${className}` : `defined by method '${method}' in ${className}`;
    for (const definition of this.#registry.definitions) {
      if (definition.role !== 'auto-configuration' && definition.description !== own) others.register(definition);
    }
    return others;
  }

  #registerMethod(owner: BeanDefinition, beanMethod: DeclaredBeanMethod): void {
    const label = owner.definedIn;
    const target = conditionTarget(beanMethod, label);
    const { type } = declaredBeanType(
      target.target,
      beanMethod.method,
      beanMethod.options,
      `${label}.${beanMethod.method}`,
    );
    const failed = this.#evaluate({ ...target, beanType: type }, owner.role);
    if (failed !== undefined) {
      this.#suppressMethod(beanMethod, label, suppressionBy(failed));
      return;
    }
    const definition = createMethodDefinition(owner, beanMethod);
    const prefix = configurationPropertiesOf(target.target, beanMethod.method)?.prefix;
    this.#registry.register(prefix === undefined ? definition : this.#filled(definition, prefix));
  }

  /** The definition with a factory that sets the properties of what it makes (spec BP-23). */
  #filled(definition: BeanDefinition, prefix: string): BeanDefinition {
    const create = async (args: readonly unknown[]): Promise<unknown> => {
      const instance = await definition.create(args);
      if (typeof instance === 'object' && instance !== null) await this.#properties.bindTo(instance, prefix);
      return instance;
    };
    return { ...definition, create };
  }

  #enableProperties(properties: ClassType<object>, enabledBy: string): void {
    this.#knownProperties.add(properties);
    if (this.#enabledProperties.has(properties)) return;
    this.#enabledProperties.add(properties);
    const recorded = configurationPropertiesOf(properties);
    if (!recorded) {
      throw new InvalidBeanDefinitionException(
        properties.name,
        `it is enabled by ${enabledBy}, but it declares no prefix`,
        "Decorate it with @ConfigurationProperties('prefix').",
      );
    }
    const create = (): object => this.#properties.instanceOf(properties);
    const name = `${recorded.prefix}-${properties.name}`;
    const description = `defined by @EnableConfigurationProperties on ${enabledBy}`;
    this.#registry.register(createInstanceDefinition(name, properties, create, description));
  }

  #evaluate(on: ConditionTarget, role: BeanDefinition['role']): FailedCondition | undefined {
    const failed = this.#evaluator.evaluate(on);
    const source = sourceOf(on);
    if (role === 'application') {
      if (failed) this.#leftOut.push({ on, source });
      else if (this.#evaluator.dependsOnBeans(on)) this.#letIn.push({ on, source });
    }
    if (failed && failed.missingPackages.length > 0) this.#warnOfMissingPackages(on, source, failed);
    return failed;
  }

  /** Warns if the configuration asks for something that is left out only because a package is not installed. */
  #warnOfMissingPackages(on: ConditionTarget, source: string, { missingPackages }: FailedCondition): void {
    const [asked] = this.#evaluator.requestingProperties(on);
    if (!asked) return;
    const at = asked.origin === null ? '' : ` (${describeOrigin(asked.origin)})`;
    const packages = missingPackages.map(({ name }) => `'${name}'`).join(', ');
    const install = [...new Set(missingPackages.map((missing) => missing.install))].join(' ');
    this.#report.recordWarning(
      `${source} was left out, although '${asked.key}=${asked.value ?? ''}'${at} asks for it: ` +
        `${missingPackages.length === 1 ? 'package' : 'packages'} ${packages} not installed. Run: npm install ${install}`,
    );
  }

  #suppressMethod({ target, method, options }: DeclaredBeanMethod, label: string, why: Suppression): void {
    const recorded: unknown = options.type ?? Reflect.getOwnMetadata('design:returntype', target, method);
    this.#suppressed.push({
      name: options.name ?? method,
      types: typeof recorded === 'function' ? classHierarchy(recorded as AbstractClassType) : [],
      source: sourceOf({ className: label, method }),
      ...why,
    });
  }

  #suppressDescendant(type: AbstractClassType, ancestor: string, why: Suppression, outer: string | undefined): void {
    const label = labelOf(type, outer);
    this.#report.recordEvaluation(label, undefined, [
      {
        condition: 'ConditionEvaluationReport.AncestorsMatchedCondition',
        matched: false,
        message: `Ancestor ${ancestor} did not match`,
        properties: [],
        missingPackages: [],
      },
    ]);
    this.suppress(type, why, outer);
  }
}

function suppressionBy({ message, properties, missingPackages, missingBeanTypes }: FailedCondition): Suppression {
  return {
    reason: message,
    properties: properties.filter(({ matched }) => !matched),
    missingPackages,
    missingBeanTypes,
  };
}

function conditionTarget({ target, method }: DeclaredBeanMethod, className: string): Omit<ConditionTarget, 'beanType'> {
  return { target, method, className };
}

function sourceOf({ className, method }: Pick<ConditionTarget, 'className' | 'method'>): string {
  return method === undefined ? `Class '${className}'` : `Bean method '${method}' in '${className}'`;
}

function labelOf(type: AbstractClassType, outer: string | undefined): string {
  return outer === undefined ? type.name : `${outer}.${type.name}`;
}

/** Static members that are configurations of their own, in declaration order. */
function nestedConfigurations(type: AbstractClassType): readonly AbstractClassType[] {
  return Object.values(type).filter(
    (member): member is AbstractClassType =>
      typeof member === 'function' && CONFIGURATION.own(member as object) !== undefined,
  );
}

function decapitalise(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
