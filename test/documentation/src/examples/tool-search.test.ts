import { describe, expect, it } from '@jest/globals';
import { ChatClient } from '@toolwright/chat';
import { ScriptedChatModel, toolCall } from '@toolwright/testing';
import { isToolCallingChatOptions, Tool } from '@toolwright/tools';
import { ask } from './tool-search.js';
import { KeywordToolIndex, ToolSearchToolCallingAdvisor } from '@toolwright/tool-search';

class Desk {
  @Tool({ description: 'Opening hours of the desk' })
  hours(): string {
    return '9 to 5';
  }
}

describe('the snippets about tool search', () => {
  it('keep what a conversation found', async () => {
    const toolCallingAdvisorBuilder = ToolSearchToolCallingAdvisor.builder().toolIndex(new KeywordToolIndex());
    const model = new ScriptedChatModel([
      toolCall('toolSearchTool', { query: 'opening hours' }),
      toolCall('hours'),
      '9 to 5.',
      'Still 9 to 5.',
    ]);
    const client = ChatClient.builder(model, { toolCallingAdvisorBuilder }).defaultTools(new Desk()).build();
    expect(await ask(client, 'When are you open?', 'c-1')).toBe('9 to 5.');
    expect(await ask(client, 'And now?', 'c-1')).toBe('Still 9 to 5.');
    const sent = model.prompts.map(({ options }) =>
      isToolCallingChatOptions(options) ? options.toolCallbacks?.map(({ definition }) => definition.name) : [],
    );
    expect(sent[0]).toEqual(['toolSearchTool']);
    expect(sent[3]).toEqual(['toolSearchTool', 'hours']);
  });
});
