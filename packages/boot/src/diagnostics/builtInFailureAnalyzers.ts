import type { Environment } from '../env/Environment.js';
import { AutoConfigurationCycleFailureAnalyzer } from './analyzer/AutoConfigurationCycleFailureAnalyzer.js';
import { AutoConfigurationDiscoveryFailureAnalyzer } from './analyzer/AutoConfigurationDiscoveryFailureAnalyzer.js';
import { BeanCreationFailureAnalyzer } from './analyzer/BeanCreationFailureAnalyzer.js';
import { BeanDefinitionOverrideFailureAnalyzer } from './analyzer/BeanDefinitionOverrideFailureAnalyzer.js';
import { CircularDependencyFailureAnalyzer } from './analyzer/CircularDependencyFailureAnalyzer.js';
import { ConditionEvaluationFailureAnalyzer } from './analyzer/ConditionEvaluationFailureAnalyzer.js';
import { ConfigDataLocationNotFoundFailureAnalyzer } from './analyzer/ConfigDataLocationNotFoundFailureAnalyzer.js';
import { ConfigFileFormatFailureAnalyzer } from './analyzer/ConfigFileFormatFailureAnalyzer.js';
import { InvalidBeanDefinitionFailureAnalyzer } from './analyzer/InvalidBeanDefinitionFailureAnalyzer.js';
import { InvalidConfigDataPropertyFailureAnalyzer } from './analyzer/InvalidConfigDataPropertyFailureAnalyzer.js';
import { InvalidConfigurationPropertyValueFailureAnalyzer } from './analyzer/InvalidConfigurationPropertyValueFailureAnalyzer.js';
import { InvalidConfigurationPropertyNameFailureAnalyzer } from './analyzer/InvalidConfigurationPropertyNameFailureAnalyzer.js';
import { InvalidExclusionFailureAnalyzer } from './analyzer/InvalidExclusionFailureAnalyzer.js';
import { MissingPackageFailureAnalyzer } from './analyzer/MissingPackageFailureAnalyzer.js';
import { MutuallyExclusiveConfigurationPropertiesFailureAnalyzer } from './analyzer/MutuallyExclusiveConfigurationPropertiesFailureAnalyzer.js';
import { NoSuchBeanDefinitionFailureAnalyzer } from './analyzer/NoSuchBeanDefinitionFailureAnalyzer.js';
import { NoUniqueBeanDefinitionFailureAnalyzer } from './analyzer/NoUniqueBeanDefinitionFailureAnalyzer.js';
import { PlaceholderResolutionFailureAnalyzer } from './analyzer/PlaceholderResolutionFailureAnalyzer.js';
import { PropertyBindingFailureAnalyzer } from './analyzer/PropertyBindingFailureAnalyzer.js';
import { UnknownConfigurationKeysFailureAnalyzer } from './analyzer/UnknownConfigurationKeysFailureAnalyzer.js';
import type { FailureAnalyzer } from './FailureAnalyzer.js';

/**
 * The analyzers that every application has, the most special first.
 *
 * @param environment undefined if the start failed before there was one
 */
export function builtInFailureAnalyzers(environment?: Environment): readonly FailureAnalyzer[] {
  return [
    new NoSuchBeanDefinitionFailureAnalyzer(),
    new NoUniqueBeanDefinitionFailureAnalyzer(),
    new CircularDependencyFailureAnalyzer(),
    new BeanDefinitionOverrideFailureAnalyzer(),
    new InvalidBeanDefinitionFailureAnalyzer(),
    new ConditionEvaluationFailureAnalyzer(),
    new AutoConfigurationCycleFailureAnalyzer(),
    new AutoConfigurationDiscoveryFailureAnalyzer(),
    new InvalidExclusionFailureAnalyzer(),
    new PropertyBindingFailureAnalyzer(),
    new PlaceholderResolutionFailureAnalyzer(),
    new UnknownConfigurationKeysFailureAnalyzer(),
    new InvalidConfigurationPropertyNameFailureAnalyzer(),
    new InvalidConfigurationPropertyValueFailureAnalyzer(environment),
    new MutuallyExclusiveConfigurationPropertiesFailureAnalyzer(environment),
    new ConfigDataLocationNotFoundFailureAnalyzer(),
    new ConfigFileFormatFailureAnalyzer(),
    new InvalidConfigDataPropertyFailureAnalyzer(),
    new MissingPackageFailureAnalyzer(),
    new BeanCreationFailureAnalyzer(),
  ];
}
