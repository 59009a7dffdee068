import { describe, expect, it } from '@jest/globals';
import { ScriptedChatModel, toolCall } from '@toolwright/testing';
import { FunctionToolCallback, ToolCallingChatOptions, TurnLimitExceededException } from '@toolwright/tools';
import { ask } from './limits.js';

const tick = FunctionToolCallback.builder('tick', () => 'tock').build();
const options = ToolCallingChatOptions.builder().toolCallbacks(tick).build();

describe('the snippets about limits', () => {
  it('run a loop by hand within its budget', async () => {
    const model = new ScriptedChatModel([toolCall('tick'), toolCall('tick'), 'Two ticks.']);
    expect(await ask(model, 'Tick twice', options)).toBe('Two ticks.');
  });

  it('end a loop that takes too many rounds', async () => {
    const model = new ScriptedChatModel([toolCall('tick')], { repeatLast: true });
    await expect(ask(model, 'Tick for ever', options)).rejects.toThrow(TurnLimitExceededException);
    expect(model.prompts).toHaveLength(6);
  });
});
