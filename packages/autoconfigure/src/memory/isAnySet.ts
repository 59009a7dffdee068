import { configurationPropertiesOf, type Environment, PropertyName } from '@toolwright/boot';
import type { ClassType } from '@toolwright/core';

/** Whether the configuration has any key below the prefix of a properties class. @internal */
export function isAnySet(environment: Environment, type: ClassType): boolean {
  const prefix = PropertyName.of(configurationPropertiesOf(type)?.prefix ?? '');
  return environment.propertySources.some((source) => source.descendants(prefix).length > 0);
}
