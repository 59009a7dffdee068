import { beforeAll, describe, expect, it } from '@jest/globals';
import { RegexToolIndex, ToolSearchToolCallingAdvisor } from '@toolwright/tool-search';
import { Toolbox } from '../tools/toolbox.js';
import { HELD_BACK_QUESTIONS } from './heldBackQuestions.js';
import { faultOf, OfflineAssistant } from './OfflineAssistant.js';
import type { Question } from './Question.js';
import { TUNED_QUESTIONS } from './tunedQuestions.js';

const ALL = [...TUNED_QUESTIONS, ...HELD_BACK_QUESTIONS];

/** The questions whose tools or arguments are not as expected, with what was done instead. */
async function faultsOf(assistant: OfflineAssistant, questions: readonly Question[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const question of questions) {
    const fault = faultOf(question, await assistant.ask(question[0]));
    if (fault !== null) faults.push(`${question[0]} => ${fault}`);
  }
  return faults;
}

describe('the questions', () => {
  it('are at least a hundred, each once, half of them held back', () => {
    expect(new Set(ALL.map(([text]) => text)).size).toBe(ALL.length);
    expect(ALL.length).toBeGreaterThanOrEqual(100);
    expect(HELD_BACK_QUESTIONS.length).toBe(TUNED_QUESTIONS.length);
  });

  it.each([
    ['the questions for tuning', TUNED_QUESTIONS],
    ['those held back', HELD_BACK_QUESTIONS],
  ])('ask for every tool: %s', (_, questions) => {
    const asked = new Set(questions.flatMap(([, ...calls]) => calls.map(([tool]) => tool)));
    const names = new Toolbox().callbacks.map(({ definition }) => definition.name);
    expect(names.filter((name) => !asked.has(name))).toEqual([]);
  });
});

describe('the offline model with tool search', () => {
  it('discovers the tools of at least 18 of 20 questions', async () => {
    const assistant = await OfflineAssistant.create({
      toolCallingAdvisorBuilder: ToolSearchToolCallingAdvisor.builder().toolIndex(new RegexToolIndex()),
    });
    const questions = ALL.filter((_, index) => index % Math.floor(ALL.length / 20) === 0).slice(0, 20);
    const undiscovered: string[] = [];
    for (const [text, ...calls] of questions) {
      const { rounds } = await assistant.ask(text);
      const sent = new Set(rounds.flatMap(({ toolsSent }) => toolsSent));
      expect(rounds[0]?.toolsSent).toEqual(['toolSearchTool']);
      if (!calls.every(([tool]) => sent.has(tool))) undiscovered.push(text);
    }
    expect({ enough: undiscovered.length <= 2, undiscovered }).toEqual({ enough: true, undiscovered });
  });
});

describe('the offline model with all tools', () => {
  let assistant: OfflineAssistant;

  beforeAll(async () => {
    assistant = await OfflineAssistant.create();
  });

  it('answers at least 95 of 100 questions with the expected calls and arguments', async () => {
    const faults = await faultsOf(assistant, ALL);
    expect({ enough: faults.length <= ALL.length * 0.05, faults }).toEqual({ enough: true, faults });
  });
});
