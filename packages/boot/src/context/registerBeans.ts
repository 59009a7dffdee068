import type { AbstractClassType, ClassType } from '@toolwright/core';
import { autoConfigurationName } from '../autoconfigure/AutoConfiguration.js';
import { BOOT_APPLICATION } from '../autoconfigure/BootApplication.js';
import { discoverAutoConfigurations } from '../autoconfigure/discoverAutoConfigurations.js';
import { selectAutoConfigurations } from '../autoconfigure/selectAutoConfigurations.js';
import type { BeanDefinitionRegistry } from '../bean/BeanDefinitionRegistry.js';
import type { SuppressedBean } from '../bean/SuppressedBean.js';
import type { ConditionEvaluationReport } from '../condition/ConditionEvaluationReport.js';
import { ConditionEvaluator } from '../condition/ConditionEvaluator.js';
import { PackageLookup } from '../condition/PackageLookup.js';
import type { Environment } from '../env/Environment.js';
import { LoggingProperties } from '../logging/LoggingProperties.js';
import { bindAllProperties, bindPropertiesOf } from '../properties/bindProperties.js';
import { checkConditionKeys } from '../properties/checkConditionKeys.js';
import { checkUnknownKeys } from '../properties/checkUnknownKeys.js';
import { applicationRoot } from './applicationRoot.js';
import { AutoConfigurationProperties, ConfigDataProperties, ProfilesProperties } from './containerProperties.js';
import { ConfigurationReader } from './ConfigurationReader.js';
import { MainProperties } from './MainProperties.js';
import type { RunOptions } from './RunOptions.js';

/** Keys that the container reads outside of properties classes. */
const OWN_KEYS = ['debug'];
/** What the container itself reads. */
const OWN_PROPERTIES = [
  MainProperties,
  LoggingProperties,
  ConfigDataProperties,
  ProfilesProperties,
  AutoConfigurationProperties,
];

/** What registration works on. @internal */
export interface Registration {
  readonly environment: Environment;
  readonly registry: BeanDefinitionRegistry;
  readonly report: ConditionEvaluationReport;
  /** Filled with what was kept out. */
  readonly suppressed: SuppressedBean[];
}

/** The configuration keys that something reads. @internal */
export interface KnownKeys {
  readonly propertiesClasses: readonly ClassType<object>[];
  readonly otherKeys: readonly string[];
}

/**
 * Registers the beans of the application, then those of the auto-configurations, and binds the properties classes of
 * both. No other bean is created.
 *
 * @internal
 */
export async function registerBeans(
  application: AbstractClassType,
  options: RunOptions,
  { environment, registry, report, suppressed }: Registration,
): Promise<KnownKeys> {
  const root = applicationRoot(options.root);
  const packages = options.packages ?? new PackageLookup(root);
  const evaluator = new ConditionEvaluator(environment, registry, packages, report);
  const bound = new Map<ClassType<object>, object>();
  const reader = new ConfigurationReader(registry, evaluator, report, {
    instanceOf: (type) => bound.get(type) as object,
    bindTo: (target, prefix) => bindPropertiesOf(environment, target, prefix),
  });
  try {
    reader.register(application, 'application');
    const { autoConfigurations = [], exclude = [] } = BOOT_APPLICATION.own(application) ?? {};
    const discovered = options.discover === false ? [] : await discoverAutoConfigurations(root, packages);
    const candidates = new Set([...autoConfigurations, ...(options.autoConfigurations ?? []), ...discovered]);
    const chosen = selectAutoConfigurations([...candidates], exclude, environment, (name) => reader.knowsClass(name));
    for (const type of chosen.excluded) {
      report.recordExclusion(autoConfigurationName(type));
      const reason = `auto-configuration '${autoConfigurationName(type)}' was excluded`;
      reader.suppress(type, { reason, properties: [], missingPackages: [], missingBeanTypes: [] });
    }
    for (const type of chosen.selected) reader.register(type, 'auto-configuration');
    reader.warnOfOrder();
  } finally {
    suppressed.push(...reader.suppressed);
  }
  const known = [...OWN_PROPERTIES, ...reader.knownProperties];
  checkConditionKeys(evaluator.singleValueKeys, known);
  const otherKeys = [...OWN_KEYS, ...evaluator.propertyKeys];
  checkUnknownKeys(environment, known, otherKeys);
  for (const [type, instance] of await bindAllProperties(environment, reader.enabledProperties)) {
    bound.set(type, instance);
  }
  return { propertiesClasses: [...new Set(known)], otherKeys: [...new Set(otherKeys)] };
}
