import { afterEach, describe, expect, it } from '@jest/globals';
import {
  ChatClientAutoConfiguration,
  PendingTurnAutoConfiguration,
  ToolCallingAutoConfiguration,
} from '@toolwright/autoconfigure';
import { type ApplicationContext, Bean, Configuration } from '@toolwright/boot';
import {
  approve,
  ChatClient,
  InMemoryPendingTurnRepository,
  PendingTurnRepository,
  suspendedTurnOf,
} from '@toolwright/chat';
import type { ClassType } from '@toolwright/core';
import { ChatModel, Prompt } from '@toolwright/model';
import { ApplicationContextRunner, ScriptedChatModel, toolCall } from '@toolwright/testing';
import {
  Tool,
  ToolApprovalHandler,
  ToolCallbacks,
  ToolCallingChatOptions,
  ToolCallingManager,
} from '@toolwright/tools';

let context: ApplicationContext | undefined;
afterEach(async () => {
  await context?.close();
  context = undefined;
});

class Payments {
  paid = 0;

  @Tool({ approval: 'required' })
  pay(): string {
    this.paid++;
    return 'paid';
  }
}

@Configuration()
class Model {
  @Bean()
  chatModel(): ChatModel {
    return new ScriptedChatModel([toolCall('pay', {}), 'done'], {
      defaultOptions: ToolCallingChatOptions.builder().build(),
    });
  }
}

async function start(properties: Readonly<Record<string, string>>, ...more: ClassType[]): Promise<ApplicationContext> {
  context = await new ApplicationContextRunner()
    .withAutoConfiguration(ChatClientAutoConfiguration, PendingTurnAutoConfiguration, ToolCallingAutoConfiguration)
    .withPropertyValues(properties)
    .withUserConfiguration(Model, ...more)
    .start();
  return context;
}

const IN_MEMORY = { 'chat.client.approvals.repository.type': 'in-memory' };

describe('the configured client and its approvals', () => {
  it('[AP-02] suspends turns where a repository is chosen by property, and resumes them', async () => {
    const started = await start({ ...IN_MEMORY, 'chat.client.approvals.time-to-live': '1h' });
    expect(started.get(PendingTurnRepository)).toBeInstanceOf(InMemoryPendingTurnRepository);
    const payments = new Payments();
    const client = started.get(ChatClient.Builder).defaultTools(payments).build();
    const suspended = suspendedTurnOf(await client.prompt('q').call().chatResponse());
    const turn = await started.get(PendingTurnRepository).find(suspended?.turnId ?? '');
    expect((turn?.expiresAt ?? 0) - (turn?.createdAt ?? 0)).toBeGreaterThanOrEqual(3_600_000);
    expect((turn?.expiresAt ?? 0) - (turn?.createdAt ?? 0)).toBeLessThan(3_700_000);
    const callId = suspended?.pendingApprovals[0]?.callId ?? '';
    expect(await client.resume(suspended?.turnId ?? '', { [callId]: approve }).content()).toBe('done');
    expect(payments.paid).toBe(1);
  });

  it('[AP-03] declines without a repository, which is the default', async () => {
    const started = await start({});
    expect(started.getAll(PendingTurnRepository)).toEqual([]);
    const payments = new Payments();
    const client = started.get(ChatClient.Builder).defaultTools(payments).build();
    expect(await client.prompt('q').call().content()).toBe('done');
    expect(payments.paid).toBe(0);
  });

  it('[AP-01] asks the bean of a handler before a turn would be suspended', async () => {
    @Configuration()
    class Policies {
      @Bean()
      handler(): ToolApprovalHandler {
        return new (class extends ToolApprovalHandler {
          override decide() {
            return { approved: true } as const;
          }
        })();
      }
    }
    const started = await start(IN_MEMORY, Policies);
    const payments = new Payments();
    const client = started.get(ChatClient.Builder).defaultTools(payments).build();
    expect(await client.prompt('q').call().content()).toBe('done');
    expect(payments.paid).toBe(1);
  });

  it('[AP-13] lets a loop by hand see what waits', async () => {
    const started = await start(IN_MEMORY);
    const model = started.get(ChatModel);
    const options = ToolCallingChatOptions.builder().toolCallbacks(ToolCallbacks.from(new Payments())).build();
    const prompt = new Prompt('q', options);
    const running = started.get(ToolCallingManager).executeToolCalls(prompt, await model.call(prompt));
    await expect(running).rejects.toMatchObject({ code: 'TOOL_APPROVAL_REQUIRED' });
    expect(await started.get(PendingTurnRepository).findByConversationId('')).toEqual([]);
  });

  it('refuses an unknown kind of repository, naming the key', async () => {
    await expect(start({ 'chat.client.approvals.repository.type': 'mysql' })).rejects.toThrow(
      /chat\.client\.approvals\.repository\.type/,
    );
  });
});
