import { describe, expect, it } from '@jest/globals';
import { checkPage } from './snippets/checkPage.mjs';
import { regionsOf } from './snippets/exampleRegions.mjs';
import { fencedBlocks } from './snippets/fencedBlocks.mjs';

const lines = (...texts: readonly string[]): string => texts.join('\n');

describe('regions of an example', () => {
  it('lose their common indentation, whatever stands in them', () => {
    const source = lines('f() {', '  // #region a', '  if (x) {', '', '    y();', '  }', '  // #endregion', '}');
    expect(regionsOf(source).get('a')).toBe(lines('if (x) {', '', '  y();', '}'));
  });

  it('may stand in each other, open together and come in parts', () => {
    const source = lines(
      '// #region a b',
      'import 1;',
      '// #endregion',
      '// #region a',
      'one();',
      '  // #region c',
      '  two();',
      '  // #endregion',
      '// #endregion',
    );
    expect(Object.fromEntries(regionsOf(source))).toEqual({
      a: lines('import 1;', '', 'one();', '  two();'),
      b: 'import 1;',
      c: 'two();',
    });
  });

  it('begin and end', () => {
    expect(() => regionsOf('// #region a')).toThrow('Region a does not end');
    expect(() => regionsOf('// #endregion')).toThrow('A region ends that did not begin');
  });
});

describe('blocks of a page', () => {
  it('have a language, a place and what the comment above says', () => {
    const page = lines(
      '<!-- example: p#a -->',
      '',
      '```ts {1}',
      'x',
      '```',
      '<!-- not run: Nest -->',
      '```typescript',
      '```',
    );
    expect(fencedBlocks(page)).toMatchObject([
      { language: 'ts', text: 'x', line: 3, example: 'p#a', notRun: undefined },
      { language: 'typescript', text: '', line: 7, example: undefined, notRun: 'Nest' },
    ]);
  });

  it('in a list lose its indentation', () => {
    expect(fencedBlocks(lines('- one', '', '  ```sh', '  a', '    b', '  ```'))[0]).toMatchObject({
      text: lines('a', '  b'),
      indent: '  ',
    });
  });

  it('do not begin inside of another block', () => {
    expect(fencedBlocks(lines('````md', '```ts', '```', '````')).map(({ language }) => language)).toEqual(['md']);
  });
});

describe('a page', () => {
  const regions = new Map([['p#a', lines('one();', '', 'two();')]]);

  it('is written from its examples, in lists too', () => {
    const page = lines('- <!-- example: p#a -->', '', '  <!-- example: p#a -->', '  ```ts', '  old();', '  ```', 'end');
    const { markdown, outdated, problems, shown } = checkPage('p.md', page, regions);
    const expected = ['  ```ts', '  one();', '', '  two();', '  ```', 'end'];
    expect(markdown).toBe(lines('- <!-- example: p#a -->', '', '  <!-- example: p#a -->', ...expected));
    expect([problems, shown]).toEqual([[], ['p#a']]);
    expect(outdated).toEqual(['p.md:4 differs from p#a: run npm run docs:snippets']);
    expect(checkPage('p.md', markdown, regions)).toMatchObject({ markdown, outdated: [] });
  });

  it('shows no snippet without an example', () => {
    const page = lines('```ts', '```', '<!-- example: p#b -->', '```ts', '```', '<!-- not run: -->', '```ts', '```');
    const { problems, notRun } = checkPage('p.md', page, regions);
    expect(problems).toEqual([
      'p.md:1 has neither <!-- example: file#region --> nor <!-- not run: reason --> above it',
      'p.md:4 shows p#b, which is not in test/documentation/src/examples',
      'p.md:7 does not say why it is not run',
    ]);
    expect(notRun).toBe(1);
  });
});
