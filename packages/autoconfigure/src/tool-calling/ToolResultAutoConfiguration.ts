import {
  AutoConfiguration,
  Bean,
  ConditionalOnMissingBean,
  ConditionalOnProperty,
  EnableConfigurationProperties,
} from '@toolwright/boot';
import { FolderToolResultRepository, InMemoryToolResultRepository, ToolResultRepository } from '@toolwright/tools';
import { ToolCallingProperties } from './ToolCallingProperties.js';

/**
 * Supplies what keeps long results, with `tools.results.offload-over`: in this process or in a folder (OF-04). The
 * packages of other stores, and the application, bring their own `ToolResultRepository`.
 */
@AutoConfiguration()
@ConditionalOnProperty('tools.results.offload-over')
@EnableConfigurationProperties(ToolCallingProperties)
export class ToolResultAutoConfiguration {
  @Bean()
  @ConditionalOnProperty('tools.results.type', { havingValue: 'memory', matchIfMissing: true })
  @ConditionalOnMissingBean(ToolResultRepository)
  toolResultRepository({ results }: ToolCallingProperties): InMemoryToolResultRepository {
    return new InMemoryToolResultRepository({ ttl: results.ttl });
  }

  @Bean()
  @ConditionalOnProperty('tools.results.type', { havingValue: 'folder' })
  @ConditionalOnMissingBean(ToolResultRepository)
  folderToolResultRepository({ results }: ToolCallingProperties): FolderToolResultRepository {
    return new FolderToolResultRepository(results.folder, { ttl: results.ttl });
  }
}
