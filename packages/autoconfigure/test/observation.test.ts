import { EOL } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ChatClientAutoConfiguration,
  ObservationAutoConfiguration,
  ToolCallingAutoConfiguration,
} from '@toolwright/autoconfigure';
import { type ApplicationContext, Bean, Configuration } from '@toolwright/boot';
import {
  ChatClient,
  ChatClientCompletionObservationHandler,
  ChatClientPromptContentObservationHandler,
  ChatMemory,
  DefaultAdvisorObservationConvention,
  DefaultChatClientObservationConvention,
  type AdvisorObservationConvention,
  type ChatClientObservationConvention,
} from '@toolwright/chat';
import {
  type ClassType,
  type ObservationContext,
  ObservationFilter,
  ObservationHandler,
  ObservationRegistry,
  RecordingLogProvider,
} from '@toolwright/core';
import { ChatModel } from '@toolwright/model';
import { ApplicationContextRunner, ScriptedChatModel, toolCall } from '@toolwright/testing';
import {
  DefaultToolCallingObservationConvention,
  ToolCallingChatOptions,
  ToolCallingContentObservationFilter,
  type ToolCallingObservationConvention,
} from '@toolwright/tools';
import { TestToolCallback } from './support/tools.js';

let context: ApplicationContext | undefined;
let logs: RecordingLogProvider;
let recorder: Recorder;

beforeEach(() => {
  logs = RecordingLogProvider.install();
  recorder = new Recorder();
});

afterEach(async () => {
  await context?.close();
  context = undefined;
  logs.uninstall();
});

class Recorder extends ObservationHandler {
  readonly stopped: ObservationContext[] = [];

  override supportsContext(_context: ObservationContext): _context is ObservationContext {
    return true;
  }

  override onStop(observed: ObservationContext): void {
    this.stopped.push(observed);
  }

  /** Kind, span name and attributes of the observations with this span name. */
  attributes(contextualName: string): Record<string, string> {
    const found = this.stopped.find((observed) => observed.contextualName === contextualName);
    return Object.fromEntries([...(found?.lowCardinalityKeyValues ?? []), ...(found?.highCardinalityKeyValues ?? [])]);
  }

  get kinds(): readonly string[] {
    return [...new Set(this.stopped.map(({ name }) => name))];
  }
}

@Configuration()
class Model {
  @Bean()
  chatModel(): ChatModel {
    return new ScriptedChatModel([toolCall('toolA', { secret: 1 }), 'the answer'], {
      defaultOptions: ToolCallingChatOptions.builder().build(),
    });
  }
}

@Configuration()
class Listening {
  @Bean()
  recorder(): ObservationHandler {
    return recorder;
  }
}

/** Starts an application with a model; one that was started before is closed. */
async function start(
  properties: Readonly<Record<string, string>> = {},
  ...configurations: readonly ClassType[]
): Promise<ApplicationContext> {
  await context?.close();
  context = await new ApplicationContextRunner()
    .withAutoConfiguration(ChatClientAutoConfiguration, ToolCallingAutoConfiguration, ObservationAutoConfiguration)
    .withPropertyValues(properties)
    .withUserConfiguration(Model, ...configurations)
    .start();
  return context;
}

async function ask(started: ApplicationContext): Promise<void> {
  const spec = started.get(ChatClient.Builder).build().prompt('the question').tools(new TestToolCallback('toolA'));
  const answer = await spec
    .advisors((advisors) => void advisors.param(ChatMemory.CONVERSATION_ID, '007'))
    .call()
    .content();
  expect(answer).toBe('the answer');
}

/** What was logged about sensitive content. */
function warnings(): readonly string[] {
  return logs.messages('warn').filter((message) => message.includes('sensitive'));
}

const TOOL_WARNING =
  'You have enabled the inclusion of the tool call arguments and result in the observations, ' +
  'with the risk of exposing sensitive or private information. Please, be careful!';
const clientWarning = (content: string) =>
  `You have enabled logging out the ChatClient ${content} content with the risk of exposing sensitive or private ` +
  'information. Please, be careful!';

describe('the content of tool calls', () => {
  it.each([{}, { 'tools.observations.include-content': 'false' }])(
    '[BX-13] [OB-11] stays out with %j',
    async (given) => {
      const started = await start(given, Listening);
      expect(started.getAll(ToolCallingContentObservationFilter)).toEqual([]);
      expect(warnings()).toEqual([]);
      await ask(started);
      expect(Object.keys(recorder.attributes('execute_tool toolA'))).toEqual([
        'gen_ai.operation.name',
        'gen_ai.tool.name',
        'gen_ai.tool.type',
        'gen_ai.tool.description',
        'gen_ai.tool.call.id',
      ]);
    },
  );

  it('[BX-13] [OB-11] is in the attributes when switched on, with a warning at start-up', async () => {
    const started = await start({ 'tools.observations.include-content': 'true' }, Listening);
    expect(started.getAll(ToolCallingContentObservationFilter)).toHaveLength(1);
    expect(warnings()).toEqual([TOOL_WARNING]);
    await ask(started);
    expect(recorder.attributes('execute_tool toolA')).toMatchObject({
      'gen_ai.tool.call.arguments': '{"secret":1}',
      'gen_ai.tool.call.result': 'Mission accomplished!',
    });
  });

  it('has the names of the chosen conventions', async () => {
    const given = { 'tools.observations.include-content': 'true', 'observations.conventions': 'spring' };
    await ask(await start(given, Listening));
    expect(recorder.attributes('execute_tool toolA')).toMatchObject({
      'spring.ai.tool.call.arguments': '{"secret":1}',
      'spring.ai.tool.call.result': 'Mission accomplished!',
    });
  });
});

describe('the conventions', () => {
  @Configuration()
  class Own {
    @Bean({ type: DefaultToolCallingObservationConvention })
    tools(): ToolCallingObservationConvention {
      return new DefaultToolCallingObservationConvention('own.tool');
    }

    @Bean({ type: DefaultChatClientObservationConvention })
    client(): ChatClientObservationConvention {
      return new DefaultChatClientObservationConvention({ name: 'own.client' });
    }

    @Bean({ type: DefaultAdvisorObservationConvention })
    advisor(): AdvisorObservationConvention {
      return new DefaultAdvisorObservationConvention('own.advisor');
    }
  }

  it('[OB-11] are those of the application if it has any', async () => {
    await ask(await start({}, Listening, Own));
    expect(recorder.kinds).toEqual(['toolwright.chat.model', 'own.advisor', 'own.tool', 'own.client']);
  });

  it.each([
    ['spring', ['gen_ai.client.operation', 'spring.ai.advisor', 'spring.ai.tool', 'spring.ai.chat.client']],
    ['opentelemetry', ['toolwright.chat.model', 'toolwright.advisor', 'toolwright.tool', 'toolwright.chat.client']],
    ['BOTH', ['toolwright.chat.model', 'toolwright.advisor', 'toolwright.tool', 'toolwright.chat.client']],
  ])('are chosen by observations.conventions=%s', async (conventions, kinds) => {
    await ask(await start({ 'observations.conventions': conventions }, Listening));
    expect(recorder.kinds).toEqual(kinds);
    const attributes = recorder.attributes(conventions === 'spring' ? 'spring_ai chat_client' : 'chat_client');
    expect('gen_ai.conversation.id' in attributes).toBe(conventions !== 'spring');
    expect('spring.ai.chat.client.conversation.id' in attributes).toBe(conventions !== 'opentelemetry');
  });

  it('[OB-112] leave the conversation out when switched off, and show content nowhere', async () => {
    await ask(await start({}, Listening));
    expect(recorder.attributes('chat_client')['gen_ai.conversation.id']).toBe('007');
    recorder = new Recorder();
    const off = { 'chat.client.observations.include-conversation-id': 'false', 'observations.conventions': 'both' };
    await ask(await start(off, Listening));
    const all = recorder.stopped.map((observed) => recorder.attributes(observed.contextualName));
    expect(all).toHaveLength(7);
    expect(JSON.stringify([all, logs.entries])).not.toMatch(/007|question|answer|secret|accomplished/);
  });
});

describe('the content of prompts and completions', () => {
  const PROMPT = `Chat Client Prompt Content:${EOL}["user":"the question"]`;
  const COMPLETION = `Chat Client Completion:${EOL}["the answer"]`;

  it.each([
    [{}, [], []],
    [{ 'chat.client.observations.log-prompt': 'false', 'chat.client.observations.log-completion': 'false' }, [], []],
    [{ 'chat.client.observations.log-prompt': 'true' }, [clientWarning('prompt')], [PROMPT]],
    [{ 'chat.client.observations.log-completion': 'true' }, [clientWarning('completion')], [COMPLETION]],
    [
      { 'chat.client.observations.log-prompt': 'true', 'chat.client.observations.log-completion': 'true' },
      [clientWarning('prompt'), clientWarning('completion')],
      [PROMPT, COMPLETION],
    ],
  ] as const)(
    '[BX-21] [OB-109] [OB-111] is logged by plain handlers with %j',
    async (given, expectedWarnings, lines) => {
      const started = await start(given);
      expect(started.getAll(ChatClientPromptContentObservationHandler)).toHaveLength(
        lines.includes(PROMPT as never) ? 1 : 0,
      );
      expect(started.getAll(ChatClientCompletionObservationHandler)).toHaveLength(
        lines.includes(COMPLETION as never) ? 1 : 0,
      );
      expect(warnings()).toEqual(expectedWarnings);
      await ask(started);
      expect(logs.messages('info').filter((line) => line.startsWith('Chat Client'))).toEqual(lines);
    },
  );

  it('[BX-21] is logged by the handlers of the application if it has any', async () => {
    class OwnPrompt extends ChatClientPromptContentObservationHandler {}
    class OwnCompletion extends ChatClientCompletionObservationHandler {}
    const own = [new OwnPrompt(), new OwnCompletion()] as const;

    @Configuration()
    class Own {
      @Bean()
      ownPrompt(): ChatClientPromptContentObservationHandler {
        return own[0];
      }

      @Bean()
      ownCompletion(): ChatClientCompletionObservationHandler {
        return own[1];
      }
    }

    const given = { 'chat.client.observations.log-prompt': 'true', 'chat.client.observations.log-completion': 'true' };
    const started = await start(given, Own);
    expect(started.getAll(ChatClientPromptContentObservationHandler)).toEqual([own[0]]);
    expect(started.getAll(ChatClientCompletionObservationHandler)).toEqual([own[1]]);
    await ask(started);
    expect(logs.messages('info').filter((line) => line.startsWith('Chat Client'))).toEqual([PROMPT, COMPLETION]);
  });
});

describe('the registry', () => {
  const registry = new ObservationRegistry();

  @Configuration()
  class OwnRegistry {
    @Bean()
    myRegistry(): ObservationRegistry {
      return registry;
    }
  }

  @Configuration()
  class Silent {
    @Bean()
    silentRegistry(): ObservationRegistry {
      return ObservationRegistry.NOOP;
    }
  }

  it('is not made while nobody listens', async () => {
    const started = await start();
    expect(started.getAll(ObservationRegistry)).toEqual([]);
    await ask(started);
  });

  it.each([
    { 'tools.observations.include-content': 'true' },
    { 'chat.client.observations.log-prompt': 'true' },
    { 'chat.client.observations.log-completion': 'true' },
  ])('is made for %j', async (given) => {
    const started = await start(given);
    expect(started.getAll(ObservationRegistry)).toHaveLength(1);
    expect(started.get(ObservationRegistry)).not.toBe(ObservationRegistry.NOOP);
  });

  it('is that of the application if it has one, and gets its handlers and filters', async () => {
    class Marker extends ObservationFilter {
      override map(observed: ObservationContext): ObservationContext {
        observed.addLowCardinalityKeyValues({ marked: 'yes' });
        return observed;
      }
    }

    @Configuration()
    class Filtering {
      @Bean()
      marker(): ObservationFilter {
        return new Marker();
      }
    }

    const started = await start({}, OwnRegistry, Listening, Filtering);
    expect(started.getAll(ObservationRegistry)).toEqual([registry]);
    await ask(started);
    expect(recorder.stopped.map(({ contextualName }) => contextualName)).toEqual([
      'chat',
      'call',
      'execute_tool toolA',
      'chat',
      'call',
      'tool_calling',
      'chat_client',
    ]);
    expect(recorder.attributes('execute_tool toolA')['marked']).toBe('yes');
  });

  it('stays silent if the application says so', async () => {
    const started = await start({}, Silent, Listening);
    await ask(started);
    expect(recorder.stopped).toEqual([]);
  });
});
