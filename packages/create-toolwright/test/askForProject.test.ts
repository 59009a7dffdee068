import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { type Answers, askForProject } from '../dist/askForProject.js';

const ENTER = '\r';
const DOWN = '\u001B[B';
const CTRL_C = '\u0003';
const ESCAPE = '\u001B';

/** What somebody answered, and what they saw. */
interface Dialogue {
  readonly answers: Answers | null;
  readonly shown: string;
}

/** Answers each question with its keys as soon as it is asked; the keys of one question are pressed one after another. */
async function answering(
  steps: readonly (readonly [question: string, ...keys: string[]])[],
  preset = { provider: 'offline', mcp: false },
): Promise<Dialogue> {
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = '';
  let read = 0;
  const open = [...steps];
  output.setEncoding('utf8').on('data', (text: string) => {
    shown += stripVTControlCharacters(text);
    const [step] = open;
    const at = step ? shown.indexOf(step[0], read) : -1;
    if (!step || at < 0) return;
    open.shift();
    read = at + step[0].length;
    // A turn of the event loop for each, because keys of one piece of text are pasted text.
    void step.slice(1).reduce(
      (before, key) =>
        before.then(async () => {
          await new Promise((resolve) => setImmediate(resolve));
          input.write(key);
        }),
      Promise.resolve(),
    );
  });
  const problemWith = (directory: string) => (/[A-Z]/.test(directory) ? 'No capital letters' : undefined);
  const answers = await askForProject(preset, problemWith, { input, output });
  expect(open).toEqual([]);
  input.destroy();
  return { answers, shown };
}

describe('the questions', () => {
  it('make the default project of nothing but Enter', async () => {
    const { answers, shown } = await answering([
      ['Where?', ENTER],
      ['Which model?', ENTER],
      ['over MCP', ENTER],
    ]);
    expect(answers).toEqual({ directory: 'my-project', provider: 'offline', mcp: false });
    expect(shown).toContain('A project with Toolwright');
    for (const title of ['Offline, without a key', 'OpenAI', 'Anthropic', 'Google Gemini', 'Mistral', 'Ollama'])
      expect(shown).toContain(title);
  });

  it('take what is written and chosen', async () => {
    const { answers } = await answering([
      ['Where?', 's', 'h', 'o', 'p', ' ', ENTER],
      ['Which model?', DOWN, DOWN, ENTER],
      ['over MCP', 'y'],
    ]);
    expect(answers).toEqual({ directory: 'shop', provider: 'anthropic', mcp: true });
  });

  it('begin with what the command line says', async () => {
    const { answers } = await answering(
      [
        ['Where?', ENTER],
        ['Which model?', ENTER],
        ['over MCP', ENTER],
      ],
      { provider: 'mistral', mcp: true },
    );
    expect(answers).toEqual({ directory: 'my-project', provider: 'mistral', mcp: true });
  });

  it('ask again for a folder that cannot be, and say why', async () => {
    const { answers, shown } = await answering([
      ['Where?', 'S', ENTER],
      ['No capital letters', '\u007F', 's', ENTER],
      ['Which model?', ENTER],
      ['over MCP', ENTER],
    ]);
    expect(answers?.directory).toBe('s');
    expect(shown).toContain('No capital letters');
  });

  it.each([
    ['Ctrl-C', 'the first question', [['Where?', CTRL_C]]],
    [
      'Escape',
      'the second',
      [
        ['Where?', ENTER],
        ['Which model?', ESCAPE],
      ],
    ],
    [
      'Ctrl-C',
      'the last',
      [
        ['Where?', ENTER],
        ['Which model?', ENTER],
        ['over MCP', CTRL_C],
      ],
    ],
  ] as [string, string, [string, string][]][])('are left with %s at %s, and nothing is made', async (_, __, steps) => {
    const { answers, shown } = await answering(steps);
    expect(answers).toBeNull();
    expect(shown).toContain('Nothing was made.');
  });
});
