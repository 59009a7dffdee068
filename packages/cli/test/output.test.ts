import { isatty } from 'node:tty';
import { describe, expect, it } from '@jest/globals';
import { Terminal } from '@toolwright/cli';
import { formatBeanGraph } from '../dist/output/formatBeanGraph.js';
import { formatTable } from '../dist/output/formatTable.js';

function terminal(colours: boolean, width: number | null): Terminal {
  return new Terminal({ out: () => {}, err: () => {}, colours, width });
}

const HEAD = ['NAME', 'ABOUT'];
const ROWS = [
  ['stockOf', 'How many pieces of an article are in stock'],
  ['greet', 'Says hello'],
];

describe('tables', () => {
  it('have one line per row where nobody reads along, whatever the cells hold', () => {
    expect(formatTable(terminal(false, null), HEAD, [...ROWS, ['x', 'two\r\n  lines']])).toBe(
      'NAME     ABOUT\nstockOf  How many pieces of an article are in stock\ngreet    Says hello\nx        two lines\n',
    );
  });

  it('wrap the last column to the width of a terminal', () => {
    expect(formatTable(terminal(false, 40), HEAD, ROWS)).toBe(
      'NAME     ABOUT\nstockOf  How many pieces of an article\n         are in stock\ngreet    Says hello\n',
    );
  });

  it('become a block for each row if the terminal is too narrow for columns, without what is empty', () => {
    expect(
      formatTable(
        terminal(false, 30),
        ['NAME', 'FROM', 'ABOUT'],
        [
          ['stockOf', '', 'How many pieces of an article are in stock'],
          ['greet', 'greeting', 'Says hello'],
        ],
      ),
    ).toBe(
      'stockOf\n  ABOUT  How many pieces of an article are in stock\n\n' +
        'greet\n  FROM   greeting\n  ABOUT  Says hello\n',
    );
  });

  it('keep their columns in a narrow terminal that has room for all of them', () => {
    const rows = [['a', 'b']];
    expect(formatTable(terminal(false, 12), HEAD, rows)).toBe('NAME  ABOUT\na     b\n');
  });

  it('have colours only where they are wanted', () => {
    const text = formatTable(terminal(true, null), HEAD, ROWS);
    expect(text).toContain('\u001B[1mNAME\u001B[22m');
    expect(text).toContain('\u001B[36mgreet\u001B[39m');
    expect(text.replace(/\u001B\[\d+m/g, '')).toBe(formatTable(terminal(false, null), HEAD, ROWS));
  });
});

describe('terminals', () => {
  it('colour nothing that is no terminal', () => {
    expect(Terminal.ofProcess().colours.isColorSupported).toBe(isatty(1));
  });
});

describe('graphs of beans', () => {
  it('escape what Mermaid would read', () => {
    const bean = {
      name: 'a"b#c',
      type: 'Map<A>',
      scope: 'singleton',
      role: 'application',
      description: '',
      primary: false,
    };
    expect(formatBeanGraph([{ ...bean, scope: 'singleton', role: 'application', dependencies: [] }])).toBe(
      'flowchart LR\n  b0["a#34;b#35;c<br/>Map#60;A#62;"]\n',
    );
  });
});
