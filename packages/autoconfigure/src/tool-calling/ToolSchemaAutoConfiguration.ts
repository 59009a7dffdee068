import { AutoConfiguration, Bean, EnableConfigurationProperties } from '@toolwright/boot';
import { ToolCallingProperties } from './ToolCallingProperties.js';
import { ToolSchemaManifests } from './ToolSchemaManifests.js';

/** Loads the tool schema manifests of `tools.schema.manifest` before any other bean, and so before any tool, is made. */
@AutoConfiguration()
@EnableConfigurationProperties(ToolCallingProperties)
export class ToolSchemaAutoConfiguration {
  @Bean()
  toolSchemaManifests({ schema }: ToolCallingProperties): ToolSchemaManifests {
    return new ToolSchemaManifests(schema.manifest, schema.strict);
  }
}
