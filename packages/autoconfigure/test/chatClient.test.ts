import { afterEach, describe, expect, it } from '@jest/globals';
import {
  ChatClientAutoConfiguration,
  ChatClientBuilderConfigurer,
  ChatClientCustomizer,
  OfflineChatModelAutoConfiguration,
  ToolCallingAutoConfiguration,
} from '@toolwright/autoconfigure';
import { type ApplicationContext, Bean, Configuration, Order, Primary } from '@toolwright/boot';
import { AdvisorParams, ChatClient, ToolCallingAdvisor, ToolExecutionEligibilityChecker } from '@toolwright/chat';
import type { ClassType } from '@toolwright/core';
import { ChatModel, type SystemMessage } from '@toolwright/model';
import { OfflineChatModel } from '@toolwright/models';
import { ApplicationContextRunner, ScriptedChatModel, toolCall } from '@toolwright/testing';
import { ToolCallingChatOptions, ToolCallingManager } from '@toolwright/tools';
import { TestToolCallback } from './support/tools.js';

let context: ApplicationContext | undefined;
let model: ScriptedChatModel;
afterEach(async () => {
  await context?.close();
  context = undefined;
});

function scripted(...replies: ConstructorParameters<typeof ScriptedChatModel>[0]): ScriptedChatModel {
  return new ScriptedChatModel(replies, { defaultOptions: ToolCallingChatOptions.builder().build() });
}

@Configuration()
class Model {
  @Bean()
  chatModel(): ChatModel {
    return model;
  }
}

async function start(
  properties: Readonly<Record<string, string>> = {},
  ...more: ClassType[]
): Promise<ApplicationContext> {
  model = scripted(toolCall('tool', {}), 'done');
  context = await new ApplicationContextRunner()
    .withAutoConfiguration(ChatClientAutoConfiguration, ToolCallingAutoConfiguration)
    .withPropertyValues(properties)
    .withUserConfiguration(Model, ...more)
    .start();
  return context;
}

const tool = new TestToolCallback('tool');

function ask(started: ApplicationContext) {
  return started.get(ChatClient.Builder).build().prompt('q').tools(tool);
}

describe('the configured client', () => {
  it('[BX-14] is built over the model and one advisor builder that holds the manager', async () => {
    const started = await start();
    const builders = started.getAll(ToolCallingAdvisor.Builder);
    expect(builders).toHaveLength(1);
    expect(builders[0]?.['settings']().toolCallingManager).toBe(started.get(ToolCallingManager));
    expect(started.get(ChatClientBuilderConfigurer)).toBeInstanceOf(ChatClientBuilderConfigurer);
    expect(started.get(ChatClient.Builder)).not.toBe(started.get(ChatClient.Builder));
    expect(await ask(started).call().content()).toBe('done');
    expect(model.prompts).toHaveLength(2);
  });

  it('shares what its clients have in common', async () => {
    const started = await start();
    const answerOfNewClient = (): Promise<string | null> =>
      started.get(ChatClient.Builder).defaultTools(tool).build().prompt('q').call().content();
    expect(await answerOfNewClient()).toBe('done');
    // The script is over; what was sent counts.
    await expect(answerOfNewClient()).rejects.toThrow();
    const [first, , second] = model.prompts;
    expect(first?.options).toBe(second?.options);
    expect(model.prompts).toHaveLength(3);
  });

  it('[BX-15] [AR-18] places the loop by chat.client.tool-calling.advisor-order', async () => {
    expect(
      (await start({ 'chat.client.tool-calling.advisor-order': '500' })).get(ToolCallingAdvisor.Builder).order,
    ).toBe(500);
    await context?.close();
    expect((await start({ 'chat.client.tool-calling.advisor-order': '0' })).get(ToolCallingAdvisor.Builder).order).toBe(
      0,
    );
    await context?.close();
    expect((await start()).get(ToolCallingAdvisor.Builder).order).toBe(-2147483348);
  });

  it('[BX-16] asks an eligibility-checker bean, where there is one', async () => {
    let asked = 0;
    class Checker extends ToolExecutionEligibilityChecker {
      override isToolCallResponse(): boolean {
        asked += 1;
        return false;
      }
    }
    @Configuration()
    class CheckerConfiguration {
      @Bean()
      checker(): ToolExecutionEligibilityChecker {
        return new Checker();
      }
    }
    const response = await ask(await start({}, CheckerConfiguration))
      .call()
      .chatResponse();
    expect(response?.hasToolCalls()).toBe(true);
    expect(asked).toBe(1);
  });

  it('[BX-17] [AR-17] offers tools without running them with chat.client.tool-calling.enabled=false', async () => {
    const started = await start({ 'chat.client.tool-calling.enabled': 'false' });
    const response = await ask(started).call().chatResponse();
    expect(response?.hasToolCalls()).toBe(true);
    const sent = model.prompts[0]?.options as ToolCallingChatOptions;
    expect(sent.toolCallbacks?.map(({ definition }) => definition.name)).toEqual(['tool']);
    expect(model.prompts).toHaveLength(1);
  });

  it('[AR-17] lets a call switch the loop on again', async () => {
    const started = await start({ 'chat.client.tool-calling.enabled': 'false' });
    const answer = await ask(started).advisors(AdvisorParams.toolCallingAdvisorAutoRegister(true)).call().content();
    expect(answer).toBe('done');
  });

  it('[BX-18] [AR-18] yields to an own advisor builder, to which properties do not apply', async () => {
    const own = ToolCallingAdvisor.builder().advisorOrder(7);
    @Configuration()
    class OwnBuilder {
      @Bean()
      builder(): ToolCallingAdvisor.Builder {
        return own;
      }
    }
    const started = await start({ 'chat.client.tool-calling.advisor-order': '500' }, OwnBuilder);
    expect(started.getAll(ToolCallingAdvisor.Builder)).toEqual([own]);
    expect(own.order).toBe(7);
  });

  it('[BX-19a] is absent with chat.client.enabled=false', async () => {
    const started = await start({ 'chat.client.enabled': 'false' });
    expect(started.getAll(ChatClient.Builder)).toEqual([]);
    expect(started.getAll(ToolCallingAdvisor.Builder)).toEqual([]);
    expect(started.getAll(ChatClientBuilderConfigurer)).toEqual([]);
  });

  it('[BX-19b] is built without an advisor builder where there is no ToolCallingManager', async () => {
    model = scripted('done');
    context = await new ApplicationContextRunner()
      .withAutoConfiguration(ChatClientAutoConfiguration)
      .withUserConfiguration(Model)
      .start();
    expect(context.getAll(ToolCallingAdvisor.Builder)).toEqual([]);
    expect(await context.get(ChatClient.Builder).build().prompt('q').call().content()).toBe('done');
  });
});

describe('customizers', () => {
  class Append extends ChatClientCustomizer {
    constructor(private readonly text: string) {
      super();
    }

    override customize(builder: ChatClient.Builder): void {
      applied.push(this.text);
      builder.defaultSystem(applied.join(' '));
    }
  }
  let applied: string[] = [];

  @Configuration()
  class Customizers {
    @Bean()
    @Order(2)
    second(): ChatClientCustomizer {
      return new Append('two');
    }

    @Bean()
    @Order(1)
    first(): ChatClientCustomizer {
      return new Append('one');
    }

    @Bean()
    last(): ChatClientCustomizer {
      return new Append('last');
    }
  }

  it('[BB-17] run by order, the one without an order last, each after the others', async () => {
    applied = [];
    const started = await start({}, Customizers);
    await ask(started).call().content();
    expect((model.prompts[0]?.systemMessage as SystemMessage).text).toBe('one two last');
  });

  const primary = scripted('from primary', 'from primary');
  const secondary = scripted('from secondary');

  @Configuration()
  class TwoModels {
    @Bean()
    @Primary()
    primaryModel(): ChatModel {
      return primary;
    }

    @Bean()
    secondaryModel(): ChatModel {
      return secondary;
    }

    @Bean()
    @Primary()
    primaryClient(configurer: ChatClientBuilderConfigurer): ChatClient {
      return configurer.configure(ChatClient.builder(primary)).build();
    }

    @Bean()
    secondaryClient(configurer: ChatClientBuilderConfigurer): ChatClient {
      return configurer.configure(ChatClient.builder(secondary)).build();
    }
  }

  it('[BX-20] apply to clients over several models made through the configurer', async () => {
    applied = [];
    context = await new ApplicationContextRunner()
      .withAutoConfiguration(ChatClientAutoConfiguration, ToolCallingAutoConfiguration)
      .withUserConfiguration(TwoModels, Customizers)
      .start();
    expect(await context.get(ChatClient).prompt('q').call().content()).toBe('from primary');
    expect(await context.get(ChatClient, 'secondaryClient').prompt('q').call().content()).toBe('from secondary');
    expect(primary.prompts[0]?.systemMessage.text).toBe('one two last');
    expect(secondary.prompts[0]?.systemMessage.text).toBe('one two last one two last');
    expect(await context.get(ChatClient.Builder).build().prompt('q').call().content()).toBe('from primary');
  });
});

describe('the chat model', () => {
  it('is the offline one by default and yields to an own one', async () => {
    context = await new ApplicationContextRunner().withAutoConfiguration(OfflineChatModelAutoConfiguration).start();
    expect(context.get(ChatModel)).toBeInstanceOf(OfflineChatModel);
    await context.close();
    model = scripted();
    context = await new ApplicationContextRunner()
      .withAutoConfiguration(OfflineChatModelAutoConfiguration)
      .withUserConfiguration(Model)
      .start();
    expect(context.getAll(ChatModel)).toEqual([model]);
  });

  it('is not the offline one when another provider is chosen', async () => {
    context = await new ApplicationContextRunner()
      .withAutoConfiguration(OfflineChatModelAutoConfiguration)
      .withPropertyValues({ 'chat.model.provider': 'openai' })
      .start();
    expect(context.getAll(ChatModel)).toEqual([]);
  });
});
