export type { FailureAnalysis } from './diagnostics/FailureAnalysis.js';
export { FailureAnalyzer } from './diagnostics/FailureAnalyzer.js';
export { Environment, type PropertyExplanation } from './env/Environment.js';
export { describeOrigin, type Origin } from './env/Origin.js';
export { type EnvironmentOptions, prepareEnvironment } from './env/prepareEnvironment.js';
export { PropertyName, type PropertyNameElement } from './env/PropertyName.js';
export { type PropertyDescendant, type PropertyEntry, PropertySource } from './env/PropertySource.js';
export { installLogging, type LoggingHandle } from './logging/installLogging.js';
export { bindAllProperties, bindProperties, bindPropertiesOf } from './properties/bindProperties.js';
export { checkUnknownKeys } from './properties/checkUnknownKeys.js';
export {
  ConfigurationProperties,
  type ConfigurationPropertiesDefinition,
  configurationPropertiesOf,
  type ConfigurationPropertiesOptions,
} from './properties/ConfigurationProperties.js';
export { InvalidConfigurationPropertyNameException } from './properties/InvalidConfigurationPropertyNameException.js';
