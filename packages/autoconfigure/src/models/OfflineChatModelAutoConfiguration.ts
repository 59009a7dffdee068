import { AutoConfiguration, Bean, ConditionalOnMissingBean, ConditionalOnProperty } from '@toolwright/boot';
import { ChatModel } from '@toolwright/model';
import { ChatClientAutoConfiguration } from '../chat-client/ChatClientAutoConfiguration.js';
import { AiSdkChatModelAutoConfiguration } from './AiSdkChatModelAutoConfiguration.js';

/** Supplies the deterministic `OfflineChatModel`, loaded only then, unless another provider or model bean is chosen. */
@AutoConfiguration({ before: [ChatClientAutoConfiguration], after: [AiSdkChatModelAutoConfiguration] })
@ConditionalOnProperty('chat.model.provider', { havingValue: 'offline', matchIfMissing: true })
export class OfflineChatModelAutoConfiguration {
  @Bean({ type: ChatModel })
  @ConditionalOnMissingBean(ChatModel)
  async offlineChatModel(): Promise<ChatModel> {
    const { OfflineChatModel } = await import('@toolwright/models');
    return new OfflineChatModel();
  }
}
