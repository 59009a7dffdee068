import { describe, expect, it } from '@jest/globals';
import { SafeGuardAdvisor } from '@toolwright/chat';
import { AssistantMessage, type Message, ToolResponseMessage, UserMessage } from '@toolwright/model';
import { PassingAdvisor } from '../support/advisors.js';
import { callThrough, requestOf, streamThrough, textOf } from '../support/loops.js';
import { A, S, U } from '../support/memory.js';
import { scripted, TOOL_OPTIONS } from '../support/models.js';

const REFUSAL = "I'm unable to respond to that due to sensitive content. Could we rephrase or discuss something else?";

async function answerTo(words: readonly string[], ...messages: readonly Message[]): Promise<string | null | undefined> {
  return textOf(await callThrough(scripted('answer'), requestOf(messages), new SafeGuardAdvisor(words)));
}

describe('the safeguard', () => {
  it('[LG-07] needs words and an answer', () => {
    const refused = (name: string, message: string) => expect.objectContaining({ name, message });
    expect(() => new SafeGuardAdvisor(null as never)).toThrow(
      refused('IllegalArgumentException', 'Sensitive words must not be null!'),
    );
    expect(() => new SafeGuardAdvisor(['x'], null as never)).toThrow(
      refused('IllegalArgumentException', 'Failure response must not be null!'),
    );
    expect(() => SafeGuardAdvisor.builder().build()).toThrow(
      refused('IllegalStateException', 'Sensitive words must not be null!'),
    );
  });

  it('[LG-08] answers in the place of the model, whatever the case of the word', async () => {
    for (const [word, text] of [
      ['dangerous', 'a DANGEROUS question'],
      ['DANGEROUS', 'a dangerous question'],
      ['sensitive', 'a SENSITIVE question'],
    ] as const) {
      const next = new PassingAdvisor('next', 10);
      const model = scripted('never');
      const request = requestOf([U(text)], TOOL_OPTIONS, { key: 'value' });
      const response = await callThrough(model, request, new SafeGuardAdvisor([word]), next);
      expect(textOf(response)).toBe(REFUSAL);
      expect(response.chatResponse?.results).toHaveLength(1);
      expect(response.context).toEqual({ key: 'value' });
      expect(next.count).toBe(0);
      expect(model.prompts).toEqual([]);
    }
  });

  it('[LG-09] lets pass what matches no word, and uses its own text and order', async () => {
    expect(await answerTo(['dangerous'], U('harmless'))).toBe('answer');
    expect(await answerTo([], U('dangerous'))).toBe('answer');
    const custom = SafeGuardAdvisor.builder().sensitiveWords(['dangerous']).failureResponse('No.').order(5).build();
    expect(custom.order).toBe(5);
    expect(new SafeGuardAdvisor([]).order).toBe(0);
    expect(custom.name).toBe('SafeGuardAdvisor');
    const chunks = await streamThrough(scripted('never'), requestOf([U('dangerous')]), custom);
    expect(chunks.map(textOf)).toEqual(['No.']);
    const passed = await streamThrough(scripted('answer'), requestOf([U('harmless')]), custom);
    expect(passed.map(textOf)).toEqual(['answer']);
  });

  it('[LG-10] searches the texts of all messages, but no results of tools and no media', async () => {
    for (const messages of [
      [S('dangerous'), U('u')],
      [U('dangerous'), A('a'), U('u')],
      [U('u'), A('dangerous')],
    ]) {
      expect(await answerTo(['dangerous'], ...messages)).toBe(REFUSAL);
    }
    const results = new ToolResponseMessage([{ id: '1', name: 'dangerous', responseData: 'dangerous' }]);
    const media = [{ mimeType: 'image/png', data: new URL('https://example.com/dangerous.png'), name: 'dangerous' }];
    expect(await answerTo(['dangerous'], U('u'), results, new UserMessage('v', { media }))).toBe('answer');
  });

  it('[LG-11] searches message by message and takes no empty word', async () => {
    expect(await answerTo(['null'], new AssistantMessage(null), U('u'))).toBe('answer');
    expect(await answerTo(['dangerous'], U('dange'), U('rous'))).toBe('answer');
    for (const word of ['', ' ']) {
      expect(() => new SafeGuardAdvisor(['x', word])).toThrow(
        expect.objectContaining({
          name: 'IllegalArgumentException',
          message: 'Sensitive words must not be empty!',
        }),
      );
    }
  });
});
