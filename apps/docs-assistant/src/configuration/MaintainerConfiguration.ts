import { Bean, ConditionalOnProperty, Configuration } from '@toolwright/boot';
import { IssueOutbox } from '../tools/issues/IssueOutbox.js';
import { maintainerToolClasses } from '../tools/toolClasses.js';
import { DocsAssistantProperties } from './DocsAssistantProperties.js';

/** What only a maintainer has, with `--maintainer`: the tools that write. Without it they do not exist at all. */
@Configuration({ imports: [...maintainerToolClasses] })
@ConditionalOnProperty('maintainer')
export class MaintainerConfiguration {
  @Bean()
  issueOutbox(properties: DocsAssistantProperties): IssueOutbox {
    return new IssueOutbox(properties.outbox);
  }
}
