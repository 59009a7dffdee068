import { ConditionalOnPackage, ConditionalOnProperty } from '@toolwright/boot';
import { modelProvider } from '@toolwright/models';

/** Matches if the property names this provider and its package is installed; otherwise the report says how to install it. */
export function ConditionalOnModelProvider(property: string, name: string): MethodDecorator {
  const { packageName, version } = modelProvider(name);
  const conditions = [
    ConditionalOnProperty(property, { havingValue: name }),
    ConditionalOnPackage(packageName, { install: `${packageName}@${version}` }),
  ];
  return (target, key, descriptor) => {
    for (const condition of conditions) (condition as MethodDecorator)(target, key, descriptor);
  };
}
