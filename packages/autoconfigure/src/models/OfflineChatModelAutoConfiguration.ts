import {
  AutoConfiguration,
  Bean,
  ConditionalOnMissingBean,
  ConditionalOnProperty,
  EnableConfigurationProperties,
} from '@toolwright/boot';
import { ChatModel } from '@toolwright/model';
import { OfflineChatModel } from '@toolwright/models';
import { ChatClientAutoConfiguration } from '../chat-client/ChatClientAutoConfiguration.js';
import { ChatModelProperties } from './ChatModelProperties.js';

/** Supplies the deterministic {@link OfflineChatModel} unless another provider is chosen or a model bean exists. */
@AutoConfiguration({ before: [ChatClientAutoConfiguration] })
@ConditionalOnProperty('chat.model.provider', { havingValue: 'offline', matchIfMissing: true })
@EnableConfigurationProperties(ChatModelProperties)
export class OfflineChatModelAutoConfiguration {
  @Bean()
  @ConditionalOnMissingBean(ChatModel)
  offlineChatModel(): OfflineChatModel {
    return new OfflineChatModel();
  }
}
