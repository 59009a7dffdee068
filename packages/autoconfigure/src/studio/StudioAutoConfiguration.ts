import {
  ApplicationContext,
  AutoConfiguration,
  Bean,
  ConditionalOnMissingBean,
  ConditionalOnPackage,
  ConditionalOnProperty,
  EnableConfigurationProperties,
  InjectProvider,
  Lazy,
  type ObjectProvider,
} from '@toolwright/boot';
import { ObservationHandler, ObservationRegistry } from '@toolwright/core';
import { ChatClientAutoConfiguration } from '../chat-client/ChatClientAutoConfiguration.js';
import { ObservationAutoConfiguration } from '../observation/ObservationAutoConfiguration.js';
import { StudioChatClientCustomizer } from './StudioChatClientCustomizer.js';
import { StudioHolder } from './StudioHolder.js';
import { StudioProperties } from './StudioProperties.js';
import { StudioRunner } from './StudioRunner.js';

/**
 * Opens a studio on this machine, with `studio.enabled=true`: a page that shows turns as they run and afterwards, tools,
 * conditions and the configuration. Without it nothing of the studio is loaded, and no turn is observed for it.
 */
@AutoConfiguration({ before: [ChatClientAutoConfiguration, ObservationAutoConfiguration] })
@ConditionalOnPackage('@toolwright/studio')
@ConditionalOnProperty('studio.enabled', { havingValue: 'true' })
@EnableConfigurationProperties(StudioProperties)
export class StudioAutoConfiguration {
  @Bean({ type: StudioHolder })
  @Lazy(false)
  @ConditionalOnMissingBean(StudioHolder)
  async studioHolder(context: ApplicationContext, properties: StudioProperties): Promise<StudioHolder> {
    const { contextApplication, Studio } = await import('@toolwright/studio');
    const { includeContent, contentSwitch, maxTurns, maxSize } = properties;
    return new StudioHolder(
      new Studio(contextApplication(context), { includeContent, contentSwitch, maxTurns, maxSize }),
    );
  }

  @Bean({ type: ObservationHandler })
  @Lazy(false)
  studioObservationHandler({ studio }: StudioHolder): ObservationHandler {
    return studio.recorder;
  }

  @Bean()
  studioChatClientCustomizer(
    { studio }: StudioHolder,
    @InjectProvider(ObservationRegistry) registries: ObjectProvider<ObservationRegistry>,
  ): StudioChatClientCustomizer {
    return new StudioChatClientCustomizer(studio, () => registries.getIfUnique());
  }

  @Bean({ type: StudioRunner })
  @ConditionalOnMissingBean(StudioRunner)
  async studioRunner({ studio }: StudioHolder, { host, port, token }: StudioProperties): Promise<StudioRunner> {
    const { StudioServer } = await import('@toolwright/studio');
    return new StudioRunner(new StudioServer(studio, { host, port, token }));
  }
}
