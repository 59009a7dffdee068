import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { OfflineChatModelAutoConfiguration } from '@toolwright/autoconfigure';
import { ApplicationContext, AutoConfiguration, Bean } from '@toolwright/boot';
import { ChatModel } from '@toolwright/model';
import { ScriptedChatModel, toolCall } from '@toolwright/testing';
import { ToolCallingChatOptions } from '@toolwright/tools';
import { DocsAssistantApplication } from '../../dist/DocsAssistantApplication.js';
import { DATA } from '../tools/toolbox.js';

/** A model that asks for `openIssue` whatever it was offered. */
function insistingModel(): ScriptedChatModel {
  return new ScriptedChatModel([toolCall('openIssue', { title: 'Broken', body: 'It is broken' }), 'Done.'], {
    defaultOptions: ToolCallingChatOptions.builder().build(),
  });
}

let model: ScriptedChatModel;

@AutoConfiguration({ before: [OfflineChatModelAutoConfiguration] })
class InsistingModelAutoConfiguration {
  @Bean()
  insistingModel(): ChatModel {
    return model;
  }
}

interface Printed {
  readonly answer: string;
  readonly rounds: readonly {
    readonly toolsSent: readonly string[];
    readonly results: readonly { readonly name: string; readonly result: string; readonly isError?: boolean }[];
  }[];
}

describe('a model that names openIssue', () => {
  let printed = '';
  let write: ReturnType<typeof jest.spyOn>;
  beforeEach(() => {
    printed = '';
    model = insistingModel();
    write = jest.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      printed += String(chunk);
      return true;
    });
  });
  afterEach(() => {
    write.mockRestore();
    process.exitCode = undefined;
  });

  async function ask(...args: string[]): Promise<Printed> {
    const context = await ApplicationContext.run(DocsAssistantApplication, {
      args: ['--json', ...args, 'Open an issue'],
      env: {},
      config: null,
      properties: { 'docs.root': DATA, 'logging.level.root': 'off' },
      autoConfigurations: [InsistingModelAutoConfiguration],
      root: new URL('../..', import.meta.url).pathname,
      registerShutdownHook: false,
    });
    await context.close();
    return JSON.parse(printed) as Printed;
  }

  it('is told that there is no such tool without --maintainer', async () => {
    const turn = await ask();
    expect(turn.answer).toBe('Done.');
    expect(turn.rounds[0]?.toolsSent).not.toContain('openIssue');
    expect(turn.rounds[0]?.results).toHaveLength(1);
    expect(turn.rounds[0]?.results[0]).toMatchObject({ name: 'openIssue', isError: true });
    expect(turn.rounds[0]?.results[0]?.result).toMatch(/^Unknown tool 'openIssue'\. Available tools: /);
  });

  it('has to search first with tool search, and does not find it either', async () => {
    const turn = await ask('--chat.client.tool-search-advisor.enabled=true');
    expect(turn.rounds[0]?.toolsSent).toEqual(['toolSearchTool']);
    expect(turn.rounds[0]?.results[0]).toMatchObject({ name: 'openIssue', isError: true });
  });
});
