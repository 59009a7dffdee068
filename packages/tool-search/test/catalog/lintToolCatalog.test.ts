import { describe, expect, it } from '@jest/globals';
import { lintToolCatalog, type ToolReference, toolReferencesOf } from '@toolwright/tool-search';
import { TestTool, weather } from '../advisor/harness.js';

const tool = (toolName: string, summary: string): ToolReference => ({ toolName, summary });

const DISTINCT = [
  tool('weather', 'Get the forecast of rain and temperature for a city'),
  tool('sendEmail', 'Send a message to a mailbox'),
  tool('convertCurrency', 'Convert an amount of money at the rate of the day'),
];

describe('lintToolCatalog', () => {
  it('finds nothing in a catalogue of tools that differ', () => {
    expect(lintToolCatalog(DISTINCT)).toEqual([]);
  });

  it('finds nothing in an empty catalogue', () => {
    expect(lintToolCatalog([])).toEqual([]);
  });

  it('names two tools that are each what a search for the other finds next', () => {
    const findings = lintToolCatalog([
      tool('hotel.book', 'Book a hotel room for a number of nights'),
      ...DISTINCT,
      tool('hotel_book', 'Book a hotel room for a number of nights'),
    ]);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      rule: 'colliding-descriptions',
      toolNames: ['hotel.book', 'hotel_book'],
      similarity: 1,
    });
    expect(findings[0]?.message).toContain(
      "Tools 'hotel.book' and 'hotel_book' are described in nearly the same words",
    );
  });

  it('puts the most similar pair first and drops those below the given similarity', () => {
    const tools = [
      tool('lockDoor', 'Lock the front door of the house'),
      tool('unlockDoor', 'Unlock the garden gate of the house'),
      tool('mailA', 'Read letters'),
      tool('mailB', 'Read letters'),
    ];
    const similarities = lintToolCatalog(tools, { minSimilarity: 0.01 }).map(({ toolNames }) => toolNames);
    expect(similarities[0]).toEqual(['mailA', 'mailB']);
    expect(similarities).toContainEqual(['lockDoor', 'unlockDoor']);
    expect(lintToolCatalog(tools, { minSimilarity: 1 }).every(({ similarity }) => similarity === 1)).toBe(true);
  });

  it('names tools without a description of their own, which is replaced by the name', () => {
    const described = toolReferencesOf([new TestTool('getUserData', ''), weather()]);
    expect(lintToolCatalog([...described, tool('orders', ' ')])).toEqual([
      {
        rule: 'empty-description',
        toolNames: ['getUserData'],
        message: "Tool 'getUserData' has no description beside its name. Say what it does and when to use it.",
      },
      expect.objectContaining({ rule: 'empty-description', toolNames: ['orders'] }),
    ]);
  });

  it('names descriptions that are too long, by default over 1024 characters', () => {
    const long = tool('long', 'x'.repeat(1025));
    expect(lintToolCatalog([tool('fits', 'x'.repeat(1024)), long])).toEqual([
      expect.objectContaining({
        rule: 'long-description',
        toolNames: ['long'],
        message: "The description of tool 'long' has 1025 characters, more than 1024. Move details to its parameters.",
      }),
    ]);
    expect(lintToolCatalog([long], { maxDescriptionLength: 2000 })).toEqual([]);
  });

  it('refuses null', () => {
    expect(() => lintToolCatalog(null as never)).toThrow('tools cannot be null');
    expect(() => toolReferencesOf([null as never])).toThrow('tools cannot contain null elements');
  });
});
