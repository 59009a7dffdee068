import {
  AutoConfiguration,
  Bean,
  ConditionalOnBean,
  ConditionalOnMissingBean,
  ConditionalOnProperty,
  InjectProvider,
  type ObjectProvider,
} from '@toolwright/boot';
import { PendingTurnRepository } from '@toolwright/chat';
import { ObservationRegistry } from '@toolwright/core';
import { ToolApprovalHandler } from '@toolwright/tools';
import { PendingTurnAutoConfiguration } from '../chat-client/PendingTurnAutoConfiguration.js';
import { StudioAutoConfiguration } from './StudioAutoConfiguration.js';
import { StudioHolder } from './StudioHolder.js';

/**
 * Lets calls that need an approval wait for the page of the studio, with `studio.approvals=true`, where nobody else decides
 * and turns cannot be suspended.
 */
@AutoConfiguration({ after: [StudioAutoConfiguration, PendingTurnAutoConfiguration] })
@ConditionalOnBean(StudioHolder)
@ConditionalOnProperty('studio.approvals', { havingValue: 'true' })
export class StudioApprovalAutoConfiguration {
  @Bean({ type: ToolApprovalHandler })
  @ConditionalOnMissingBean(ToolApprovalHandler, PendingTurnRepository)
  studioApprovalHandler(
    { studio }: StudioHolder,
    @InjectProvider(ObservationRegistry) registries: ObjectProvider<ObservationRegistry>,
  ): ToolApprovalHandler {
    return studio.approvalHandler(() => registries.getIfUnique());
  }
}
