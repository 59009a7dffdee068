import { AutoConfiguration, Bean, ConditionalOnMissingBean, ConditionalOnProperty } from '@toolwright/boot';
import { InMemoryPendingTurnRepository, PendingTurnRepository } from '@toolwright/chat';

/**
 * Supplies where turns wait for approvals in this process, with `chat.client.approvals.repository.type=in-memory`. The
 * packages of other stores, and the application, bring their own `PendingTurnRepository`.
 */
@AutoConfiguration()
@ConditionalOnProperty('chat.client.approvals.repository.type', { havingValue: 'in-memory' })
export class PendingTurnAutoConfiguration {
  @Bean()
  @ConditionalOnMissingBean(PendingTurnRepository)
  pendingTurnRepository(): InMemoryPendingTurnRepository {
    return new InMemoryPendingTurnRepository();
  }
}
