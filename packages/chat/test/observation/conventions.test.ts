import { EOL } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  AdvisorObservationContext,
  ChatClientCompletionObservationHandler,
  ChatClientObservationContext,
  ChatClientPromptContentObservationHandler,
  ChatClientRequest,
  ChatClientResponse,
  ChatMemory,
  namedAdvisorConvention,
  namedChatClientConvention,
  SpringAdvisorObservationConvention,
  SpringChatClientObservationConvention,
} from '@toolwright/chat';
import { RecordingLogProvider } from '@toolwright/core';
import {
  AssistantMessage,
  ChatResponse,
  Generation,
  type Message,
  Prompt,
  SystemMessage,
  UserMessage,
} from '@toolwright/model';
import { ToolCallingChatOptions } from '@toolwright/tools';
import { PassingAdvisor } from '../support/advisors.js';
import { requestOf } from '../support/loops.js';
import { says } from '../support/models.js';
import { CallerContext } from '../support/observations.js';
import { StubTool } from '../support/tools.js';

const advisors = [new PassingAdvisor('advisor1', 1), new PassingAdvisor('advisor2', 2)];
const tools = ToolCallingChatOptions.builder()
  .toolCallbacks([new StubTool('toolCallback2'), new StubTool('toolCallback1')])
  .build();
const full = requestOf([], tools, { [ChatMemory.CONVERSATION_ID]: '007' });
const empty = requestOf([]);
const contextOf = (request: ChatClientRequest, streaming = false) =>
  new ChatClientObservationContext(request, request === full ? advisors : [], streaming);

describe('the conventions of the chat client', () => {
  const spring = namedChatClientConvention('spring');

  it.each([true, false])('[OB-101] spring says what it is, streaming %p', (streaming) => {
    const context = contextOf(empty, streaming);
    expect(spring.name).toBe('spring.ai.chat.client');
    expect(spring.contextualName(context)).toBe('spring_ai chat_client');
    expect(spring.lowCardinalityKeyValues(context)).toEqual({
      'gen_ai.operation.name': 'framework',
      'gen_ai.system': 'spring_ai',
      'spring.ai.kind': 'chat_client',
      'spring.ai.chat.client.stream': String(streaming),
    });
  });

  it('[OB-102] spring tells about advisors, conversation and tools', () => {
    expect(spring.highCardinalityKeyValues(contextOf(full))).toEqual({
      'spring.ai.chat.client.advisors': '["advisor1", "advisor2"]',
      'spring.ai.chat.client.conversation.id': '007',
      'spring.ai.chat.client.tool.names': '["toolCallback1", "toolCallback2"]',
    });
  });

  it('[OB-102] says nothing where there is nothing to say', () => {
    for (const name of ['spring', 'opentelemetry', 'both'] as const) {
      const attributes = (id?: unknown) => {
        const context = id === undefined ? {} : { [ChatMemory.CONVERSATION_ID]: id };
        return namedChatClientConvention(name).highCardinalityKeyValues(contextOf(requestOf([], null, context)));
      };
      for (const id of [undefined, 7, null, '', ' ']) expect(attributes(id)).toEqual({});
    }
  });

  it('uses the names of OpenTelemetry by default, where there are any', () => {
    const convention = namedChatClientConvention('opentelemetry');
    expect([convention.name, convention.contextualName(contextOf(full))]).toEqual([
      'toolwright.chat.client',
      'chat_client',
    ]);
    expect(convention.lowCardinalityKeyValues(contextOf(full, true))).toEqual({
      'gen_ai.operation.name': 'framework',
      'toolwright.kind': 'chat_client',
      'toolwright.chat.client.stream': 'true',
    });
    expect(convention.highCardinalityKeyValues(contextOf(full))).toEqual({
      'toolwright.chat.client.advisors': '["advisor1", "advisor2"]',
      'gen_ai.conversation.id': '007',
      'toolwright.chat.client.tool.names': '["toolCallback1", "toolCallback2"]',
    });
  });

  it('can use both, under the name of OpenTelemetry', () => {
    const [both, otel] = [namedChatClientConvention('both'), namedChatClientConvention('opentelemetry')];
    const context = contextOf(full);
    expect([both.name, both.contextualName(context)]).toEqual(['toolwright.chat.client', 'chat_client']);
    expect(both.lowCardinalityKeyValues(context)).toEqual({
      ...otel.lowCardinalityKeyValues(context),
      ...spring.lowCardinalityKeyValues(context),
    });
    expect(both.highCardinalityKeyValues(context)).toEqual({
      ...otel.highCardinalityKeyValues(context),
      ...spring.highCardinalityKeyValues(context),
    });
  });

  it.each(['spring', 'opentelemetry', 'both'] as const)('[OB-112] %s can leave the conversation out', (name) => {
    const context = contextOf(full);
    const keys = (includeConversationId: boolean) =>
      Object.entries(namedChatClientConvention(name, { includeConversationId }).highCardinalityKeyValues(context))
        .filter(([, value]) => value === '007')
        .map(([key]) => key);
    expect(keys(false)).toEqual([]);
    expect(keys(true)).toEqual(
      {
        spring: ['spring.ai.chat.client.conversation.id'],
        opentelemetry: ['gen_ai.conversation.id'],
        both: ['spring.ai.chat.client.conversation.id', 'gen_ai.conversation.id'],
      }[name],
    );
  });

  it('support their own contexts only', () => {
    for (const name of ['spring', 'opentelemetry', 'both'] as const) {
      const [client, advisor] = [namedChatClientConvention(name), namedAdvisorConvention(name)];
      const contexts = [contextOf(empty), new AdvisorObservationContext('a', 1, empty), new CallerContext()];
      expect(contexts.map((context) => client.supportsContext(context))).toEqual([true, false, false]);
      expect(contexts.map((context) => advisor.supportsContext(context))).toEqual([false, true, false]);
    }
  });

  it('can have another name', () => {
    expect(new SpringChatClientObservationConvention({ name: 'mine' }).name).toBe('mine');
    expect(new SpringAdvisorObservationConvention('mine').name).toBe('mine');
  });
});

describe('the conventions of advisors', () => {
  const spring = namedAdvisorConvention('spring');
  const named = (name: string) => new AdvisorObservationContext(name, 678, empty);

  it('[OB-104] spring says which advisor it is', () => {
    expect(spring.name).toBe('spring.ai.advisor');
    expect(spring.lowCardinalityKeyValues(named('MyName'))).toEqual({
      'gen_ai.operation.name': 'framework',
      'gen_ai.system': 'spring_ai',
      'spring.ai.kind': 'advisor',
      'spring.ai.advisor.name': 'MyName',
    });
    expect(spring.highCardinalityKeyValues(named('MyName'))).toEqual({ 'spring.ai.advisor.order': '678' });
  });

  it('have names of their own by default, or both', () => {
    const [otel, both] = [namedAdvisorConvention('opentelemetry'), namedAdvisorConvention('both')];
    expect([otel.name, both.name]).toEqual(['toolwright.advisor', 'toolwright.advisor']);
    const context = named('MyName');
    expect(otel.lowCardinalityKeyValues(context)).toEqual({
      'gen_ai.operation.name': 'framework',
      'toolwright.kind': 'advisor',
      'toolwright.advisor.name': 'MyName',
    });
    expect(otel.highCardinalityKeyValues(context)).toEqual({ 'toolwright.advisor.order': '678' });
    expect(both.lowCardinalityKeyValues(context)).toEqual({
      ...otel.lowCardinalityKeyValues(context),
      ...spring.lowCardinalityKeyValues(context),
    });
    expect(both.highCardinalityKeyValues(context)).toEqual({
      'toolwright.advisor.order': '678',
      'spring.ai.advisor.order': '678',
    });
  });

  it.each([
    ['MyName', 'my_name'],
    ['MessageChatMemoryAdvisor', 'message_chat_memory'],
    ['SimpleLoggerAdvisor', 'simple_logger'],
    ['SafeGuardAroundAdvisor', 'safe_guard'],
    ['call', 'call'],
  ])('[OB-105] name the span of %s %s', (name, expected) => {
    for (const convention of ['spring', 'opentelemetry', 'both'] as const) {
      expect(namedAdvisorConvention(convention).contextualName(named(name))).toBe(expected);
    }
  });

  it.each([
    ['Tool Calling Advisor', 'tool_calling'],
    ['Structured Output Validation Advisor', 'structured_output_validation'],
  ])('[OB-106] name the span of %s %s', (name, expected) => {
    expect(spring.contextualName(named(name))).toBe(expected);
  });

  it.each([
    ['HTTPAdvisor', 'http'],
    ['my-advisor_two', 'my_two'],
    ['Advisor', 'advisor'],
    ['  ', 'advisor'],
    ['Öffner3Ärger', 'öffner3ärger'],
  ])('name the span of %s %s', (name, expected) => {
    expect(spring.contextualName(named(name))).toBe(expected);
  });
});

describe('the handlers that log content', () => {
  let logs: RecordingLogProvider;
  beforeEach(() => {
    logs = RecordingLogProvider.install();
  });
  afterEach(() => {
    logs.uninstall();
  });

  const promptOf = (...messages: readonly Message[]) =>
    new ChatClientObservationContext(ChatClientRequest.builder().prompt(new Prompt(messages)).build(), [], false);

  it('[OB-109] write the prompt once, at the end', () => {
    const handler = new ChatClientPromptContentObservationHandler();
    const context = promptOf(
      new SystemMessage("you're a chimney sweep"),
      new UserMessage('supercalifragilisticexpialidocious'),
    );
    expect(handler.supportsContext(context)).toBe(true);
    expect(handler.supportsContext(new CallerContext())).toBe(false);
    handler.onStart(context);
    expect(logs.entries).toEqual([]);
    handler.onStop(context);
    expect(logs.messages('info')).toEqual([
      `Chat Client Prompt Content:${EOL}["system":"you're a chimney sweep", "user":"supercalifragilisticexpialidocious"]`,
    ]);
    expect(logs.entries).toHaveLength(1);
  });

  it('[OB-109] write an empty prompt', () => {
    new ChatClientPromptContentObservationHandler().onStop(promptOf());
    expect(logs.messages('info')).toEqual([`Chat Client Prompt Content:${EOL}[]`]);
  });

  it('[OB-110] write every message, in order', () => {
    new ChatClientPromptContentObservationHandler().onStop(
      promptOf(new UserMessage('first\nline'), new AssistantMessage(null), new UserMessage('second')),
    );
    expect(logs.messages('info')).toEqual([
      `Chat Client Prompt Content:${EOL}["user":"first\\nline", "assistant":"", "user":"second"]`,
    ]);
  });

  const completionOf = (chatResponse: ChatResponse | null | undefined) => {
    const context = promptOf(new UserMessage('q'));
    if (chatResponse !== undefined) context.response = ChatClientResponse.builder().chatResponse(chatResponse).build();
    new ChatClientCompletionObservationHandler().onStop(context);
    return logs.messages('info').at(-1);
  };

  it('[OB-111] write the texts of the answer', () => {
    expect(completionOf(says('Test message'))).toBe(`Chat Client Completion:${EOL}["Test message"]`);
    const several = ['one', 'two'].map((text) => new Generation(new AssistantMessage(text)));
    expect(completionOf(new ChatResponse(several))).toBe(`Chat Client Completion:${EOL}["one", "two"]`);
    expect(new ChatClientCompletionObservationHandler().supportsContext(new CallerContext())).toBe(false);
  });

  it.each([
    ['no response of the client', undefined],
    ['no response of the model', null],
    ['an empty text', says('')],
    ['no text', says(null)],
    ['no answers', new ChatResponse([])],
  ])('[OB-111] write empty brackets for %s', (_, response) => {
    expect(completionOf(response)).toBe(`Chat Client Completion:${EOL}[]`);
  });
});
