export { AutoConfiguration, type AutoConfigurationOptions } from './autoconfigure/AutoConfiguration.js';
export { AutoConfigurationCycleException } from './autoconfigure/AutoConfigurationCycleException.js';
export { AutoConfigurationDiscoveryException } from './autoconfigure/AutoConfigurationDiscoveryException.js';
export { BootApplication, type BootApplicationOptions, isBootApplication } from './autoconfigure/BootApplication.js';
export { EnableConfigurationProperties } from './autoconfigure/EnableConfigurationProperties.js';
export { InvalidExclusionException } from './autoconfigure/InvalidExclusionException.js';
export { sortAutoConfigurations } from './autoconfigure/sortAutoConfigurations.js';
export { Bean, type BeanOptions } from './bean/Bean.js';
export { BeanCreationException } from './bean/BeanCreationException.js';
export type { BeanDefinition } from './bean/BeanDefinition.js';
export { BeanDefinitionOverrideException } from './bean/BeanDefinitionOverrideException.js';
export { BeanDefinitionRegistry, type BeanSelection } from './bean/BeanDefinitionRegistry.js';
export { CircularDependencyException, type DependencyEdge } from './bean/CircularDependencyException.js';
export type { ClassOrMethodDecorator } from './bean/ClassOrMethodDecorator.js';
export { Component, type ComponentOptions } from './bean/Component.js';
export { Configuration, type ConfigurationOptions } from './bean/Configuration.js';
export { Fallback } from './bean/Fallback.js';
export { InvalidBeanDefinitionException } from './bean/InvalidBeanDefinitionException.js';
export { Lazy } from './bean/Lazy.js';
export { type MissingBean, NoSuchBeanDefinitionException } from './bean/NoSuchBeanDefinitionException.js';
export { NoUniqueBeanDefinitionException } from './bean/NoUniqueBeanDefinitionException.js';
export { HIGHEST_PRECEDENCE, LOWEST_PRECEDENCE, Order } from './bean/Order.js';
export { Primary } from './bean/Primary.js';
export { type BeanScope, Scope } from './bean/Scope.js';
export type { SuppressedBean, Suppression } from './bean/SuppressedBean.js';
export type { BeanSearch } from './condition/BeanSearch.js';
export { Condition } from './condition/Condition.js';
export { Conditional } from './condition/Conditional.js';
export { ConditionalOnBean } from './condition/ConditionalOnBean.js';
export { ConditionalOnMissingBean } from './condition/ConditionalOnMissingBean.js';
export { ConditionalOnMissingPackage } from './condition/ConditionalOnMissingPackage.js';
export { ConditionalOnPackage } from './condition/ConditionalOnPackage.js';
export { ConditionalOnProperty } from './condition/ConditionalOnProperty.js';
export { ConditionalOnSingleCandidate } from './condition/ConditionalOnSingleCandidate.js';
export type { ConditionContext } from './condition/ConditionContext.js';
export { ConditionEvaluationException } from './condition/ConditionEvaluationException.js';
export {
  type ConditionEvaluation,
  ConditionEvaluationReport,
  type ConditionReportData,
  type ConditionResult,
} from './condition/ConditionEvaluationReport.js';
export {
  type ConditionDetails,
  type ConditionOutcome,
  type ConditionProperty,
  match,
  type MissingPackage,
  noMatch,
} from './condition/ConditionOutcome.js';
export { formatConditionReport } from './condition/formatConditionReport.js';
export { AllNestedConditions, AnyNestedCondition, NoneNestedConditions } from './condition/NestedConditions.js';
export { OnBeanCondition } from './condition/OnBeanCondition.js';
export { OnMissingBeanCondition } from './condition/OnMissingBeanCondition.js';
export {
  OnMissingPackageCondition,
  OnPackageCondition,
  type OnPackageOptions,
} from './condition/OnPackageCondition.js';
export { OnPropertyCondition, type OnPropertyOptions } from './condition/OnPropertyCondition.js';
export { OnSingleCandidateCondition } from './condition/OnSingleCandidateCondition.js';
export { PackageLookup } from './condition/PackageLookup.js';
export { Profile, ProfileCondition } from './condition/Profile.js';
export { ConfigDataLocationNotFoundException } from './config-data/ConfigDataLocationNotFoundException.js';
export { ConfigFileFormatException } from './config-data/ConfigFileFormatException.js';
export { InvalidConfigDataPropertyException } from './config-data/InvalidConfigDataPropertyException.js';
export { ApplicationArguments } from './context/ApplicationArguments.js';
export { ApplicationContext } from './context/ApplicationContext.js';
export { ApplicationRunner } from './context/ApplicationRunner.js';
export type { BeanDependency, BeanDescription } from './context/BeanDescription.js';
export { CommandLineRunner } from './context/CommandLineRunner.js';
export { ContextInitializer } from './context/ContextInitializer.js';
export type { AbsentBean, BeanExplanation, PresentBean } from './context/explainBean.js';
export type { RunOptions } from './context/RunOptions.js';
export { AbstractFailureAnalyzer } from './diagnostics/AbstractFailureAnalyzer.js';
export { describeFailure } from './diagnostics/describeFailure.js';
export type { FailureAnalysis } from './diagnostics/FailureAnalysis.js';
export { FailureAnalyzer } from './diagnostics/FailureAnalyzer.js';
export { Environment, type PropertyExplanation } from './env/Environment.js';
export { describeOrigin, type Origin } from './env/Origin.js';
export { PlaceholderResolutionException, type PlaceholderStep } from './env/PlaceholderResolutionException.js';
export { type EnvironmentOptions, prepareEnvironment } from './env/prepareEnvironment.js';
export { PropertyName, type PropertyNameElement } from './env/PropertyName.js';
export { type PropertyDescendant, type PropertyEntry, PropertySource } from './env/PropertySource.js';
export { Inject } from './injection/Inject.js';
export { InjectAll } from './injection/InjectAll.js';
export type { InjectionPoint } from './injection/InjectionPoint.js';
export { InjectProvider } from './injection/InjectProvider.js';
export { ObjectProvider } from './injection/ObjectProvider.js';
export { Optional } from './injection/Optional.js';
export { Qualifier } from './injection/Qualifier.js';
export type { ApplicationEvent, ApplicationEventType, ApplicationListener } from './lifecycle/ApplicationEvent.js';
export { ExitCodeGenerator } from './lifecycle/ExitCodeGenerator.js';
export { PostConstruct } from './lifecycle/PostConstruct.js';
export { PreDestroy } from './lifecycle/PreDestroy.js';
export { installLogging, type LoggingHandle } from './logging/installLogging.js';
export { bindAllProperties, bindProperties, bindPropertiesOf } from './properties/bindProperties.js';
export { checkUnknownKeys } from './properties/checkUnknownKeys.js';
export {
  ConfigurationProperties,
  type ConfigurationPropertiesDefinition,
  configurationPropertiesOf,
  type ConfigurationPropertiesOptions,
} from './properties/ConfigurationProperties.js';
export {
  type ConfigurationReport,
  configurationReport,
  type ConfiguredApplication,
  type ReportedOrigin,
  type ReportedProperty,
  type ReportedSetting,
} from './properties/configurationReport.js';
export { configurationSchema, type JsonSchema } from './properties/configurationSchema.js';
export { type ConfiguredProperty, describeConfiguration } from './properties/describeConfiguration.js';
export { describeDefault } from './properties/describeDefault.js';
export { type DescribedProperty, describeProperties } from './properties/describeProperties.js';
export {
  IsDataSize,
  IsDuration,
  IsMapOf,
  type MapValueType,
  PropertyDescription,
  Secret,
} from './properties/fieldDecorators.js';
export { InvalidConfigurationPropertyNameException } from './properties/InvalidConfigurationPropertyNameException.js';
export { InvalidConfigurationPropertyValueException } from './properties/InvalidConfigurationPropertyValueException.js';
export { MutuallyExclusiveConfigurationPropertiesException } from './properties/MutuallyExclusiveConfigurationPropertiesException.js';
export {
  PropertyBindingException,
  type PropertyBindingFailure,
  type PropertyViolation,
} from './properties/PropertyBindingException.js';
export { UnknownConfigurationKeysException, type UnknownKey } from './properties/UnknownConfigurationKeysException.js';
