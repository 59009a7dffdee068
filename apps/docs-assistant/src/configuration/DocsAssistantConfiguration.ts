import { Bean, Configuration, EnableConfigurationProperties } from '@toolwright/boot';
import { ChatClient } from '@toolwright/chat';
import { DocsAssistant } from '../assistant/DocsAssistant.js';
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

  /** The client of the assistant as a bean of its own, so that its studio can talk to it. */
  @Bean()
  assistantClient(assistant: DocsAssistant): ChatClient {
    return assistant.client;
  }
}
