import { describe, expect, it } from '@jest/globals';
import { ChatClient, ChatModelObservationContext, namedChatModelConvention } from '@toolwright/chat';
import { type ObservationContext, ObservationHandler, ObservationRegistry } from '@toolwright/core';
import { AssistantMessage, ChatResponse, Generation, Prompt, usageOf } from '@toolwright/model';
import { ToolCallingChatOptions } from '@toolwright/tools';
import { scripted } from '../support/models.js';
import { StubTool } from '../support/tools.js';

class Recorder extends ObservationHandler<ChatModelObservationContext> {
  readonly stopped: ChatModelObservationContext[] = [];

  override supportsContext(context: ObservationContext): context is ChatModelObservationContext {
    return context instanceof ChatModelObservationContext;
  }

  override onStop(context: ChatModelObservationContext): void {
    this.stopped.push(context);
  }
}

const options = ToolCallingChatOptions.builder()
  .model('gpt-5-mini')
  .temperature(0.2)
  .maxTokens(100)
  .topP(0.9)
  .topK(3)
  .frequencyPenalty(0.1)
  .presencePenalty(0.3)
  .stopSequences(['END'])
  .toolCallbacks([new StubTool('b'), new StubTool('a')])
  .build();
const usage = usageOf(10, 5, 15, { cacheReadInputTokens: 4, cacheWriteInputTokens: 0, reasoningTokens: 2 });
const answer = new ChatResponse([new Generation(new AssistantMessage('secret answer'), { finishReason: 'STOP' })], {
  id: 'r1',
  model: 'gpt-5-mini-2025',
  usage,
});
const contextOf = (response: ChatResponse | null = answer) => {
  const context = new ChatModelObservationContext(new Prompt('secret question', options), 'google', false);
  context.response = response;
  return context;
};
const REQUEST = {
  'gen_ai.request.temperature': '0.2',
  'gen_ai.request.max_tokens': '100',
  'gen_ai.request.top_p': '0.9',
  'gen_ai.request.top_k': '3',
  'gen_ai.request.frequency_penalty': '0.1',
  'gen_ai.request.presence_penalty': '0.3',
  'gen_ai.request.stop_sequences': '["END"]',
};
const RESPONSE = {
  'gen_ai.response.finish_reasons': '["STOP"]',
  'gen_ai.response.id': 'r1',
  'gen_ai.usage.input_tokens': '10',
  'gen_ai.usage.output_tokens': '5',
};

describe('the conventions of chat models', () => {
  it('are by default those of OpenTelemetry, without content', () => {
    const convention = namedChatModelConvention('opentelemetry');
    expect(convention.name).toBe('toolwright.chat.model');
    expect(convention.contextualName(contextOf())).toBe('chat gpt-5-mini');
    expect(convention.lowCardinalityKeyValues(contextOf())).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'gcp.gemini',
      'gen_ai.request.model': 'gpt-5-mini',
      'gen_ai.response.model': 'gpt-5-mini-2025',
    });
    expect(convention.highCardinalityKeyValues(contextOf())).toEqual({
      ...REQUEST,
      ...RESPONSE,
      'gen_ai.usage.cache_read.input_tokens': '4',
      'gen_ai.usage.cache_creation.input_tokens': '0',
      'toolwright.usage.reasoning_tokens': '2',
    });
    expect(convention.highCardinalityKeyValues(contextOf(null))).toEqual(REQUEST);
  });

  it('may be those of Spring AI, or both', () => {
    const spring = namedChatModelConvention('spring');
    expect(spring.name).toBe('gen_ai.client.operation');
    expect(spring.lowCardinalityKeyValues(contextOf(null))).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.system': 'google',
      'gen_ai.request.model': 'gpt-5-mini',
      'gen_ai.response.model': 'none',
    });
    expect(spring.highCardinalityKeyValues(contextOf())).toEqual({
      ...REQUEST,
      ...RESPONSE,
      'gen_ai.usage.total_tokens': '15',
      'spring.ai.model.request.tool.names': '["a", "b"]',
    });
    const both = namedChatModelConvention('both');
    expect(both.name).toBe('toolwright.chat.model');
    expect(Object.keys(both.lowCardinalityKeyValues(contextOf()))).toEqual(
      expect.arrayContaining(['gen_ai.system', 'gen_ai.provider.name']),
    );
  });

  it('have little to say about a model that has no name and reports nothing', () => {
    const context = new ChatModelObservationContext(new Prompt('question'), 'own', false);
    context.response = new ChatResponse([]);
    const convention = namedChatModelConvention('opentelemetry');
    expect(convention.contextualName(context)).toBe('chat');
    expect(convention.lowCardinalityKeyValues(context)).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'own',
    });
    expect(convention.highCardinalityKeyValues(context)).toEqual({});
  });
});

describe('the observation of a chat model', () => {
  it('has request and response, in a stream what was read of it', async () => {
    const recorder = new Recorder();
    const registry = new ObservationRegistry().addHandler(recorder);
    const client = ChatClient.create(scripted('one', 'two', 'three'), { observationRegistry: registry });
    await client.prompt('question').call().content();
    for await (const _chunk of client.prompt('question').stream().content());
    for await (const _chunk of client.prompt('question').stream().content()) break;
    expect(recorder.stopped.map(({ response, streaming }) => [response?.result?.output.text, streaming])).toEqual([
      ['one', false],
      ['two', true],
      ['three', true],
    ]);
  });
});
