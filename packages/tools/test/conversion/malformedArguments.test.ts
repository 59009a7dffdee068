import { describe, expect, it } from '@jest/globals';
import { FunctionToolCallback, ToolArgumentsException } from '@toolwright/tools';
import fc from 'fast-check';

const echo = FunctionToolCallback.builder('echo', (input: unknown) => input)
  .inputType('any')
  .build();

async function position(text: string): Promise<number> {
  const error: unknown = await echo.call(text).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ToolArgumentsException);
  return Number(/\(position (\d+)\)/.exec((error as Error).message)?.[1]);
}

describe('positions in malformed arguments', () => {
  it('names the first character that is wrong', async () => {
    const cases: [string, number][] = [
      ['nill', 0],
      ['{"a":', 5],
      ['{"a" 1}', 5],
      ['{"a":1,}', 7],
      ['[1,]', 3],
      ['[1 2]', 3],
      ['{a:1}', 1],
      ["{'a':1}", 1],
      ['{"a":01}', 6],
      ['{"a":"b\nc"}', 7],
      ['{"a":"\\x"}', 6],
      ['{"a":"b', 7],
      ['{"a":1}}', 7],
      ['[true, fals]', 7],
      ['{"a":-}', 5],
      ['{"a":1.}', 6],
      ['[[[1]]', 6],
      ['{"a":tru', 5],
    ];
    for (const [text, expected] of cases) expect([text, await position(text)]).toEqual([text, expected]);
  });

  it('is inside the text, or at its end, for any broken JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.nat(), fc.string({ maxLength: 3 }), async (json, at, garbage) => {
        const cut = at % (json.length + 1);
        const text = json.slice(0, cut) + garbage + json.slice(cut + 1);
        let valid = text.trim() === '';
        try {
          JSON.parse(text);
          valid = true;
        } catch {
          // Wanted.
        }
        if (valid) return;
        const found = await position(text);
        expect(found).toBeGreaterThanOrEqual(0);
        expect(found).toBeLessThanOrEqual(text.length);
        // What is before the position is the start of some JSON.
        expect(found === 0 || (await position(text.slice(0, found)).catch(() => found))).toBe(found === 0 || found);
      }),
    );
  });

  it('does not take long for hostile text', async () => {
    const started = performance.now();
    for (const text of [
      `\`\`\`${' '.repeat(200_000)}`,
      `{"a":1}${'<|x|>'.repeat(50_000)}!`,
      `{"a":1}${' '.repeat(200_000)}!`,
      `"${'\\'.repeat(200_001)}`,
      '['.repeat(200_000),
    ]) {
      await position(text);
    }
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
