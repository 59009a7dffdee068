import { Bean, Configuration, EnableConfigurationProperties } from '@toolwright/boot';
import { DocsRoot } from '../tools/files/DocsRoot.js';
import { DocsAssistantProperties } from './DocsAssistantProperties.js';

/** What every run of the assistant has. */
@Configuration()
@EnableConfigurationProperties(DocsAssistantProperties)
export class DocsAssistantConfiguration {
  @Bean()
  docsRoot(properties: DocsAssistantProperties): DocsRoot {
    return new DocsRoot(properties.root, properties.pages);
  }
}
