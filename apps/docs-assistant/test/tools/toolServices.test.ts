import { describe, expect, it } from '@jest/globals';
import { ApplicationContext, Bean, BootApplication } from '@toolwright/boot';
import { ToolCallbacks } from '@toolwright/tools';
import { DocsRoot } from '../../dist/tools/files/DocsRoot.js';
import { IssueOutbox } from '../../dist/tools/issues/IssueOutbox.js';
import { maintainerToolClasses, toolClasses } from '../../dist/tools/toolClasses.js';
import { toolServices } from '../../dist/tools/toolServices.js';
import { DATA, temporaryFolder } from './toolbox.js';

@BootApplication({ components: [...toolServices, ...toolClasses, ...maintainerToolClasses] })
class ToolsApplication {
  @Bean()
  docsRoot(): DocsRoot {
    return new DocsRoot(DATA);
  }

  @Bean()
  issueOutbox(): IssueOutbox {
    return new IssueOutbox('/nonexistent/outbox');
  }
}

describe('the container', () => {
  it('builds every tool class from the services and two folders', async () => {
    const context = await ApplicationContext.run(ToolsApplication, {
      config: await temporaryFolder(),
      discover: false,
      logging: false,
    });
    try {
      const objects = [...toolClasses, ...maintainerToolClasses].map((type) => context.get<object>(type));
      const callbacks = ToolCallbacks.from(...objects);
      const listFiles = callbacks.find(({ definition }) => definition.name === 'listFiles')!;
      expect(JSON.parse(await listFiles.call('{}'))).toHaveLength(5);
      const listPages = callbacks.find(({ definition }) => definition.name === 'listPages')!;
      expect(JSON.parse(await listPages.call('{"folder":"guide"}'))).toHaveLength(3);
    } finally {
      await context.close();
    }
  });
});
