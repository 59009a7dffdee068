import { describe, expect, it } from '@jest/globals';
import { AssistantMessage, ChatResponse, EMPTY_USAGE, Generation, usageOf } from '@toolwright/model';

const text = new Generation(new AssistantMessage('text'), { finishReason: 'STOP' });
const asking = new Generation(
  new AssistantMessage(null, { toolCalls: [{ id: '1', type: 'function', name: 'tool', arguments: '{}' }] }),
);

describe('ChatResponse', () => {
  it('[AD-21] looks at all generations', () => {
    expect(new ChatResponse([text, asking]).hasToolCalls()).toBe(true);
    expect(new ChatResponse([]).hasToolCalls()).toBe(false);
    expect(new ChatResponse([text]).hasToolCalls()).toBe(false);
    expect(new ChatResponse([text]).hasFinishReasons(['stop'])).toBe(true);
    expect(new ChatResponse([asking, text]).hasFinishReasons(['stop'])).toBe(true);
    expect(new ChatResponse([text]).hasFinishReasons(['length'])).toBe(false);
    expect(new ChatResponse([asking]).hasFinishReasons([''])).toBe(true);
    expect(new ChatResponse([asking]).hasFinishReasons(['stop'])).toBe(false);
  });

  it('fills what is not known of its metadata', () => {
    expect(new ChatResponse([text]).metadata).toEqual({ id: '', model: '', usage: EMPTY_USAGE });
    const usage = usageOf(1, 2);
    const response = new ChatResponse([text], { id: 'r1' }).withMetadata({ usage, rateLimit: 3 });
    expect(response.metadata).toEqual({ id: 'r1', model: '', usage, rateLimit: 3 });
    expect(response.result).toBe(text);
    const gaps = { id: undefined, model: null, usage: undefined, other: 1 } as never;
    expect(new ChatResponse([text], gaps).metadata).toEqual({ id: '', model: '', usage: EMPTY_USAGE, other: 1 });
  });
});

describe('the usage of a model', () => {
  it('names tokens of thinking only where they are known', () => {
    expect('reasoningTokens' in usageOf(1, 2)).toBe(false);
    expect(usageOf(1, 2, 3, { reasoningTokens: 0 }).reasoningTokens).toBe(0);
  });
});
