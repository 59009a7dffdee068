// #region tools
import { ChatClient } from '@toolwright/chat';
import { Tool, ToolContext, ToolParam } from '@toolwright/tools';
// #endregion
import { AutoConfiguration, Bean, ConditionalOnMissingBean, ConditionalOnProperty } from '@toolwright/boot';
import {
  type CallAdvisor,
  type CallAdvisorChain,
  type ChatClientRequest,
  type ChatClientResponse,
  ToolCallingAdvisor,
} from '@toolwright/chat';
import { ChatClientAutoConfiguration } from '@toolwright/autoconfigure';
import { type ToolCallback, ToolCallingManager } from '@toolwright/tools';
// #region runner
import { ToolCallingAutoConfiguration } from '@toolwright/autoconfigure';
import { ApplicationContextRunner } from '@toolwright/testing';
// #endregion
import { expect } from '@jest/globals';

// #region tools
class WeatherTools {
  @Tool({ description: 'Get the current weather for a given city' })
  getWeather(@ToolParam({ description: 'Name of the city' }) city: string, toolContext: ToolContext): string {
    return `${toolContext.get<string>('unit') ?? 'C'}: rain in ${city}`;
  }
}
// #endregion

export async function ask(builder: ChatClient.Builder) {
  // #region tools
  const client = builder.defaultSystem('Be brief.').defaultTools(new WeatherTools()).build();

  const answer = await client.prompt('What is the weather in Oslo?').toolContext({ unit: 'F' }).call().content();
  // #endregion
  return answer;
}

// #region advisor
class TokenLogger implements CallAdvisor {
  readonly name = 'TokenLogger';
  readonly order = 0;

  async adviseCall(request: ChatClientRequest, chain: CallAdvisorChain): Promise<ChatClientResponse> {
    const response = await chain.nextCall(request);
    console.log(response.chatResponse?.metadata.usage.totalTokens);
    return response;
  }
}
// #endregion

export async function stream(client: ChatClient, print: (text: string) => void) {
  // #region streaming
  for await (const text of client.prompt('Tell a story').stream().content()) print(text);
  // #endregion
}

/** A loop of an application. */
export class MyLoopBuilder extends ToolCallingAdvisor.Builder {}

// #region auto-configuration
@AutoConfiguration({ before: [ChatClientAutoConfiguration] })
@ConditionalOnProperty('my.loop.enabled')
class MyLoopAutoConfiguration {
  @Bean()
  @ConditionalOnMissingBean(ToolCallingAdvisor.Builder)
  myLoop(toolCallingManager: ToolCallingManager): ToolCallingAdvisor.Builder {
    return new MyLoopBuilder().toolCallingManager(toolCallingManager);
  }
}
// #endregion

export function byHand(builder: ChatClient.Builder, manager: ToolCallingManager, tools: readonly ToolCallback[]) {
  // #region builder
  const advisor = ToolCallingAdvisor.builder()
    .toolCallingManager(manager)
    .advisorOrder(ToolCallingAdvisor.DEFAULT_ORDER)
    .build();
  return builder.defaultAdvisors(advisor).defaultTools(tools).build();
  // #endregion
}

export async function checks() {
  // #region runner
  const runner = new ApplicationContextRunner().withAutoConfiguration(ToolCallingAutoConfiguration);

  await runner.withPropertyValues('spring.ai.tools.limits.max-total-tool-calls=5').run((context) => {
    expect(context.startupFailure).toBeUndefined();
    expect(context.get(ToolCallingManager)).toBeInstanceOf(ToolCallingManager);
  });
  // #endregion
}

export { MyLoopAutoConfiguration, TokenLogger };
