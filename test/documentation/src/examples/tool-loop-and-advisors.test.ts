import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ChatClient } from '@toolwright/chat';
import type { Prompt } from '@toolwright/model';
import { ScriptedChatModel, toolCall } from '@toolwright/testing';
import {
  FunctionToolCallback,
  isToolCallingChatOptions,
  Tool,
  type ToolApprovalDecision,
  ToolApprovalHandler,
  ToolCallingManager,
} from '@toolwright/tools';
import { clientOf, dynamic, gated, show, TimingAdvisor } from './tool-loop-and-advisors.js';

class Clock {
  @Tool({ description: 'The time' })
  now(): string {
    return 'noon';
  }
}

function toolsOf(prompt: Prompt | undefined): readonly string[] {
  const options = prompt?.options;
  const callbacks = isToolCallingChatOptions(options) ? (options.toolCallbacks ?? []) : [];
  return callbacks.map(({ definition }) => definition.name);
}

/** A model that asks for the time until it is told of no tool. */
const insistent = () =>
  new ScriptedChatModel([(prompt) => (toolsOf(prompt).length > 0 ? toolCall('now') : 'I give up.')], {
    repeatLast: true,
  });
const managed = { toolCallingManager: ToolCallingManager.builder().build() };
const tool = FunctionToolCallback.builder('now', () => 'noon').build();

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the snippets about the tool loop', () => {
  it('measure each round', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    const model = new ScriptedChatModel([toolCall('now'), 'Noon.']);
    const client = ChatClient.builder(model).defaultTools(new Clock()).defaultAdvisors(new TimingAdvisor()).build();
    expect(await client.prompt('Time?').call().content()).toBe('Noon.');
    expect(log.mock.calls.map(([line]) => String(line).replace(/\d.* ms/, ''))).toHaveLength(2);
    expect(String(log.mock.calls[1]?.[0])).toMatch(/^round 1: [\d.]+ ms$/);
  });

  it('ask about calls whose tools do not', async () => {
    const asked: string[] = [];
    class Gate extends ToolApprovalHandler {
      decide(request: { readonly toolDefinition: { readonly name: string } }): ToolApprovalDecision {
        asked.push(request.toolDefinition.name);
        return { approved: false, reason: 'not today' };
      }
    }
    const Loop = gated(new Gate());
    const model = new ScriptedChatModel([toolCall('now'), 'No time.']);
    const client = ChatClient.builder(model).defaultTools(tool).defaultAdvisors(new Loop(settings())).build();
    expect(await client.prompt('Time?').call().content()).toBe('No time.');
    expect(asked).toEqual(['now']);
    expect(JSON.stringify(model.prompts[1]?.instructions.at(-1))).toContain('not today');
  });

  it('take the tools away after five rounds', async () => {
    const model = insistent();
    expect(await clientOf(model).defaultTools(tool).build().prompt('Time?').call().content()).toBe('I give up.');
    expect(model.prompts).toHaveLength(6);
  });

  it('attach what a registry has', async () => {
    const Loop = dynamic({ toolsOf: async (tenantId) => (tenantId === 't-1' ? [tool] : []) });
    const model = new ScriptedChatModel([toolCall('now'), 'Noon.']);
    const client = ChatClient.builder(model).defaultAdvisors(new Loop(settings())).build();
    const request = client.prompt('Time?').advisors((advisors) => advisors.param('tenantId', 't-1'));
    expect(await request.call().content()).toBe('Noon.');
    expect(toolsOf(model.prompts[0])).toEqual(['now']);
  });

  it('show a turn as it happens', async () => {
    const seen: string[] = [];
    const model = new ScriptedChatModel([toolCall('now'), 'Noon.']);
    await show(ChatClient.create(model), 'Time?', new Clock(), new AbortController().signal, {
      show: (text) => seen.push(text),
      showSpinner: (name) => seen.push(`+${name}`),
      hideSpinner: (name) => seen.push(`-${name}`),
      done: (reason) => seen.push(reason),
    });
    expect(seen).toEqual(['+now', '-now', 'Noon.', 'STOP']);
  });
});

/** The settings that a builder would give to a loop. */
function settings() {
  return {
    ...managed,
    toolExecutionEligibilityChecker: (response: { hasToolCalls(): boolean } | null) =>
      response?.hasToolCalls() ?? false,
    advisorOrder: -2147483348,
    conversationHistoryEnabled: true,
  };
}
