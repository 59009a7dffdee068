import { AutoConfiguration, Bean, ConditionalOnMissingBean, ConditionalOnProperty } from '@toolwright/boot';
import { ChatModel } from '@toolwright/model';
import { OfflineChatModel } from '@toolwright/models';
import { ChatClientAutoConfiguration } from '../chat-client/ChatClientAutoConfiguration.js';
import { AiSdkChatModelAutoConfiguration } from './AiSdkChatModelAutoConfiguration.js';

/** Supplies the deterministic {@link OfflineChatModel} unless another provider is chosen or a model bean exists. */
@AutoConfiguration({ before: [ChatClientAutoConfiguration], after: [AiSdkChatModelAutoConfiguration] })
@ConditionalOnProperty('chat.model.provider', { havingValue: 'offline', matchIfMissing: true })
export class OfflineChatModelAutoConfiguration {
  @Bean()
  @ConditionalOnMissingBean(ChatModel)
  offlineChatModel(): OfflineChatModel {
    return new OfflineChatModel();
  }
}
