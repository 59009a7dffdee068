import { describe, expect, it } from '@jest/globals';
import {
  AssistantMessage,
  ChatModel,
  type ChatModelCapabilities,
  ChatResponse,
  Generation,
  NO_CAPABILITIES,
} from '@toolwright/model';

class PlainModel extends ChatModel {
  override async call(): Promise<ChatResponse> {
    return new ChatResponse([new Generation(new AssistantMessage('plain'))]);
  }
}

class AbleModel extends PlainModel {
  static readonly CAPABILITIES: ChatModelCapabilities = Object.freeze({ supportsInputExamples: true });

  override get capabilities(): ChatModelCapabilities {
    return AbleModel.CAPABILITIES;
  }
}

describe('capabilities of a model', () => {
  it('are none unless the model declares them', () => {
    const { capabilities } = new PlainModel();
    expect(capabilities).toBe(NO_CAPABILITIES);
    expect(capabilities).toEqual({});
    expect(Object.isFrozen(capabilities)).toBe(true);
  });

  it('are what the model declares; what it does not name it does not have', () => {
    const { capabilities } = new AbleModel();
    expect(capabilities.supportsInputExamples).toBe(true);
    expect(capabilities.supportsDeferredTools).toBeUndefined();
  });
});
