import { describe, expect, it } from '@jest/globals';
import { AssistantMessage, Prompt, SystemMessage, ToolResponseMessage, UserMessage } from '@toolwright/model';

const S1 = new SystemMessage('s1');
const S2 = new SystemMessage('s2');
const U1 = new UserMessage('u1');
const U2 = new UserMessage('u2');
const A = new AssistantMessage('a');
const T = new ToolResponseMessage([{ id: '1', name: 'tool', responseData: 'data' }]);

const replacedUser = (message: UserMessage): UserMessage => new UserMessage(`${message.text}!`);
const replacedSystem = (message: SystemMessage): SystemMessage => new SystemMessage(`${message.text}!`);
const texts = (prompt: Prompt): readonly (string | null)[] => prompt.instructions.map(({ text }) => text);

describe('Prompt', () => {
  it('[AD-19] finds the messages that advisors ask for', () => {
    const prompt = new Prompt([S1, S2, U1, A, U2, A, T]);
    expect(prompt.systemMessage).toBe(S1);
    expect(prompt.userMessage).toBe(U2);
    expect(prompt.lastUserOrToolResponseMessage).toBe(T);
    expect(new Prompt([T, U1, A]).lastUserOrToolResponseMessage).toBe(U1);

    const bare = new Prompt([A]);
    expect(bare.systemMessage.equals(new SystemMessage(''))).toBe(true);
    expect(bare.userMessage.equals(new UserMessage(''))).toBe(true);
    expect(bare.lastUserOrToolResponseMessage.equals(new UserMessage(''))).toBe(true);

    expect(texts(new Prompt([U1, A, U2, A]).augmentUserMessage(replacedUser))).toEqual(['u1', 'a', 'u2!', 'a']);
    expect(texts(new Prompt([S1, A]).augmentUserMessage(replacedUser))).toEqual(['s1', 'a', '!']);
    expect(texts(new Prompt([]).augmentUserMessage(replacedUser))).toEqual([]);

    expect(texts(new Prompt([U1, S1, S2]).augmentSystemMessage(replacedSystem))).toEqual(['u1', 's1!', 's2']);
    const augmented = new Prompt([U1, A]).augmentSystemMessage(replacedSystem);
    expect(texts(augmented)).toEqual(['!', 'u1', 'a']);
    expect(augmented.instructions[0]?.messageType).toBe('system');
  });

  it('keeps the original when it is augmented', () => {
    const prompt = new Prompt([S1, U1]);
    prompt.augmentUserMessage(replacedUser);
    prompt.augmentSystemMessage(replacedSystem);
    expect(prompt.instructions).toEqual([S1, U1]);
  });

  it('makes a user message of a text', () => {
    expect(new Prompt('hello').instructions).toEqual([new UserMessage('hello')]);
    expect(new Prompt(U1).instructions).toEqual([U1]);
  });

  it('joins the texts of all messages', () => {
    expect(new Prompt([S1, U1, new AssistantMessage(null), T]).contents).toBe('s1u1');
  });
});
